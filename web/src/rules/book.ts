/** The rule index of a system, arranged for reading. */
import { api } from '../wire/api'
import type { Rule, RuleIndex } from '../wire/schema'

export interface Section {
  heading: string
  rules: Rule[]
}
export interface Chapter {
  title: string
  sections: Section[]
}
export interface Book {
  title: string
  summary: string
  chapters: Chapter[]
  gaps: Rule[]
  byId: Map<string, Rule>
}

const known = new Map<string, Promise<Book>>()

export function book(system: string): Promise<Book> {
  let found = known.get(system)
  if (!found) {
    found = api.index(system).then(arrange)
    found.catch(() => known.delete(system))
    known.set(system, found)
  }
  return found
}

/** Headings go by their numbers where they have any; those without belong to the number before
    them, or stand for themselves. */
function arrange(index: RuleIndex): Book {
  const chapters = new Map<string, Chapter>()
  const gaps: Rule[] = []
  let last = ''
  for (const rule of index.rules) {
    if (rule.kind === 'gap') {
      gaps.push(rule)
      continue
    }
    const first = rule.heading.split(' / ')[0] ?? ''
    const number = /^(\d+|[A-Z]\d*)(?=[. ])/.exec(first)?.[1]
    if (number) last = number
    const key = number ?? (last || first)
    let chapter = chapters.get(key)
    if (!chapter) chapters.set(key, (chapter = { title: first, sections: [] }))
    let section = chapter.sections.find((s) => s.heading === rule.heading)
    if (!section) chapter.sections.push((section = { heading: rule.heading, rules: [] }))
    section.rules.push(rule)
  }
  for (const [key, chapter] of chapters) {
    const heads = chapter.sections.map((s) => s.heading.split(' / ')[0] ?? '')
    const whole = heads.find((h) => h.startsWith(`${key} `) || h.startsWith(`${key}. `))
    chapter.title = whole ?? together(key, [...new Set(heads)])
  }
  return {
    title: index.title,
    summary: index.summary,
    chapters: [...chapters.values()],
    gaps,
    byId: new Map(index.rules.map((rule) => [rule.id, rule])),
  }
}

/** A chapter that has no heading of its own goes by the first of its sections. */
function together(key: string, heads: string[]): string {
  if (heads.length < 2) return heads[0] ?? key
  return `${key}. ${heads.slice(0, 2).map(bare).join(', ')}${heads.length > 2 ? ' …' : ''}`
}

const bare = (heading: string) => heading.replace(/^[\d.]+\s*/, '')

/** Rules that hold every one of the words. */
export function search(all: Book, words: string): Rule[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return [...all.byId.values()].filter((rule) => {
    const text = `${rule.id} ${rule.heading} ${rule.says} ${rule.problem} ${rule.alternatives}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** A text in pieces, those that name another rule apart. */
export function pieces(text: string, all: Book): { text: string; id: string }[] {
  const out: { text: string; id: string }[] = []
  let at = 0
  for (const found of text.matchAll(/[A-Z]{2,}[A-Za-z0-9]*(?:-[A-Za-z0-9.]*[A-Za-z0-9])+/g)) {
    if (!all.byId.has(found[0])) continue
    out.push({ text: text.slice(at, found.index), id: '' }, { text: found[0], id: found[0] })
    at = found.index + found[0].length
  }
  out.push({ text: text.slice(at), id: '' })
  return out.filter((piece) => piece.text)
}
