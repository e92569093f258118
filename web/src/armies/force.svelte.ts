/** A force being built: its data, what the rules say of it, and what more would cost. */
import { api, reasons, type Force, type Values } from '../wire/api'
import type { Armoury, Catalogue, Edit, Judged, Offer, Refusal } from '../wire/schema'
import { apply, at, same, type Path } from './edits'
import { library, nameOf } from './library.svelte'

const KEPT = 200

export class ForceStore {
  force = $state.raw<Force>({})
  judged = $state.raw<Judged | null>(null)
  /** What could be added to the force as a whole, and what changed in the part that is looked at. */
  more = $state.raw<Offer[]>([])
  offers = $state.raw<Offer[]>([])
  catalogue = $state.raw<Catalogue | null>(null)
  trouble = $state.raw<Refusal[]>([])
  /** The part that is looked at: `['units', 2]`. */
  where = $state.raw<Path>([])
  busy = $state(false)
  private past = $state.raw<Force[]>([])
  private future = $state.raw<Force[]>([])
  private design = ''
  private stop = new AbortController()
  private soon = 0
  private quick = ''
  private asked = ''

  constructor(
    readonly id: string,
    readonly system: string,
    readonly armoury: Armoury,
    force: Force,
    design: string,
  ) {
    this.force = force
    this.design = design
    this.judge(0)
    this.findCatalogue()
  }

  get name(): string {
    return nameOf(this.force)
  }
  get isRoster(): boolean {
    return !this.design
  }
  get units(): Force[] {
    const units = this.force['units']
    return Array.isArray(units) ? (units as Force[]) : []
  }
  get limit(): number {
    return typeof this.force['limit'] === 'number' ? this.force['limit'] : 0
  }
  get total(): number {
    return this.judged?.price?.total ?? 0
  }
  get settings(): Values {
    const settings = this.force['settings']
    return settings && typeof settings === 'object' ? (settings as Values) : {}
  }

  /** `quick`: edits of the same name in a row are undone together, as typing is. */
  edit(edits: Edit[], quick = ''): void {
    if (!quick || quick !== this.quick) this.past = [...this.past.slice(-KEPT), this.force]
    this.quick = quick
    this.future = []
    this.become(apply(this.force, edits), quick ? 150 : 0)
  }

  get canUndo(): boolean {
    return this.past.length > 0
  }
  get canRedo(): boolean {
    return this.future.length > 0
  }
  undo(): void {
    const last = this.past.at(-1)
    if (!last) return
    this.past = this.past.slice(0, -1)
    this.future = [...this.future, this.force]
    this.quick = ''
    this.become(last, 0)
  }
  redo(): void {
    const next = this.future.at(-1)
    if (!next) return
    this.future = this.future.slice(0, -1)
    this.past = [...this.past, this.force]
    this.become(next, 0)
  }

  look(where: Path): void {
    if (same(where, this.where)) return
    this.where = where
    this.offers = []
    void this.offer(this.stop.signal)
  }

  /** What it would cost to give what stands at this path another value. */
  costs(path: Path, value: unknown, usual: unknown): Offer | undefined {
    const how = value === usual ? 'remove' : 'set'
    return this.offers.find((offer) => {
      const [edit] = offer.edits
      return (
        offer.edits.length === 1 && edit !== undefined && same(edit.path, path) &&
        (edit.how === 'set' ? edit.value === value : how === edit.how)
      )
    })
  }

  private become(force: Force, wait: number): void {
    this.force = force
    if (this.where.length && at(force, this.where) === undefined) this.where = []
    this.save()
    this.judge(wait)
    this.findCatalogue()
  }

  private save(): void {
    library.keep({ id: this.id, system: this.system, design: this.design, force: this.force, total: this.total })
  }

  private judge(wait: number): void {
    this.stop.abort()
    this.stop = new AbortController()
    const { signal } = this.stop
    this.busy = true
    clearTimeout(this.soon)
    this.soon = window.setTimeout(async () => {
      try {
        const judged = await api.judge(this.system, this.force, {}, signal)
        this.judged = judged
        this.design = judged.design
        this.trouble = []
        this.save()
        if (judged.force) await this.offer(signal)
      } catch (error) {
        if (signal.aborted) return
        this.trouble = reasons(error)
      }
      this.busy = false
    }, wait)
  }

  private async offer(signal: AbortSignal): Promise<void> {
    try {
      const where = this.where
      const all = !this.isRoster || where.length > 0
      const [offers, more] = await Promise.all([
        all ? api.offers(this.system, this.force, where, this.isRoster, signal) : null,
        this.isRoster ? api.offers(this.system, this.force, ['units'], true, signal) : null,
      ])
      if (signal.aborted || where !== this.where) return
      this.offers = offers?.offers ?? []
      this.more = more?.offers ?? []
    } catch {
      // the prices of what was not chosen are missing, and nothing else
    }
  }

  private findCatalogue(): void {
    if (!this.isRoster) return
    const { system: _, name: __, limit: ___, ...rest } = this.force
    const what = JSON.stringify({ ...rest, units: [], settings: {} })
    if (what === this.asked) return
    this.asked = what
    api.catalogueOf(this.system, { ...this.force, units: [] }).then(
      (found) => (this.catalogue = found),
      (error) => (this.trouble = reasons(error)),
    )
  }
}

/** An amount with its sign, as a price tag has it. */
export const tag = (amount: number): string => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '±0')
