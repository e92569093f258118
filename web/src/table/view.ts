/** What a system shows of its table (docs/view.md), read tolerantly: everything may be missing. */

export interface Figure {
  x: number
  y: number
  facing: number
  /** Of a disc; of a box the half diagonal. */
  radius: number
  box: { width: number; depth: number } | null
  label: string
}

export interface Unit {
  key: string
  name: string
  short: string
  player: number
  side: number
  figures: Figure[]
  /** Of those that are not on the table yet. */
  bases: Figure[]
  start: number
  badges: string[]
  values: [string, string][]
  status: string
  off: boolean
  about: string
  /** Whether any of them faces anywhere. */
  faces: boolean
}

export interface Terrain {
  key: string
  kind: string
  label: string
  points: [number, number][]
  notes: string[]
}

export interface Goal {
  key: string
  x: number
  y: number
  radius: number
  label: string
  held: number | null
}

export interface Zone {
  label: string
  side: number
  points: [number, number][]
}

export interface Player {
  player: number
  name: string
  side: number
  points: string
  score: number | null
}

export interface View {
  width: number
  height: number
  turn: number | null
  turns: number | null
  phase: string
  active: number | null
  units: Unit[]
  terrain: Terrain[]
  objectives: Goal[]
  zones: Zone[]
  players: Player[]
  /** Everything else that is plain, for systems with other things to say. */
  facts: [string, string][]
}

type Raw = Record<string, unknown>

const KNOWN = new Set(
  'table turn turns phase active units terrain objectives zones players scores'.split(' '),
)

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const number = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback
const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const rows = (value: unknown): Raw[] =>
  list(value).filter((row): row is Raw => typeof row === 'object' && row !== null)
const points = (value: unknown): [number, number][] =>
  list(value).map((p) => [number(list(p)[0], 0), number(list(p)[1], 0)])

/** `[x, y, facing, radius]` of a disc, `[x, y, facing, width, depth]` of a box; or by name. */
function figure(raw: unknown, label: string): Figure {
  const named = (Array.isArray(raw) ? {} : raw) as Raw
  const [x, y, facing, a, b] = Array.isArray(raw)
    ? (raw as unknown[])
    : [named['x'], named['y'], named['facing'], named['width'] ?? named['radius'], named['depth']]
  const deep = whole(b)
  const wide = number(a, 0.5)
  return {
    x: number(x, 0),
    y: number(y, 0),
    facing: number(facing, 0),
    radius: deep === null ? wide : Math.hypot(wide, deep) / 2,
    box: deep === null ? null : { width: wide, depth: deep },
    label,
  }
}

function unit(raw: Raw): Unit {
  const player = number(raw['player'], -1)
  const arms = list(raw['arms']).map(text)
  const values = typeof raw['values'] === 'object' && raw['values'] ? (raw['values'] as Raw) : {}
  const figures = list(raw['figures']).map((f, n) => figure(f, arms[n] ?? ''))
  const bases = list(raw['bases']).map((base, n) => figure([0, 0, 0, ...list(base)], arms[n] ?? ''))
  return {
    key: text(raw['key']),
    name: text(raw['name']) || text(raw['key']),
    short: text(raw['short']),
    player,
    side: number(raw['side'], Math.max(0, player)),
    figures,
    bases,
    start: number(raw['start'], figures.length),
    badges: list(raw['badges']).map(text).filter(Boolean),
    values: Object.entries(values).map(([name, value]) => [name, text(value)]),
    status: text(raw['status']),
    off: raw['off'] === true,
    about: [raw['troops'], raw['training']].map(text).filter(Boolean).join(', '),
    faces: [...figures, ...bases].some((f) => f.facing !== 0 || f.box),
  }
}

function terrain(raw: Raw, n: number): Terrain {
  const notes: string[] = []
  for (const key of ['difficult', 'obstacle', 'impassable']) if (raw[key] === true) notes.push(key)
  if (raw['blocks_sight'] === true) notes.push('blocks sight')
  const cover = text(raw['cover'])
  if (cover && cover !== 'none') notes.push(/cover|built|bunker/.test(cover) ? cover : `${cover} cover`)
  const height = whole(raw['height'])
  if (height) notes.push(`${height}″ high`)
  return {
    key: text(raw['key']) || `terrain:${text(raw['id']) || n}`,
    kind: text(raw['kind']) || text(raw['label']) || 'ground',
    label: text(raw['label']) || text(raw['kind']),
    points: points(raw['points']),
    notes,
  }
}

function player(raw: Raw, n: number, units: Unit[], scores: unknown[]): Player {
  const number_ = number(raw['player'], n)
  const own = units.find((u) => u.player === number_)
  return {
    player: number_,
    name: text(raw['name']) || `player ${number_ + 1}`,
    side: number(raw['side'], own?.side ?? number_),
    points: text(raw['points']),
    score: whole(scores[number_]),
  }
}

export function read(raw: Raw): View {
  const table = (raw['table'] ?? {}) as Raw
  const units = rows(raw['units']).map(unit)
  return {
    width: number(table['width'], 0),
    height: number(table['height'], 0),
    turn: whole(raw['turn']),
    turns: whole(raw['turns']),
    phase: text(raw['phase']),
    active: whole(raw['active']),
    units,
    terrain: rows(raw['terrain']).map(terrain),
    objectives: rows(raw['objectives']).map((o, n) => ({
      key: text(o['key']) || `objective:${n}`,
      x: number(o['x'], 0),
      y: number(o['y'], 0),
      radius: number(o['radius'], 0.75),
      label: text(o['label']) || `objective ${n + 1}`,
      held: whole(o['held']),
    })),
    zones: rows(raw['zones']).map((z) => ({
      label: text(z['label']),
      side: number(z['side'], number(z['player'], 0)),
      points: points(z['points']),
    })),
    players: rows(raw['players']).map((p, n) => player(p, n, units, list(raw['scores']))),
    facts: Object.entries(raw)
      .filter(([key, value]) => !KNOWN.has(key) && /^(string|number|boolean)$/.test(typeof value))
      .map(([key, value]) => [key, String(value)]),
  }
}

/** Whether a key names this piece or a part of it: `unit:3:0` is a part of `unit:3`. */
export function partOf(whole: string, key: string): boolean {
  return key === whole || (key.startsWith(whole) && /^[^\p{L}\p{N}]/u.test(key.slice(whole.length)))
}

/** The unit a key points at, and the figure if it points at one. */
export function find(view: View, key: string): { unit: Unit; index: number | null } | null {
  for (const unit of view.units) {
    if (!partOf(unit.key, key)) continue
    const tail = key.slice(unit.key.length + 1)
    return { unit, index: /^\d+$/.test(tail) ? Number(tail) : null }
  }
  return null
}

export function middle(at: { x: number; y: number }[]): { x: number; y: number } {
  const n = Math.max(1, at.length)
  return { x: at.reduce((s, p) => s + p.x, 0) / n, y: at.reduce((s, p) => s + p.y, 0) / n }
}
