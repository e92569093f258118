/** The inputs of a calculator, as its address carries them. Values are texts, as typed. */
import type { Given, Question, Setting } from '../wire/schema'

export type Texts = Record<string, string>

export interface Inputs {
  /** Givens that differ from their defaults. */
  givens: Texts
  /** Settings that differ from the rulings. */
  settings: Texts
  /** And those of the reading that it is compared with; null: with none. */
  other: Texts | null
  policy: string
}

export function read(query: URLSearchParams, question: Question): Inputs {
  const inputs: Inputs = { givens: {}, settings: {}, other: null, policy: '' }
  for (const [key, value] of query) {
    if (key.startsWith('set.')) inputs.settings[key.slice(4)] = value
    else if (key.startsWith('vs.')) (inputs.other ??= {})[key.slice(3)] = value
    else if (key === '.policy') inputs.policy = value
    else if (question.givens.some((g) => g.name === key)) inputs.givens[key] = value
  }
  return inputs
}

export function write(inputs: Inputs): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(inputs.givens)) query.set(key, value)
  for (const [key, value] of Object.entries(inputs.settings)) query.set(`set.${key}`, value)
  for (const [key, value] of Object.entries(inputs.other ?? {})) query.set(`vs.${key}`, value)
  if (inputs.policy) query.set('.policy', inputs.policy)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** The address of a calculator with a situation filled in. */
export function linkTo(system: string, question: string, givens: Record<string, unknown>, settings: Record<string, unknown>, policy = ''): string {
  const texts = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).map(([k, v]) => [k, String(v)]))
  const query = write({ givens: texts(givens), settings: texts(settings), other: null, policy })
  return `/calc/${encodeURIComponent(system)}/${encodeURIComponent(question)}${query}`
}

/** What a setting could be instead: its other readings, or the ends of its range. */
export function readings(setting: Setting): string[] {
  if (setting.choices.length) return setting.choices.map(String)
  if (typeof setting.default === 'boolean') return ['false', 'true']
  if (setting.low < setting.high && setting.high - setting.low <= 40)
    return Array.from({ length: setting.high - setting.low + 1 }, (_, n) => String(setting.low + n))
  return []
}

export const isRange = (given: Given): boolean => (given.kind === 'int' || given.kind === 'float') && given.low < given.high
