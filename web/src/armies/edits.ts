/** Changes of a force's plain data, as repairs and offers bring them. */
import type { Edit } from '../wire/schema'
import type { Force } from '../wire/api'

export type Path = (string | number)[]

export function apply(force: Force, edits: Edit[]): Force {
  return edits.reduce((data, edit) => changed(data, edit.path, edit), force as unknown) as Force
}

function changed(data: unknown, path: Path, edit: Edit): unknown {
  const [key, ...rest] = path
  if (key === undefined) return edit.how === 'add' ? [...((data as unknown[]) ?? []), edit.value] : edit.value
  const last = !rest.length && edit.how === 'remove'
  if (typeof key === 'number') {
    const items = [...((data as unknown[]) ?? [])]
    if (last) items.splice(key, 1)
    else items[key] = changed(items[key], rest, edit)
    return items
  }
  const table = { ...((data as Record<string, unknown>) ?? {}) }
  if (last) delete table[key]
  else table[key] = changed(table[key], rest, edit)
  return table
}

export function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, key) => (found as Record<string | number, unknown> | undefined)?.[key], data)
}

export const put = (path: Path, value: unknown): Edit => ({ how: 'set', path, value })
export const remove = (path: Path): Edit => ({ how: 'remove', path, value: null })
export const add = (path: Path, value: unknown): Edit => ({ how: 'add', path, value })
/** The edit that gives a choice this value: what is usual is not written down. */
export const choose = (path: Path, value: unknown, usual: unknown): Edit =>
  value === usual ? remove(path) : put(path, value)

export const same = (a: Path, b: Path): boolean => a.length === b.length && a.every((key, n) => key === b[n])
export const within = (inner: Path, outer: Path): boolean => outer.every((key, n) => inner[n] === key)
