/** Where we look at the table from: pixels of the screen to the inch, and where its corner lies.

The table's origin is its lower left corner; on the screen y grows downwards, so a point is drawn
at (x, height - y). */

const MARGIN = 1.6
const LARGEST = 140

export class Camera {
  scale = $state(16)
  x = $state(0)
  y = $state(0)
  width = $state(1)
  height = $state(1)
  private wide = 48
  private high = 48
  private fitted = true

  get transform(): string {
    return `translate(${this.x} ${this.y}) scale(${this.scale})`
  }

  get smallest(): number {
    return Math.min(
      this.width / (this.wide + 2 * MARGIN),
      this.height / (this.high + 2 * MARGIN),
    )
  }

  /** The room on the screen changed, or the table did. */
  resize(width: number, height: number, wide: number, high: number): void {
    const again = this.fitted || wide !== this.wide || high !== this.high
    this.width = width
    this.height = height
    this.wide = wide
    this.high = high
    if (again) this.fit()
    else this.hold()
  }

  fit(): void {
    this.scale = this.smallest
    this.x = (this.width - this.wide * this.scale) / 2
    this.y = (this.height - this.high * this.scale) / 2
    this.fitted = true
  }

  zoom(by: number, px: number = this.width / 2, py: number = this.height / 2): void {
    const scale = Math.min(LARGEST, Math.max(this.smallest, this.scale * by))
    this.x = px - ((px - this.x) * scale) / this.scale
    this.y = py - ((py - this.y) * scale) / this.scale
    this.scale = scale
    this.fitted = false
    this.hold()
  }

  pan(dx: number, dy: number): void {
    this.x += dx
    this.y += dy
    this.fitted = false
    this.hold()
  }

  /** Bring this place, in inches, into sight if it is not. */
  show(x: number, y: number): void {
    const [px, py] = this.toScreen(x, y)
    const edge = 60
    const dx = px < edge ? edge - px : px > this.width - edge ? this.width - edge - px : 0
    const dy = py < edge ? edge - py : py > this.height - edge ? this.height - edge - py : 0
    if (dx || dy) this.pan(dx, dy)
  }

  toTable(px: number, py: number): { x: number; y: number } {
    return { x: (px - this.x) / this.scale, y: this.high - (py - this.y) / this.scale }
  }

  toScreen(x: number, y: number): [number, number] {
    return [this.x + x * this.scale, this.y + (this.high - y) * this.scale]
  }

  /** The table never leaves the room altogether; smaller than it, it lies in the middle. */
  private hold(): void {
    const keep = (at: number, room: number, size: number): number => {
      const edge = MARGIN * this.scale
      if (size + 2 * edge <= room) return (room - size) / 2
      return Math.min(edge + room * 0.35, Math.max(room - size - edge - room * 0.35, at))
    }
    this.x = keep(this.x, this.width, this.wide * this.scale)
    this.y = keep(this.y, this.height, this.high * this.scale)
  }
}
