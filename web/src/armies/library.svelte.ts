/** The forces that this browser keeps. Plain data only: nothing in them is ever run. */
import type { Force } from '../wire/api'

export interface Kept {
  id: string
  system: string
  /** What kind of design; empty: a roster. */
  design: string
  force: Force
  total: number
  updated: number
}

const KEY = 'grognard.armies'

class Library {
  all = $state.raw<Kept[]>(load())
  /** The browser keeps nothing, or has no room. */
  full = $state(false)

  constructor() {
    addEventListener('storage', (event) => {
      if (event.key === KEY) this.all = load()
    })
  }

  find(id: string): Kept | undefined {
    return this.all.find((kept) => kept.id === id)
  }

  keep(kept: Omit<Kept, 'updated'>): void {
    const rest = load().filter((other) => other.id !== kept.id)
    this.save([{ ...kept, updated: Date.now() }, ...rest])
  }

  make(system: string, design: string, force: Force): string {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(16).padStart(2, '0')).join('')
    this.keep({ id, system, design, force, total: 0 })
    return id
  }

  drop(id: string): void {
    this.save(load().filter((kept) => kept.id !== id))
  }

  private save(all: Kept[]): void {
    this.all = all
    try {
      localStorage.setItem(KEY, JSON.stringify(all))
      this.full = false
    } catch {
      this.full = true
    }
  }
}

function load(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(found: unknown): found is Kept {
  const kept = found as Kept | null
  return (
    !!kept && typeof kept.id === 'string' && typeof kept.system === 'string' &&
    !!kept.force && typeof kept.force === 'object' && !Array.isArray(kept.force)
  )
}

export const library = new Library()
export const nameOf = (force: Force): string => (typeof force['name'] === 'string' && force['name']) || 'without a name'

/** A force as a file into the user's hands. */
export function hand(blob: Blob, force: Force, suffix: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${nameOf(force).replace(/[^\p{L}\p{N}]+/gu, '-')}${suffix}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
