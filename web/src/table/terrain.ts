/** How kinds of terrain look. What a system calls a kind decides, word by word, as on a table where
nobody asks whether those trees are trees; an unknown kind gets a plain hatched piece and its name.

Everything is a handful of paths for each piece, so that a large table stays quick. */

export type Look =
  | 'wood' | 'field' | 'scrub' | 'rough' | 'marsh' | 'snow' | 'sand' | 'hill' | 'water' | 'lava'
  | 'road' | 'bridge' | 'building' | 'ruin' | 'bunker' | 'wall' | 'hedge' | 'fence' | 'wire'
  | 'barricade' | 'trench' | 'crater' | 'other' // prettier-ignore

const WORDS: [RegExp, Look][] = [
  [/wire/, 'wire'],
  [/bridge|raft|ladder|gate/, 'bridge'],
  [/ruin|rubble|wreck|debris/, 'ruin'],
  [/bunker|pillbox|fort/, 'bunker'],
  [/barricade|sandbag|sangar|obstacle/, 'barricade'],
  [/trench|ditch|foxhole/, 'trench'],
  [/hedge|bocage/, 'hedge'],
  [/fence|palisade/, 'fence'],
  [/wall/, 'wall'],
  [/building|house|tower|factory|church|barn|hut|town/, 'building'],
  [/crater|shell/, 'crater'],
  [/road|street|track|path/, 'road'],
  [/marsh|bog|swamp|mud|fen/, 'marsh'],
  [/lava|magma|fire/, 'lava'],
  [/water|river|lake|stream|pond|sea|ford/, 'water'],
  [/snow|ice/, 'snow'],
  [/ash|sand|desert|dune/, 'sand'],
  [/hill|height|ridge|slope|cliff|mountain/, 'hill'],
  [/rock|boulder|scree|stone|rough|broken/, 'rough'],
  [/wood|forest|tree|jungle|copse|orchard/, 'wood'],
  [/field|crop|farm|corn/, 'field'],
  [/scrub|bush|brush|vegetation|grass|difficult/, 'scrub'],
]

export function look(kind: string): Look {
  const said = kind.toLowerCase()
  return WORDS.find(([words]) => words.test(said))?.[1] ?? 'other'
}

type Point = [number, number]

/** One thing to draw: a path, and the class that colours it. */
export interface Stroke {
  d: string
  as: string
}

/** A number from 0 to 1 that is the same every time: trees do not move. */
function chance(seed: number): () => number {
  let a = seed | 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const r = (value: number): string => value.toFixed(2)

export const outline = (points: Point[]): string =>
  points.length ? `M${points.map(([x, y]) => `${r(x)} ${r(y)}`).join('L')}Z` : ''

const circle = (x: number, y: number, radius: number): string =>
  `M${r(x - radius)} ${r(y)}a${r(radius)} ${r(radius)} 0 1 0 ${r(2 * radius)} 0a${r(radius)} ${r(radius)} 0 1 0 ${r(-2 * radius)} 0Z`

/** A closed curve through the middles of the edges: what grew has no corners. */
export function soft(points: Point[]): string {
  const n = points.length
  if (n < 5) return outline(points)
  const mid = (i: number): Point => {
    const a = points[i % n]!
    const b = points[(i + 1) % n]!
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  }
  const [x, y] = mid(0)
  let d = `M${r(x)} ${r(y)}`
  for (let i = 1; i <= n; i++) {
    const c = points[i % n]!
    const m = mid(i)
    d += `Q${r(c[0])} ${r(c[1])} ${r(m[0])} ${r(m[1])}`
  }
  return d + 'Z'
}

function inside(points: Point[], x: number, y: number): boolean {
  let is = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i]!
    const [bx, by] = points[j]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) is = !is
  }
  return is
}

function clearance(points: Point[], x: number, y: number): number {
  let best = Infinity
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[j]!
    const [bx, by] = points[i]!
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1
    const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    best = Math.min(best, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
  }
  return best
}

/** Places inside, about `step` apart and at least `edge` from the rim. */
function scatter(points: Point[], step: number, edge: number, seed: number): Point[] {
  const dice = chance(seed)
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  const out: Point[] = []
  let odd = 0
  for (let y = Math.min(...ys); y <= Math.max(...ys) && out.length < 400; y += step * 0.87) {
    odd ^= 1
    for (let x = Math.min(...xs) + (odd ? step / 2 : 0); x <= Math.max(...xs); x += step) {
      const px = x + (dice() - 0.5) * step * 0.6
      const py = y + (dice() - 0.5) * step * 0.6
      if (inside(points, px, py) && clearance(points, px, py) >= edge) out.push([px, py])
    }
  }
  return out
}

function shrink(points: Point[], by: number): Point[] {
  const cx = points.reduce((s, p) => s + p[0], 0) / points.length
  const cy = points.reduce((s, p) => s + p[1], 0) / points.length
  return points.map(([x, y]) => [cx + (x - cx) * by, cy + (y - cy) * by])
}

const shift = (points: Point[], dx: number, dy: number): Point[] =>
  points.map(([x, y]) => [x + dx, y + dy])

/** The line along the middle of a long thin piece, by points about `step` apart; and its width. */
function spine(points: Point[], step: number): { at: [number, number, number][]; width: number } {
  if (points.length !== 4) {
    const at: [number, number, number][] = []
    for (let i = 0; i < points.length; i++) {
      const a = points[i]!
      const b = points[(i + 1) % points.length]!
      const n = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step))
      const turn = Math.atan2(b[1] - a[1], b[0] - a[0])
      for (let k = 0; k < n; k++)
        at.push([a[0] + ((b[0] - a[0]) * k) / n, a[1] + ((b[1] - a[1]) * k) / n, turn])
    }
    return { at, width: 0.5 }
  }
  const [p, q, s, t] = points as [Point, Point, Point, Point]
  const far = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
  const mid = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const along = far(p, q) > far(q, s)
  const [a, b] = along ? [mid(p, t), mid(q, s)] : [mid(p, q), mid(t, s)]
  const width = along ? far(q, s) : far(p, q)
  const n = Math.max(1, Math.round(far(a, b) / step))
  const turn = Math.atan2(b[1] - a[1], b[0] - a[0])
  const at: [number, number, number][] = []
  for (let k = 0; k < n; k++)
    at.push([
      a[0] + ((b[0] - a[0]) * (k + 0.5)) / n,
      a[1] + ((b[1] - a[1]) * (k + 0.5)) / n,
      turn,
    ])
  return { at, width }
}

/** The paths of one piece, from the ground up. Points as drawn, y downwards. */
export function strokes(kind: string, points: Point[], seed: number): Stroke[] {
  if (points.length < 3) return []
  const as = look(kind)
  const dice = chance(seed * 7919 + 17)
  const hard = outline(points)
  const curved = soft(points)
  const drawn: Stroke[] = []
  const add = (as: string, d: string) => d && drawn.push({ as, d })
  const tufts = (size: number, at: Point[], shape: (x: number, y: number, s: number) => string) =>
    at.map(([x, y]) => shape(x, y, size * (0.75 + dice() * 0.5))).join('')
  switch (as) {
    case 'wood': {
      add('wood-floor', curved)
      const trees = scatter(points, 1.35, 0.45, seed).map(
        ([x, y]): [number, number, number] => [x, y, 0.5 + dice() * 0.32],
      )
      add('shade', trees.map(([x, y, s]) => circle(x + 0.16, y + 0.2, s)).join(''))
      add('leaf', trees.map(([x, y, s]) => circle(x, y, s)).join(''))
      add('leaf-high', trees.map(([x, y, s]) => circle(x - s * 0.22, y - s * 0.26, s * 0.52)).join(''))
      break
    }
    case 'hill':
      add('shade', soft(shift(points, 0.18, 0.22)))
      add('hill-0', curved)
      add('hill-1', soft(shrink(points, 0.78)))
      add('hill-2', soft(shrink(points, 0.55)))
      break
    case 'building':
    case 'bunker': {
      add('shade', outline(shift(points, 0.28, 0.34)))
      add(as === 'bunker' ? 'concrete' : 'roof', hard)
      add(as === 'bunker' ? 'concrete-high' : 'roof-high', outline(shrink(points, as === 'bunker' ? 0.7 : 0.1)))
      const top = shrink(points, as === 'bunker' ? 0.7 : 0.1)
      add('ridge', points.map((p, i) => `M${r(p[0])} ${r(p[1])}L${r(top[i]![0])} ${r(top[i]![1])}`).join(''))
      break
    }
    case 'ruin':
      add('ruin-floor', hard)
      add('ruin-wall', hard)
      add('stones', tufts(0.2, scatter(points, 0.9, 0.3, seed), circle))
      break
    case 'water':
      add('water-rim', curved)
      add('water', curved)
      add('waves', tufts(0.4, scatter(points, 1.7, 0.5, seed), (x, y, s) => `M${r(x - s)} ${r(y)}q${r(s / 2)} ${r(-s / 2)} ${r(s)} 0t${r(s)} 0`))
      break
    case 'marsh':
      add('marsh', curved)
      add('waves', tufts(0.35, scatter(points, 1.9, 0.5, seed), (x, y, s) => `M${r(x - s)} ${r(y)}h${r(2 * s)}`))
      add('reeds', tufts(0.35, scatter(points, 1.3, 0.3, seed + 1), (x, y, s) => `M${r(x)} ${r(y)}v${r(-s)}M${r(x)} ${r(y)}l${r(-s / 2)} ${r(-s * 0.8)}M${r(x)} ${r(y)}l${r(s / 2)} ${r(-s * 0.8)}`))
      break
    case 'lava':
      add('lava', curved)
      add('lava-high', soft(shrink(points, 0.6)))
      break
    case 'road':
      add('road', hard)
      break
    case 'bridge':
      add('shade', outline(shift(points, 0.2, 0.25)))
      add('planks', hard)
      add('ridge', spine(points, 0.5).at.map(([x, y, turn]) => bar(x, y, turn + Math.PI / 2, spine(points, 1).width)).join(''))
      break
    case 'field':
      add('field', hard)
      break
    case 'snow':
      add('snow', curved)
      break
    case 'sand':
      add('sand', curved)
      add('grit', tufts(0.05, scatter(points, 0.7, 0.2, seed), circle))
      break
    case 'rough':
    case 'crater': {
      add('rough', curved)
      const stones = scatter(points, 1.25, 0.35, seed).map(
        ([x, y]): [number, number, number] => [x, y, 0.14 + dice() * 0.26],
      )
      add('shade', stones.map(([x, y, s]) => boulder(x + 0.08, y + 0.1, s, dice)).join(''))
      add('stones', stones.map(([x, y, s]) => boulder(x, y, s, dice)).join(''))
      break
    }
    case 'scrub':
      add('scrub', curved)
      add('leaf', tufts(0.24, scatter(points, 1.1, 0.3, seed), circle))
      add('reeds', tufts(0.3, scatter(points, 1.2, 0.2, seed + 3), (x, y, s) => `M${r(x)} ${r(y)}l${r(-s / 2)} ${r(-s)}M${r(x)} ${r(y)}l${r(s / 2)} ${r(-s)}`))
      break
    case 'hedge': {
      const line = spine(points, 0.42)
      const fat = Math.max(0.26, line.width * 0.55)
      add('shade', line.at.map(([x, y]) => circle(x + 0.12, y + 0.16, fat)).join(''))
      add('leaf', line.at.map(([x, y]) => circle(x, y, fat * (0.85 + dice() * 0.3))).join(''))
      add('leaf-high', line.at.map(([x, y]) => circle(x - 0.06, y - 0.08, fat * 0.5)).join(''))
      break
    }
    case 'wall': {
      const line = spine(points, 0.7)
      add('shade', outline(shift(points, 0.14, 0.18)))
      add('stone', hard)
      add('ridge', line.at.map(([x, y, turn]) => bar(x, y, turn + Math.PI / 2, line.width)).join(''))
      break
    }
    case 'barricade': {
      const line = spine(points, 0.55)
      add('shade', outline(shift(points, 0.14, 0.18)))
      add('barricade', hard)
      add('bags', line.at.map(([x, y, turn], i) => bar(x, y, turn + (i % 2 ? 0.55 : -0.55), line.width * 1.5)).join(''))
      break
    }
    case 'fence':
    case 'wire': {
      const line = spine(points, as === 'wire' ? 0.45 : 0.8)
      add('bare', hard)
      const first = line.at[0]
      const last = line.at[line.at.length - 1]
      if (first && last) add('rail', `M${r(first[0])} ${r(first[1])}L${r(last[0])} ${r(last[1])}`)
      if (as === 'wire') add('coil', line.at.map(([x, y]) => circle(x, y, Math.max(0.22, line.width / 2))).join(''))
      else add('posts', line.at.map(([x, y]) => circle(x, y, 0.14)).join(''))
      break
    }
    case 'trench':
      add('trench-rim', hard)
      add('trench', hard)
      break
    default:
      add('other', hard)
  }
  return drawn
}

function bar(x: number, y: number, turn: number, length: number): string {
  const dx = (Math.cos(turn) * length) / 2
  const dy = (Math.sin(turn) * length) / 2
  return `M${r(x - dx)} ${r(y - dy)}L${r(x + dx)} ${r(y + dy)}`
}

function boulder(x: number, y: number, size: number, dice: () => number): string {
  const corners: Point[] = []
  for (let i = 0; i < 6; i++) {
    const turn = (i / 6) * 2 * Math.PI
    const far = size * (0.8 + dice() * 0.4)
    corners.push([x + Math.cos(turn) * far, y + Math.sin(turn) * far * 0.85])
  }
  return outline(corners)
}
