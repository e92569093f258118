/** An outline around a unit's bases: the hull of circles, drawn with round corners. */
import type { Figure } from './view'

type Point = [number, number]

function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  if (sorted.length < 3) return sorted
  const cross = (o: Point, a: Point, b: Point) =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
  const half = (run: Point[]): Point[] => {
    const out: Point[] = []
    for (const p of run) {
      while (out.length > 1 && cross(out[out.length - 2]!, out[out.length - 1]!, p) <= 0) out.pop()
      out.push(p)
    }
    out.pop()
    return out
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

/** `room` inches around the bases; `high` is the table's height, for y downwards. */
export function around(figures: Figure[], room: number, high: number): string {
  const points: Point[] = []
  for (const f of figures) {
    if (f.box) {
      const turn = (f.facing * Math.PI) / 180
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const [along, across] = [f.box.depth / 2 + room, f.box.width / 2 + room]
      for (const [a, b] of [[along, across], [along, -across], [-along, across], [-along, -across]] as Point[])
        points.push([f.x + a * cos - b * sin, high - (f.y + a * sin + b * cos)])
      continue
    }
    const far = f.radius + room
    for (let k = 0; k < 12; k++) {
      const turn = (k / 12) * 2 * Math.PI
      points.push([f.x + Math.cos(turn) * far, high - f.y + Math.sin(turn) * far])
    }
  }
  const ring = hull(points)
  return ring.length ? `M${ring.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z` : ''
}
