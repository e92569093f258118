/** Every request of docs/wire.md, typed. What is refused throws `Refused`, with the reasons. */
import type {
  ActBody,
  AnswerBody,
  Armoury,
  AskBody,
  Bot,
  Brought,
  Cards,
  Catalogue,
  Checked,
  Claimed,
  ContinueBody,
  Created,
  Done,
  Events,
  Handle,
  Invitation,
  Judged,
  LegShown,
  Luck,
  Me,
  NewMatch,
  NewSeat,
  Odds,
  Offers,
  OverruleBody,
  Problem,
  Proposal,
  ProposeBody,
  Reach,
  Refusal,
  Rule,
  RuleIndex,
  Rules,
  Sight,
  Snapshot,
  State,
  System,
  SystemInFull,
  Talk,
  Timeline,
  Verified,
} from './schema'

export class Refused extends Error {
  constructor(
    readonly code: number,
    readonly refusals: Refusal[],
  ) {
    super(refusals.map((refusal) => refusal.what).join('; ') || `refused (${code})`)
  }
}

/** The first request goes alone: it may be the one that is given the cookie which says who we are. */
let door: Promise<unknown> | null = null

async function knock(path: string, how: RequestInit): Promise<Response> {
  if (door) await door
  const answer = fetch(path, how)
  door ??= answer.catch(() => (door = null))
  return answer
}

async function call<T>(method: string, path: string, body?: unknown, type = 'application/json', signal: AbortSignal | null = null): Promise<T> {
  let answer: Response
  try {
    answer = await knock(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': type },
      body: body === undefined ? null : typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      signal,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refused(0, [{ what: 'the server does not answer', clause: '', legal: 'try again' }])
  }
  if (answer.ok && answer.headers.get('content-disposition')) return (await answer.blob()) as T
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T
  const said = (await answer.json().catch(() => null)) as Problem | null
  const why = { what: `the server refused this (${answer.status})`, clause: '', legal: '' }
  throw new Refused(answer.status, said?.refusals?.length ? said.refusals : [why])
}

const get = <T>(path: string) => call<T>('GET', path)
const post = <T>(path: string, body: unknown, signal?: AbortSignal) =>
  call<T>('POST', path, body, undefined, signal)
const enc = encodeURIComponent

/** A force as plain data: what stands in its file. */
export type Force = Record<string, unknown>
export type Values = Record<string, boolean | number | string>

/** What may be left out of a request: the service has defaults for it. */
export type Loose<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>
export type SeatWanted = Loose<NewSeat, 'name' | 'bot' | 'nonce'>
export type MatchWanted = Loose<
  Omit<NewMatch, 'seats' | 'forces'>,
  'scenario' | 'settings' | 'seed' | 'spectators' | 'table'
> & { seats: SeatWanted[]; forces?: (string | Force)[] }

export const api = {
  systems: () => get<System[]>('/api/systems'),
  system: (name: string) => get<SystemInFull>(`/api/systems/${enc(name)}`),
  ask: (name: string, body: Loose<AskBody, 'givens' | 'settings' | 'policy'>, signal?: AbortSignal) =>
    post<Odds>(`/api/systems/${enc(name)}/ask`, body, signal),
  index: (name: string) => get<RuleIndex>(`/api/systems/${enc(name)}/index`),
  rules: (name: string, q: string, limit = 50) =>
    get<Rules>(`/api/systems/${enc(name)}/rules?q=${enc(q)}&limit=${limit}`),
  rule: (name: string, id: string) => get<Rule>(`/api/systems/${enc(name)}/rules/${enc(id)}`),
  armoury: (name: string) => get<Armoury>(`/api/systems/${enc(name)}/forces`),
  catalogue: (name: string, key: string) =>
    get<Catalogue>(`/api/systems/${enc(name)}/forces/catalogues/${enc(key)}`),
  catalogueOf: (name: string, force: Force) =>
    post<Catalogue>(`/api/systems/${enc(name)}/forces/catalogue`, { force }),
  judge: (name: string, force: Force, settings: Values = {}, signal?: AbortSignal) =>
    post<Judged>(`/api/systems/${enc(name)}/forces/judge`, { force, settings }, signal),
  offers: (name: string, force: Force, where: (string | number)[], deep: boolean, signal?: AbortSignal) =>
    post<Offers>(`/api/systems/${enc(name)}/forces/offers`, { force, where, deep }, signal),
  cards: (name: string, force: Force, settings: Values = {}) =>
    post<Cards>(`/api/systems/${enc(name)}/forces/cards`, { force, settings }),
  bring: (file: File) => call<Brought>('POST', `/api/forces/read?file=${enc(file.name)}`, file, 'application/octet-stream'),
  takeAway: (name: string, force: Force, format: string) =>
    call<Blob>('POST', `/api/systems/${enc(name)}/forces/export`, { force, format }),
  bots: () => get<Bot[]>('/api/bots'),
  me: () => get<Me>('/api/me'),
  rename: (name: string) => call<Me>('PUT', '/api/me', { name }),
  create: (match: MatchWanted) => post<Created>('/api/matches', match),
  upload: (record: string) => call<Created>('POST', '/api/records', record, 'text/plain'),

  snapshot: (match: string) => get<Snapshot>(`/api/matches/${enc(match)}`),
  claim: (match: string, token: string, name: string) =>
    post<Claimed>(`/api/matches/${enc(match)}/claim`, { token, name }),
  link: (match: string, player: number) =>
    post<Invitation>(`/api/matches/${enc(match)}/link`, { player }),
  answer: (match: string, body: AnswerBody) => post<Done>(`/api/matches/${enc(match)}/answer`, body),
  act: (match: string, body: ActBody) => post<Done>(`/api/matches/${enc(match)}/act`, body),
  overrule: (match: string, body: OverruleBody) =>
    post<Done>(`/api/matches/${enc(match)}/overrule`, body),
  handles: (match: string, player: number) =>
    get<Handle[]>(`/api/matches/${enc(match)}/handles?player=${player}`),
  chat: (match: string, text: string) => post<Talk>(`/api/matches/${enc(match)}/chat`, { text }),
  events: (match: string, since: number, talk: number) =>
    get<Events>(`/api/matches/${enc(match)}/events?since=${since}&talk=${talk}`),
  odds: (match: string, player: number, seq: number, option: number) =>
    post<Odds>(`/api/matches/${enc(match)}/odds`, { player, seq, option }),
  reach: (match: string, player: number, seq: number) =>
    post<Reach>(`/api/matches/${enc(match)}/reach`, { player, seq }),
  propose: (match: string, body: Loose<ProposeBody, 'facing' | 'level'>) =>
    post<Proposal>(`/api/matches/${enc(match)}/propose`, body),
  check: (match: string, player: number, seq: number, legs: LegShown[][]) =>
    post<Checked>(`/api/matches/${enc(match)}/check`, { player, seq, legs }),
  sight: (match: string, start: string, to: string) =>
    post<Sight>(`/api/matches/${enc(match)}/sight`, { start, to }),
  replay: (match: string) => get<Timeline>(`/api/matches/${enc(match)}/replay`),
  replayAt: (match: string, seq: number) => get<State>(`/api/matches/${enc(match)}/replay/${seq}`),
  goOn: (match: string, body: Omit<ContinueBody, 'seats'> & { seats: SeatWanted[] }) =>
    post<Created>(`/api/matches/${enc(match)}/continue`, body),
  record: (match: string) => `/api/matches/${enc(match)}/record`,
  verify: (match: string) => get<Verified>(`/api/matches/${enc(match)}/verify`),
  luck: (match: string) => get<Luck[]>(`/api/matches/${enc(match)}/luck`),
}

/** Refusals of anything that was thrown. */
export function reasons(error: unknown): Refusal[] {
  if (error instanceof Refused) return error.refusals
  return [{ what: error instanceof Error ? error.message : String(error), clause: '', legal: '' }]
}
