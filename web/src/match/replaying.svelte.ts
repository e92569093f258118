/** A match looked back upon: the same table, at any point of its story. */
import { api, reasons } from '../wire/api'
import type { Event, State, Talk } from '../wire/schema'
import { MatchStore } from './match.svelte'

/** How long a thing is looked at, in milliseconds at normal speed. */
const PAUSE: Partial<Record<Event['what']['type'], number>> = { roll: 900, answer: 700, turn: 900, end: 1200 }
const OTHERWISE = 350

export class ReplayStore extends MatchStore {
  all = $state.raw<Event[]>([])
  chatter = $state.raw<Talk[]>([])
  /** How many events have been shown; 0: as it was set up. */
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  /** The state shown is that of `at`; until then the last one is. */
  behind = $state(false)
  private readonly states = new Map<number, Promise<State>>()
  private timer = 0

  override open(): void {
    void this.load()
  }

  private async load(): Promise<void> {
    try {
      const timeline = await api.replay(this.id)
      this.header = timeline.header
      this.link = 'live'
      this.all = timeline.events
      this.talk = timeline.said
      const wanted = Number(new URLSearchParams(location.search).get('at') ?? 0)
      await this.reach(wanted ? this.all.filter((e) => e.seq <= wanted).length : 0)
    } catch (error) {
      this.gone = reasons(error)
    }
  }

  override close(): void {
    this.pause()
    super.close()
  }

  get seq(): number {
    return this.at ? (this.all[this.at - 1]?.seq ?? 0) : 0
  }

  get turns(): { turn: number; at: number }[] {
    return this.all.flatMap((e, n) => (e.what.type === 'turn' ? [{ turn: e.turn, at: n + 1 }] : []))
  }

  /** Only what was decided, or begins a turn, changes what stands on the table. */
  private stateAt(at: number): Promise<State> {
    const seq = at ? (this.all[at - 1]?.seq ?? 0) : 0
    let found = this.states.get(seq)
    if (!found) {
      found = api.replayAt(this.id, seq)
      found.catch(() => this.states.delete(seq))
      this.states.set(seq, found)
    }
    return found
  }

  async reach(to: number): Promise<void> {
    this.at = Math.min(this.all.length, Math.max(0, to))
    const at = this.at
    this.events = this.all.slice(0, at)
    const last = this.all[at - 1]?.what
    this.rolling = last?.type === 'roll' ? last : null
    this.pointed = last?.type === 'answer' ? last.at : []
    this.behind = true
    try {
      const state = await this.stateAt(at)
      if (this.at !== at) return
      const pointed = this.pointed
      this.show({ ...state, asked: [], wish: null, outcome: at === this.all.length ? state.outcome : null })
      this.pointed = pointed
      this.behind = false
    } catch (error) {
      if (this.at === at) this.refusals = reasons(error)
    }
  }

  step(by: number): void {
    this.pause()
    void this.reach(this.at + by)
  }

  /** To the beginning of the next turn, or of this one or the one before. */
  turn(by: 1 | -1): void {
    this.pause()
    const to =
      by > 0
        ? this.turns.find((t) => t.at > this.at)?.at
        : this.turns.filter((t) => t.at < this.at).pop()?.at
    void this.reach(to ?? (by > 0 ? this.all.length : 0))
  }

  toggle(): void {
    if (this.playing) this.pause()
    else {
      this.playing = true
      if (this.at >= this.all.length) void this.reach(0)
      void this.next()
    }
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.timer)
  }

  private async next(): Promise<void> {
    if (!this.playing) return
    if (this.at >= this.all.length) {
      this.pause()
      return
    }
    const kind = this.all[this.at]?.what.type
    const began = performance.now()
    await this.reach(this.at + 1)
    if (this.at < this.all.length) void this.stateAt(this.at + 1).catch(() => undefined)
    const wait = (kind ? (PAUSE[kind] ?? OTHERWISE) : OTHERWISE) / this.speed
    this.timer = window.setTimeout(() => void this.next(), Math.max(0, wait - (performance.now() - began)))
  }
}
