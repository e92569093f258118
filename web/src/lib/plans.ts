/** Tables drawn by hand: kept in this browser, sent as a link or a file. */
import { route } from './router.svelte'

export type Point = [number, number]
export interface Piece {
  kind: string
  points: Point[]
}
export interface Plan {
  system: string
  name: string
  width: number
  height: number
  pieces: Piece[]
}

const KEY = 'grognard.tables'

export function kept(system: string): Plan[] {
  return everything().filter((plan) => plan.system === system)
}

function everything(): Plan[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.flatMap((raw) => understood(raw) ?? []) : []
  } catch {
    return []
  }
}

/** Under its name, in the place of one that had it before. */
export function keep(plan: Plan): boolean {
  const others = everything().filter((p) => p.system !== plan.system || p.name !== plan.name)
  return store([...others, plan])
}

export function forget(plan: Plan): boolean {
  return store(everything().filter((p) => p.system !== plan.system || p.name !== plan.name))
}

function store(plans: Plan[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(plans))
    return true
  } catch {
    return false
  }
}

/** What somebody sent is read with care: a plan, or nothing. */
export function understood(raw: unknown): Plan | null {
  const said = raw as Partial<Plan> | null
  if (!said || typeof said.system !== 'string' || !Array.isArray(said.pieces)) return null
  const size = (value: unknown) => (typeof value === 'number' && value >= 1 && value <= 480 ? value : 48)
  const pieces = said.pieces.slice(0, 200).flatMap((piece): Piece[] => {
    if (typeof piece?.kind !== 'string' || !Array.isArray(piece.points)) return []
    const points = piece.points
      .slice(0, 200)
      .filter((p) => Array.isArray(p) && Number.isFinite(p[0]) && Number.isFinite(p[1]))
      .map((p): Point => [p[0], p[1]])
    return points.length >= 3 ? [{ kind: piece.kind.slice(0, 80), points }] : []
  })
  return {
    system: said.system,
    name: String(said.name ?? '').slice(0, 60),
    width: size(said.width),
    height: size(said.height),
    pieces,
  }
}

/** As text for an address. */
export async function packed(plan: Plan): Promise<string> {
  const squeezed = new Blob([JSON.stringify(plan)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer())
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

export async function unpacked(text: string): Promise<Plan | null> {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return understood(JSON.parse(await new Response(plain).text()))
  } catch {
    return null
  }
}

/** The table that this page's address holds, if it does. */
export async function sent(): Promise<Plan | null> {
  const text = new URLSearchParams(route.hash.slice(1)).get('table')
  return text ? unpacked(text) : null
}

// -- shapes --------------------------------------------------------------------------------

const fine = (value: number): number => Math.round(value * 16) / 16

export type Shape = 'block' | 'round' | 'strip'
const STRIP = 0.5

/** A piece drawn from one corner to another; a strip runs along the line between them. */
export function shaped(shape: Shape, from: Point, to: Point): Point[] {
  const [x0, y0] = from
  const [x1, y1] = to
  if (shape === 'strip') {
    const long = Math.hypot(x1 - x0, y1 - y0) || 1
    const [nx, ny] = [((y0 - y1) / long) * (STRIP / 2), ((x1 - x0) / long) * (STRIP / 2)]
    return tidy([[x0 + nx, y0 + ny], [x0 - nx, y0 - ny], [x1 - nx, y1 - ny], [x1 + nx, y1 + ny]])
  }
  if (shape === 'block') return tidy([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
  const [cx, cy, rx, ry] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.abs(x1 - x0) / 2, Math.abs(y1 - y0) / 2]
  const around = Array.from({ length: 12 }, (_, n): Point => {
    const turn = (n / 12) * 2 * Math.PI
    // Not quite an ellipse: nothing that grows is one.
    const far = 1 - 0.08 * ((n * 7) % 3)
    return [cx + Math.cos(turn) * rx * far, cy + Math.sin(turn) * ry * far]
  })
  return tidy(around)
}

export const tidy = (points: Point[]): Point[] => points.map(([x, y]) => [fine(x), fine(y)])

export function centre(points: Point[]): Point {
  const n = points.length || 1
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n]
}

export function turned(points: Point[], degrees: number, about: Point = centre(points)): Point[] {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return tidy(
    points.map(([x, y]): Point => {
      const [dx, dy] = [x - about[0], y - about[1]]
      return [about[0] + dx * cos - dy * sin, about[1] + dx * sin + dy * cos]
    }),
  )
}

/** Moved, but never off the table. */
export function shifted(points: Point[], dx: number, dy: number, width: number, height: number): Point[] {
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  const held = (by: number, low: number, high: number) => Math.min(high, Math.max(low, by))
  const mx = held(dx, -Math.min(...xs), width - Math.max(...xs))
  const my = held(dy, -Math.min(...ys), height - Math.max(...ys))
  return tidy(points.map(([x, y]): Point => [x + mx, y + my]))
}
