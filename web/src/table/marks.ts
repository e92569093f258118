/** The mark of a side on a base of radius 1: told apart without colour. */
const MARKS = [
  'M.42 0A.42 .42 0 1 1 -.42 0A.42 .42 0 1 1 .42 0Z',
  'M-.82 .3L.3 -.82L.56 -.56L-.56 .56ZM.0 .82L.82 0L.9 .3L.3 .9Z',
  'M0 -.62L.56 .36H-.56Z',
  'M-.16 -.66H.16V-.16H.66V.16H.16V.66H-.16V.16H-.66V-.16H-.16Z',
  'M-.46 -.46H.46V.46H-.46Z',
  'M0 -.66L.5 0L0 .66L-.5 0Z',
]

export const mark = (side: number): string => MARKS[side % MARKS.length]!
export const NOSE = 'M1.28 0L.82 -.34V.34Z'
