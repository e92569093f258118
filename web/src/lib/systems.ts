/** What is installed, asked for once. */
import { api } from '../wire/api'
import type { System, SystemInFull } from '../wire/schema'

let all: Promise<System[]> | undefined
const full = new Map<string, Promise<SystemInFull>>()

export function systems(): Promise<System[]> {
  all ??= api.systems().catch((error) => {
    all = undefined
    throw error
  })
  return all
}

export function system(name: string): Promise<SystemInFull> {
  let found = full.get(name)
  if (!found) {
    found = api.system(name)
    found.catch(() => full.delete(name))
    full.set(name, found)
  }
  return found
}

/** `shooting_at` as a person writes it. */
export const words = (name: string): string => name.replaceAll('_', ' ').replaceAll('-', ' ')
