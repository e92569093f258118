/** A move being made: point somewhere, see where all would stand, adjust, confirm.

The service proposes and judges; here is only what is drawn meanwhile. */
import { api, reasons } from '../wire/api'
import type { AskedToPlace, LegShown, Refusal } from '../wire/schema'
import { find, middle, type Figure } from '../table/view'
import type { MatchStore } from './match.svelte'

const INCH = 1024
const DEGREE = 100
/** So many inches from where somebody pointed are worth a word. */
const SHORT = 0.25

export interface Spot {
  x: number
  y: number
}

export interface Ghost extends Figure {
  mover: number
  moves: boolean
  path: Spot[]
}

export class Placing {
  /** Where the leader is to go, and which way to face if somebody said so. */
  goal = $state.raw<Spot | null>(null)
  facing = $state<number | null>(null)
  legs = $state.raw<LegShown[][] | null>(null)
  refusals = $state.raw<Refusal[]>([])
  /** Why it does not get all the way to where somebody pointed. */
  short = $state.raw<Refusal[]>([])
  reach = $state.raw<[number, number][][]>([])
  /** How far the pointer is ahead of the last proposal. */
  ahead = $state.raw<Spot>({ x: 0, y: 0 })
  busy = $state(false)
  adjusting = $state(false)
  adjusted = $state<number | null>(null)

  /** Where the movers stand now; none for those not on the table yet. */
  readonly start: (Figure | null)[]
  /** What those not on the table yet stand on. */
  private readonly bases: (Figure | null)[]
  readonly leader: number
  /** Whether it matters which way they face. */
  readonly faces: boolean
  readonly from: Spot | null
  private wanted: { spot: Spot; facing: number | null } | null = null
  private proposed: Spot | null = null
  private closed = false

  constructor(
    private readonly match: MatchStore,
    readonly asked: AskedToPlace,
    readonly seq: number,
  ) {
    this.start = asked.movers.map((key) => {
      const found = find(match.view, key)
      if (!found) return null
      return found.unit.figures[found.index ?? 0] ?? null
    })
    const on = this.start.filter((f) => f !== null)
    this.bases = asked.movers.map((key) => {
      const found = find(match.view, key)
      return found?.unit.bases[found.index ?? 0] ?? null
    })
    this.faces = asked.movers.some((key) => find(match.view, key)?.unit.faces)
    const centre = middle(on)
    this.leader = on.length
      ? this.start.reduce(
          (best, f, n) =>
            f && distance(f, centre) < distance(this.start[best] ?? FAR, centre) ? n : best,
          0,
        )
      : 0
    const first = this.start[this.leader]
    this.from = first ? { x: first.x, y: first.y } : null
    void this.fetchReach()
  }

  close(): void {
    this.closed = true
  }

  private async fetchReach(): Promise<void> {
    try {
      const reach = await api.reach(this.match.id, this.asked.player, this.seq)
      if (!this.closed) this.reach = reach.polygons
    } catch {
      // the move is possible without the shade
    }
  }

  /** Point there: what is proposed comes as soon as the service has answered. */
  point(x: number, y: number, facing: number | null = this.facing): void {
    const table = this.match.view
    const spot = {
      x: Math.min(table.width, Math.max(0, x)),
      y: Math.min(table.height, Math.max(0, y)),
    }
    this.goal = spot
    this.facing = facing
    this.adjusted = null
    if (this.proposed) this.ahead = { x: spot.x - this.proposed.x, y: spot.y - this.proposed.y }
    this.wanted = { spot, facing }
    if (!this.busy) void this.propose()
  }

  nudge(dx: number, dy: number): void {
    const at = this.goal ?? this.from ?? this.middleOfBounds()
    this.point(at.x + dx, at.y + dy)
  }

  rotate(by: number): void {
    const at = this.goal ?? this.from ?? this.middleOfBounds()
    const now = this.facing ?? this.start[this.leader]?.facing ?? 0
    this.point(at.x, at.y, wrap(now + by))
  }

  goto(n: number): void {
    const goal = this.asked.goals[n]
    if (goal) this.point(goal.x, goal.y, goal.facing ?? this.facing)
  }

  private middleOfBounds(): Spot {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = this.asked.bounds
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }
  }

  private async propose(): Promise<void> {
    this.busy = true
    try {
      while (this.wanted && !this.closed) {
        const { spot, facing } = this.wanted
        this.wanted = null
        const body = { player: this.asked.player, seq: this.seq, ...spot, facing }
        const said = await api.propose(this.match.id, body).catch((error: unknown) => ({
          legs: null,
          refusals: reasons(error),
        }))
        if (this.closed) return
        this.refusals = said.refusals
        if (said.legs) {
          this.legs = said.legs
          this.proposed = spot
        } else if (!this.wanted) {
          this.legs = null
          this.proposed = null
          this.short = []
        }
        this.short = []
        if (said.legs && !this.wanted && this.falls_short) this.short = await this.why(spot)
        if (this.closed) return
        const goal = this.goal ?? spot
        this.ahead = said.legs ? { x: goal.x - spot.x, y: goal.y - spot.y } : { x: 0, y: 0 }
      }
      this.ahead = { x: 0, y: 0 }
    } finally {
      this.busy = false
    }
  }

  /** What speaks against standing right there: all of them moved alike, in straight lines. */
  private async why(spot: Spot): Promise<Refusal[]> {
    const from = this.from
    if (!from) return []
    const [dx, dy] = [spot.x - from.x, spot.y - from.y]
    const legs = this.start.map((at, n) => {
      const like = this.legs?.[n]?.at(-1) ?? this.legs?.find((l) => l.length)?.at(-1)
      if (!at || !like) return []
      return [{ ...like, x: Math.round((at.x + dx) * INCH), y: Math.round((at.y + dy) * INCH) }]
    })
    try {
      return (await api.check(this.match.id, this.asked.player, this.seq, legs)).refusals
    } catch {
      return [] // too far off the table to be asked about
    }
  }

  /** The leader ends somewhere else than where somebody pointed. */
  get falls_short(): boolean {
    const end = this.ghosts.find((g) => g.mover === this.leader)
    return !!end && !!this.goal && this.adjusted === null && !this.wanted && distance(end, this.goal) > SHORT && this.proposed !== null && distance(this.proposed, this.goal) < 1e-6
  }

  /** Where the leader ends, or is meant to while nothing is proposed. */
  get end(): Spot {
    const elsewhere = this.falls_short || this.adjusted !== null
    const leader = elsewhere ? this.ghosts.find((g) => g.mover === this.leader) : undefined
    return leader ?? this.goal ?? this.from ?? this.middleOfBounds()
  }

  /** One figure's own end, the others as proposed. */
  async adjust(mover: number, x: number, y: number): Promise<void> {
    const legs = (this.legs ?? this.asked.movers.map(() => [])).map((own) => [...own])
    const own = legs[mover]
    if (!own) return
    const like = own[own.length - 1] ?? legs.find((l) => l.length)?.at(-1)
    const facing = like?.facing ?? Math.round((this.start[mover]?.facing ?? 0) * DEGREE)
    const end = {
      x: Math.round(x * INCH),
      y: Math.round(y * INCH),
      level: like?.level ?? 0,
      facing,
      how: like?.how ?? '',
    }
    legs[mover] = [...own.slice(0, -1), end]
    this.legs = legs
    this.adjusted = mover
    this.busy = true
    try {
      const said = await api.check(this.match.id, this.asked.player, this.seq, legs)
      if (!this.closed && this.legs === legs) this.refusals = said.refusals
    } catch (error) {
      if (!this.closed && this.legs === legs) this.refusals = reasons(error)
    } finally {
      this.busy = false
    }
  }

  reset(): void {
    this.wanted = null
    this.goal = null
    this.facing = null
    this.legs = null
    this.proposed = null
    this.refusals = []
    this.short = []
    this.adjusted = null
    this.ahead = { x: 0, y: 0 }
  }

  get ready(): boolean {
    return this.legs !== null && !this.busy && !this.refusals.length
  }

  confirm(): void {
    if (this.ready) void this.match.go(this.legs)
  }

  idle(): void {
    void this.match.go(null)
  }

  /** Everything as it would stand. */
  readonly ghosts: Ghost[] = $derived.by(() => {
    const legs = this.legs
    if (!legs) return []
    const like = this.start.find((f) => f !== null)
    return legs.flatMap((own, mover): Ghost[] => {
      const at = this.start[mover] ?? null
      const end = own[own.length - 1]
      if (!at && !end) return []
      const base = at ?? this.bases[mover] ?? like ?? PLAIN
      return [
        {
          ...base,
          x: end ? end.x / INCH : base.x,
          y: end ? end.y / INCH : base.y,
          facing: end ? end.facing / DEGREE : base.facing,
          mover,
          moves: end !== undefined,
          path: [...(at ? [at] : []), ...own.map((leg) => ({ x: leg.x / INCH, y: leg.y / INCH }))],
        },
      ]
    })
  })

  /** How far the leader goes, along its path. */
  readonly length: number = $derived.by(() => {
    const path = this.ghosts.find((g) => g.mover === this.leader)?.path ?? []
    return path.reduce((sum, p, n) => sum + (n ? distance(p, path[n - 1]!) : 0), 0)
  })
}

const FAR = { x: 1e9, y: 1e9 }
const PLAIN: Figure = { x: 0, y: 0, facing: 0, radius: 0.5, box: null, label: '' }

export function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

const wrap = (angle: number): number => ((((angle + 180) % 360) + 360) % 360) - 180
