/** The marks of sides on bases of radius 1: told apart without colour. */
type Loop = [number, number][]
type At = { x: number; y: number; facing: number; radius: number }

/** The first side's is a dot. */
const DOT = 0.42
const MARKS: Loop[][] = [
  [],
  [
    [[-0.82, 0.3], [0.3, -0.82], [0.56, -0.56], [-0.56, 0.56]],
    [[0, 0.82], [0.82, 0], [0.9, 0.3], [0.3, 0.9]],
  ],
  [[[0, -0.62], [0.56, 0.36], [-0.56, 0.36]]],
  [[[-0.16, -0.66], [0.16, -0.66], [0.16, -0.16], [0.66, -0.16], [0.66, 0.16], [0.16, 0.16], [0.16, 0.66], [-0.16, 0.66], [-0.16, 0.16], [-0.66, 0.16], [-0.66, -0.16], [-0.16, -0.16]]],
  [[[-0.46, -0.46], [0.46, -0.46], [0.46, 0.46], [-0.46, 0.46]]],
  [[[0, -0.66], [0.5, 0], [0, 0.66], [-0.5, 0]]],
]
const NOSES: Loop = [[1.28, 0], [0.82, -0.34], [0.82, 0.34]]
const PLAIN: At = { x: 0, y: 0, facing: 0, radius: 1 }

const short = (value: number): string => String(Math.round(value * 1000) / 1000)

function drawn(loops: Loop[], at: At, turned: boolean): string {
  const turn = turned ? (-at.facing * Math.PI) / 180 : 0
  const [cos, sin] = [at.radius * Math.cos(turn), at.radius * Math.sin(turn)]
  return loops
    .map((loop) => `M${loop.map(([x, y]) => `${short(at.x + x * cos - y * sin)} ${short(at.y + x * sin + y * cos)}`).join('L')}Z`)
    .join('')
}

function dot(at: At): string {
  const [r, x, y] = [short(DOT * at.radius), at.x, short(at.y)]
  const [left, right] = [short(x - DOT * at.radius), short(x + DOT * at.radius)]
  return `M${right} ${y}A${r} ${r} 0 1 1 ${left} ${y}A${r} ${r} 0 1 1 ${right} ${y}Z`
}

function marked(side: number, at: At, turned: boolean): string {
  const kind = side % MARKS.length
  return kind ? drawn(MARKS[kind]!, at, turned) : dot(at)
}

export const mark = (side: number): string => marked(side, PLAIN, false)
export const NOSE = drawn([NOSES], PLAIN, false)

/** The marks of many discs in one path: so many figures are drawn with so few elements. */
export function marks(side: number, discs: At[], high: number, faces: boolean): string {
  return discs
    .map((disc) => {
      const at = { ...disc, y: high - disc.y }
      return marked(side, at, faces) + (faces ? drawn([NOSES], at, true) : '')
    })
    .join('')
}
