/** One match as this browser knows it: what the service last said, what happens, what is asked. */
import { SvelteMap } from 'svelte/reactivity'
import { api, reasons } from '../wire/api'
import type {
  AskedToChoose,
  AskedToPlace,
  Awaited,
  Change,
  Event,
  Header,
  Message,
  Odds,
  Refusal,
  Rolled,
  Sight,
  State,
  Talk,
} from '../wire/schema'
import { Socket, type Link } from '../wire/socket'
import { read, type View } from '../table/view'
import { prefs, still } from '../lib/prefs.svelte'
import { Placing } from './placing.svelte'

export type Question = AskedToChoose | AskedToPlace
type Happening = { events: Event[]; state: State }

/** A question that answers itself until the turn is over. */
interface Standing {
  player: number
  kind: string
  label: string
  turn: number
}

const THROW = { off: 0, quick: 750, slow: 1900 }
/** With more than this waiting to be shown, nothing is drawn out. */
const PATIENCE = 4

export class MatchStore {
  header = $state.raw<Header | null>(null)
  state = $state.raw<State | null>(null)
  you = $state.raw<number[]>([])
  events = $state.raw<Event[]>([])
  talk = $state.raw<Talk[]>([])
  link = $state<Link>('connecting')
  gone = $state.raw<Refusal[]>([])

  /** The unit looked at, and the pieces that something under the pointer speaks of. */
  selected = $state('')
  pointed = $state.raw<string[]>([])
  /** The option that is looked at, by its index. */
  looked = $state<number | null>(null)
  sight = $state.raw<Sight | null>(null)

  /** The roll being shown. */
  rolling = $state.raw<Rolled | null>(null)
  refusals = $state.raw<Refusal[]>([])
  sending = $state(false)
  standing = $state.raw<Standing[]>([])
  /** The line after which we have answered; nothing is answered twice. */
  private answered = -1
  unread = $state(0)
  placing = $state.raw<Placing | null>(null)

  private readonly odds = new SvelteMap<string, Odds | Refusal[]>()
  private asking = new Set<string>()
  private readonly sights = new Map<string, Sight>()
  private queue: Happening[] = []
  private showing = false
  private skip: (() => void) | null = null
  private since = 0
  private said = 0
  private socket: Socket | null = null

  constructor(readonly id: string) {
    this.standing = this.remembered()
  }

  /** Sit down: from now on everything is heard. */
  open(): void {
    const address = () =>
      `/api/matches/${encodeURIComponent(this.id)}/socket?since=${this.since}&talk=${this.said}`
    this.socket = new Socket(
      address,
      (message) => this.hear(message),
      (link) => {
        this.link = link
        if (link === 'lost' && !this.state) void this.exists()
      },
    )
  }

  close(): void {
    this.socket?.close()
    this.placing?.close()
  }

  // -- what the service says ------------------------------------------------------------

  private hear(message: Message): void {
    if (message.type === 'welcome') {
      const { snapshot, missed } = message
      this.header = snapshot.header
      this.you = snapshot.you
      this.queue = []
      this.skip?.()
      this.tell(missed.events)
      for (const talk of missed.said) this.spoken(talk)
      this.said = Math.max(this.said, snapshot.talk)
      this.since = Math.max(this.since, missed.seq)
      this.show(snapshot.state)
    } else if (message.type === 'happened') {
      for (const event of message.events) this.since = Math.max(this.since, event.seq)
      this.queue.push(message)
      void this.present()
    } else if (message.type === 'talk') {
      this.spoken(message.said)
      this.unread += 1
    } else if (message.type === 'seated') {
      this.header = message.header
      this.you = message.header.seats.filter((s) => s.yours).map((s) => s.player)
    }
  }

  private async exists(): Promise<void> {
    try {
      await api.snapshot(this.id)
    } catch (error) {
      const why = reasons(error)
      if ((error as { code?: number }).code) {
        this.gone = why
        this.socket?.close()
      }
    }
  }

  private spoken(talk: Talk): void {
    if (this.talk.some((t) => t.n === talk.n)) return
    this.talk = [...this.talk, talk]
    this.said = Math.max(this.said, talk.n)
  }

  private tell(events: Event[]): void {
    const last = this.events[this.events.length - 1]?.seq ?? -1
    const fresh = events.filter((event) => event.seq > last)
    if (fresh.length) this.events = [...this.events, ...fresh]
    for (const event of fresh) this.since = Math.max(this.since, event.seq)
  }

  private async present(): Promise<void> {
    if (this.showing) return
    this.showing = true
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        const hurried = this.queue.length > PATIENCE || document.hidden
        const mine = next.state.asked.length
        const rolls = next.events.filter((e) => e.what.type === 'roll')
        const each = hurried || !mine ? 0 : THROW[prefs.dice] / Math.max(1, rolls.length / 2.5)
        for (const event of next.events) {
          if (event.what.type === 'roll' && each) {
            this.rolling = event.what
            await this.moment(each)
          }
          this.tell([event])
        }
        this.show(next.state)
        if (rolls.length && each) void this.fade()
        else this.rolling = null
      }
    } finally {
      this.showing = false
    }
  }

  private moment(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => this.skip?.(), still() ? ms / 2 : ms)
      this.skip = () => {
        clearTimeout(timer)
        this.skip = null
        done()
      }
    })
  }

  private async fade(): Promise<void> {
    const shown = this.rolling
    await new Promise((done) => setTimeout(done, 2500))
    if (this.rolling === shown) this.rolling = null
  }

  /** Do not wait for the dice. */
  hurry(): void {
    this.skip?.()
    if (!this.showing) this.rolling = null
  }

  protected show(state: State): void {
    const before = this.state
    this.state = state
    if (before?.seq !== state.seq) {
      this.odds.clear()
      this.asking.clear()
      this.sights.clear()
      this.sight = null
      this.looked = null
      this.pointed = []
      this.refusals = []
    }
    if (this.standing.some((s) => s.turn !== state.turn))
      this.rules(this.standing.filter((s) => s.turn === state.turn))
    const asked = this.asked
    if (asked?.type !== 'place') {
      this.placing?.close()
      this.placing = null
    } else if (this.placing?.seq !== state.seq || this.placing.asked.player !== asked.player) {
      this.placing?.close()
      this.placing = new Placing(this, asked, state.seq)
    }
    if (asked && asked.type === 'choose') {
      const subject = asked.at[0]
      if (subject) this.select(subject)
      void this.stand()
    } else if (asked?.movers[0]) this.select(asked.movers[0])
  }

  // -- what is asked ----------------------------------------------------------------------

  readonly view: View = $derived(read((this.state?.view ?? {}) as Record<string, unknown>))

  /** The question that this browser is to answer now. */
  get asked(): Question | null {
    const mine = (this.state?.asked ?? []).filter((a): a is Question => a.type !== 'awaited')
    const seat = this.state?.seat
    return mine.find((a) => a.player === seat) ?? mine[0] ?? null
  }

  get awaited(): Awaited[] {
    return (this.state?.asked ?? []).filter((a): a is Awaited => a.type === 'awaited')
  }

  get over(): boolean {
    return this.state?.outcome != null
  }

  /** Whether this looks like an interruption: somebody is asked while another player acts. */
  get reaction(): boolean {
    const asked = this.asked
    return asked !== null && this.view.active !== null && this.view.active !== asked.player
  }

  seatName(player: number): string {
    return this.header?.seats.find((s) => s.player === player)?.name || `player ${player + 1}`
  }

  side(player: number): number {
    return this.header?.seats.find((s) => s.player === player)?.side ?? player
  }

  select(key: string): void {
    this.selected = this.view.units.find((u) => key === u.key || key.startsWith(u.key + ':'))?.key ?? ''
  }

  /** A question that answers itself does so, as soon as nothing else is being sent. */
  private async stand(): Promise<void> {
    const asked = this.asked
    if (asked?.type !== 'choose' || this.sending || this.state?.seq === this.answered) return
    for (const rule of this.standing) {
      if (rule.player !== asked.player || rule.kind !== asked.kind) continue
      const option = asked.options.findIndex((o) => o.label === rule.label && !o.refusal)
      if (option < 0) continue
      if (!(await this.pick(option))) this.ask_again(rule)
      return
    }
  }

  /** They outlast a reload of the page, not the turn. */
  private rules(standing: Standing[]): void {
    this.standing = standing
    try {
      sessionStorage.setItem(`grognard.standing.${this.id}`, JSON.stringify(standing))
    } catch {
      // then they do not
    }
  }

  private remembered(): Standing[] {
    try {
      return JSON.parse(sessionStorage.getItem(`grognard.standing.${this.id}`) ?? '[]') as Standing[]
    } catch {
      return []
    }
  }

  /** Answer questions of this kind the same way until the turn is over. */
  always(asked: AskedToChoose, label: string): void {
    const turn = this.state?.turn ?? 0
    this.rules([...this.standing, { player: asked.player, kind: asked.kind, label, turn }])
  }

  ask_again(rule: Standing): void {
    this.rules(this.standing.filter((s) => s !== rule))
  }

  /** Look at an option: what it points at, its odds, and how well its target is seen. */
  look(option: number | null): void {
    this.looked = option
    const asked = this.asked
    if (option === null || asked?.type !== 'choose') {
      this.pointed = []
      this.sight = null
      return
    }
    const shown = asked.options[option]
    this.pointed = shown?.at ?? []
    if (shown?.odds) this.wantOdds(option)
    const [from, to] = [asked.at[0], shown?.at[0]]
    if (from && to && from !== to) void this.see(from, to)
    else this.sight = null
  }

  oddsOf(option: number): Odds | Refusal[] | undefined {
    return this.odds.get(`${this.state?.seq}:${this.asked?.player}:${option}`)
  }

  wantOdds(option: number): void {
    const [state, asked] = [this.state, this.asked]
    if (!state || !asked) return
    const key = `${state.seq}:${asked.player}:${option}`
    if (this.asking.has(key)) return
    this.asking.add(key)
    api.odds(this.id, asked.player, state.seq, option).then(
      (odds) => this.state?.seq === state.seq && this.odds.set(key, odds),
      (error) => this.state?.seq === state.seq && this.odds.set(key, reasons(error)),
    )
  }

  async see(from: string, to: string): Promise<void> {
    const key = `${from}>${to}`
    const wanted = this.looked
    let sight = this.sights.get(key)
    if (!sight) {
      try {
        sight = await api.sight(this.id, from, to)
      } catch {
        return
      }
      this.sights.set(key, sight)
    }
    if (this.looked === wanted) this.sight = sight.known ? sight : null
  }

  // -- what we say --------------------------------------------------------------------------

  private async send(what: () => Promise<unknown>): Promise<boolean> {
    if (this.sending) return false
    this.sending = true
    this.refusals = []
    try {
      await what()
    } catch (error) {
      this.refusals = reasons(error)
      return false
    } finally {
      this.sending = false
    }
    void this.stand() // what came meanwhile may be a question that answers itself
    return true
  }

  pick(option: number): Promise<boolean> {
    const [state, asked] = [this.state, this.asked]
    if (!state || asked?.type !== 'choose') return Promise.resolve(false)
    return this.send(async () => {
      await api.answer(this.id, {
        player: asked.player,
        seq: state.seq,
        answer: { type: 'pick', option },
      })
      this.answered = state.seq
    })
  }

  go(legs: NonNullable<Placing['legs']> | null): Promise<boolean> {
    const [state, asked] = [this.state, this.asked]
    if (!state || asked?.type !== 'place') return Promise.resolve(false)
    return this.send(() =>
      api.answer(this.id, {
        player: asked.player,
        seq: state.seq,
        answer: legs ? { type: 'go', legs } : { type: 'idle' },
      }),
    )
  }

  act(player: number, act: 'undo' | 'draw' | 'resign' | 'consent' | 'decline'): Promise<boolean> {
    return this.send(() => api.act(this.id, { player, act }))
  }

  /** Take back: as the seat that answered last, if it is one of ours. */
  undo(): Promise<boolean> {
    const last = [...this.events].reverse().find(
      (e) => e.what.type === 'answer' && this.you.includes(e.what.player),
    )
    const player = last?.what.type === 'answer' ? last.what.player : this.you[0]
    this.rules([]) // or what is taken back would be answered again at once
    return player === undefined ? Promise.resolve(false) : this.act(player, 'undo')
  }

  overrule(player: number, changes: Change[]): Promise<boolean> {
    return this.send(() => api.overrule(this.id, { player, changes }))
  }

  say(text: string): Promise<boolean> {
    return this.send(() => api.chat(this.id, text))
  }
}
