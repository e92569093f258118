/** The guided first battle: what to show next, from nothing but what is asked and what has been done.

No rule is known here. What a system wants to say of its own comes with it, as data. */
import { api } from '../wire/api'
import type { Lesson } from '../wire/schema'
import { sheet } from '../ui/sheet.svelte'
import type { MatchStore } from './match.svelte'

export interface Step {
  id: string
  title: string
  text: string
  clause: string
  /** What on the page it speaks of. */
  at: string
  /** Waits for a click on "Go on"; otherwise it is done when it has been done. */
  read: boolean
}

interface Rule extends Step {
  when: (match: MatchStore) => boolean
  done: (match: MatchStore) => boolean
}

const answered = (match: MatchStore, moved: boolean): boolean =>
  match.events.some((e) => e.what.type === 'answer' && match.you.includes(e.what.player) && (e.what.to.length > 0) === moved)
const choosing = (match: MatchStore) => (match.asked?.type === 'choose' ? match.asked : null)
const looked = (match: MatchStore) => choosing(match)?.options[match.looked ?? -1] ?? null
/** The last thing that happened was ours, and nothing came of it yet. */
const freely = (match: MatchStore): boolean => {
  const last = match.events[match.events.length - 1]?.what
  return last?.type === 'answer' && match.you.includes(last.player) && match.asked !== null
}
const never = () => false

const STEPS: Rule[] = [
  {
    id: 'table', title: 'This is the table', at: '.room', read: true, clause: '',
    text: 'It is measured in inches. The wheel or two fingers zoom, dragging the ground moves it. The mark on a base tells the side as well as its colour.',
    when: (m) => m.asked !== null, done: never,
  },
  {
    id: 'rail', title: 'How it stands', at: '.rail', read: true, clause: '',
    text: 'The bar above always shows the turn, whose go it is, the score, and how many figures each side has left.',
    when: (m) => m.asked !== null, done: never,
  },
  {
    id: 'choose', title: 'You are asked, you answer', at: '.orders', read: false, clause: '',
    text: 'Whatever you may do just now is listed here. Pointing at an entry shows on the table what it speaks of. Choose one.',
    when: (m) => choosing(m) !== null, done: (m) => answered(m, false),
  },
  {
    id: 'put', title: 'Put them on the table', at: '.orders', read: false, clause: '',
    text: 'The light area is where they may stand. Click a place or one of the numbers; all of them follow their leader. “Confirm” makes it so, “Start over” does not.',
    when: (m) => m.asked?.type === 'place' && !m.placing?.from, done: (m) => answered(m, true),
  },
  {
    id: 'undo', title: 'Taken back', at: '.undo', read: false, clause: '',
    text: 'As long as no die has been thrown since and nobody else has acted, “Undo” takes your last decision back at once. Try it, or go on.',
    when: freely, done: (m) => m.events.some((e) => e.what.type === 'undo'),
  },
  {
    id: 'why', title: 'Why not?', at: '.option.refused', read: false, clause: '',
    text: 'What is grey is not allowed just now. Point at it: the table says why, by which rule, and what would be legal.',
    when: (m) => !!choosing(m)?.options.some((o) => o.refusal), done: (m) => !!looked(m)?.refusal,
  },
  {
    id: 'odds', title: 'Know the odds', at: '.orders', read: false, clause: '',
    text: 'Where it says “odds”, point at it before you choose: you see the number needed, every part of it, and exactly how likely each result is. The lines on the table show who is in view.',
    when: (m) => !!choosing(m)?.options.some((o) => o.odds && !o.refusal),
    done: (m) => !!looked(m)?.odds && m.looked !== null && m.oddsOf(m.looked) !== undefined,
  },
  {
    id: 'move', title: 'Move a unit', at: '.orders', read: false, clause: '',
    text: 'Drag the unit by any of its figures: the formation follows, the light area is its reach, the ruler reads the way. If it cannot get there, you are told why. Then confirm.',
    when: (m) => m.asked?.type === 'place' && !!m.placing?.from, done: (m) => m.events.some((e) => e.what.type === 'answer' && m.you.includes(e.what.player) && e.what.to.length > 0 && e.turn > 0),
  },
  {
    id: 'dice', title: 'The dice', at: '.log', read: true, clause: '',
    text: 'Dice fall over the table and stay in the log; the green ones are those that were wanted. A click does not wait for them. They are fair, and after the battle you can prove it.',
    when: (m) => m.events.some((e) => e.what.type === 'roll'), done: never,
  },
  {
    id: 'rule', title: 'Look it up', at: '.log .clause', read: false, clause: '',
    text: 'Every line of the log, every number and every refusal names its rule. Click one of the marked numbers to read it.',
    when: (m) => m.events.some((e) => e.tells.some((t) => t.clause)), done: () => sheet.id !== '',
  },
  {
    id: 'react', title: 'It is your decision', at: '.orders', read: true, clause: '',
    text: 'Sometimes you are asked while the other side acts. “Don’t ask me again this turn” answers alike until the turn is over.',
    when: (m) => m.reaction, done: never,
  },
  {
    id: 'end', title: 'That was a battle', at: '.end', read: true, clause: '',
    text: 'Here is what it cost, how the dice fell, and the replay, which you can share or go on with from any point. You know the table now.',
    when: (m) => m.over, done: never,
  },
] // prettier-ignore

const KEY = 'grognard.learnt'

export class Lessons {
  private learnt = $state.raw<ReadonlySet<string>>(new Set())
  private own = $state.raw<Lesson[]>([])
  about = $state('')

  constructor(private readonly match: MatchStore) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as [string, string[]] | null
      if (kept?.[0] === match.id) this.learnt = new Set(kept[1])
    } catch {
      // it begins at the beginning
    }
  }

  async fetch(system: string): Promise<void> {
    const found = await api.system(system)
    this.own = found.first_battle.lessons
    this.about = found.first_battle.about
  }

  /** What the system itself says about what is asked, or has just been told. */
  private get said(): Step | null {
    const asked = this.match.asked
    const cited = new Set(this.match.events.slice(-12).flatMap((e) => e.tells.map((t) => t.clause)))
    const lesson = this.own.find((l) => !this.learnt.has(`own:${l.on}`) && (l.on === asked?.kind || cited.has(l.on)))
    return lesson ? { id: `own:${lesson.on}`, title: 'The rules', text: lesson.text, clause: lesson.clause, at: '.orders', read: true } : null
  }

  get step(): Step | null {
    const { match } = this
    const first = STEPS.find((s) => !this.learnt.has(s.id) && !s.done(match) && s.when(match))
    const early = first && (first.id === 'table' || first.id === 'rail' || first.id === 'end') ? first : null
    return early ?? this.said ?? first ?? null
  }

  get count(): [number, number] {
    return [STEPS.filter((s) => this.learnt.has(s.id) || s.done(this.match)).length, STEPS.length]
  }

  /** What has been done is learnt, also if it can no longer be seen that it was. */
  watch(): void {
    for (const step of STEPS) if (!this.learnt.has(step.id) && step.done(this.match)) this.learn(step.id)
  }

  learn(id: string): void {
    this.learnt = new Set([...this.learnt, id])
    try {
      sessionStorage.setItem(KEY, JSON.stringify([this.match.id, [...this.learnt]]))
    } catch {
      // it will be shown again after a reload
    }
  }
}
