/** What this browser remembers of its user's taste. */

export type Light = 'auto' | 'day' | 'night'
export type DiceSpeed = 'off' | 'quick' | 'slow'

function stored<T extends string>(key: string, fallback: T): T {
  try {
    return (localStorage.getItem(`grognard.${key}`) as T | null) ?? fallback
  } catch {
    return fallback
  }
}

class Prefs {
  light = $state<Light>(stored<Light>('light', 'auto'))
  dice = $state<DiceSpeed>(stored<DiceSpeed>('dice', 'quick'))
  notices = $state(stored<'yes' | 'no'>('notices', 'no') === 'yes')

  constructor() {
    this.shine()
  }

  set(key: 'light' | 'dice' | 'notices', value: string): void {
    if (key === 'light') this.light = value as Light
    else if (key === 'dice') this.dice = value as DiceSpeed
    else this.notices = value === 'yes'
    try {
      localStorage.setItem(`grognard.${key}`, value)
    } catch {
      // a browser that keeps nothing forgets this one too
    }
    this.shine()
  }

  /** Notices need the browser's leave, which only a click may ask for. */
  async ask(wanted: boolean): Promise<void> {
    const may = wanted && 'Notification' in window && (await Notification.requestPermission()) === 'granted'
    this.set('notices', may ? 'yes' : 'no')
  }

  private shine(): void {
    const root = document.documentElement
    if (this.light === 'auto') delete root.dataset['light']
    else root.dataset['light'] = this.light
  }
}

export const prefs = new Prefs()

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
