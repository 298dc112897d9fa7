import type { Viewer } from '@kaiku/core/access.ts'
import { builtInPages, ownPage, type Visit, visitAreas } from '@kaiku/core/visit.ts'
import { LRUCache } from 'lru-cache'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** Milliseconds within which the same again is no further visit. */
export const sameVisit = 1_800_000

type Noted = {
  readonly universe: string
  readonly survey: number
  readonly kind: Visit['kind']
  readonly subject: string
  readonly person: string
  /** Milliseconds since 1970. */
  readonly at: number
}
type Waiting = { readonly last: LRUCache<string, number>; noted: Noted[]; writing: Promise<void> }

/** Visits that wait to be written; more are not counted while PostgreSQL is away. */
const mostWaiting = 50_000
const waiting = new WeakMap<Stores, Waiting>()

function waitingOf(stores: Stores): Waiting {
  const known = waiting.get(stores) ?? {
    last: new LRUCache<string, number>({ max: mostWaiting }),
    noted: [],
    writing: Promise.resolve(),
  }
  waiting.set(stores, known)
  return known
}

/** Whether a survey has what somebody says to have opened. */
export function isThere({ definition, views }: Dictionary, { kind, subject }: Visit): boolean {
  if (kind === 'view') return views.has(subject)
  if (kind === 'area') return visitAreas.some((area) => area === subject)
  if (kind !== 'page') return subject === ''
  return (
    subject === ownPage ||
    builtInPages.some((page) => page === subject) ||
    definition.pages.some(({ extname }) => extname === subject)
  )
}

/**
 * Counts what a viewer has opened, unless it is the same again; nothing is written yet. Who acts or looks as somebody else
 * counts for nobody. `now`: milliseconds since 1970.
 */
export function noteVisits(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  visits: readonly Visit[],
  now: number,
): number {
  if (who.actor || who.viewedAs) return 0
  const { universe, survey } = dictionary
  const own = waitingOf(stores)
  const counted = visits.filter((visit) => {
    if (!isThere(dictionary, visit) || own.noted.length >= mostWaiting) return false
    const { kind, subject, which } = visit
    const key = JSON.stringify([universe, survey, kind, subject, which, who.userId])
    if (now - (own.last.get(key) ?? Number.NEGATIVE_INFINITY) < sameVisit) return false
    own.last.set(key, now)
    own.noted.push({ universe, survey, kind, subject, person: who.userId, at: now })
    return true
  })
  return counted.length
}

/**
 * Writes what is counted. Only members count; of a universe that keeps no names, only how often. What cannot be written
 * waits for the next time, and the error is thrown.
 */
export function writeVisits(stores: Stores): Promise<void> {
  const own = waitingOf(stores)
  const next = own.writing.then(() => writeNoted(stores, own))
  own.writing = next.catch(() => {})
  return next
}

async function writeNoted({ service }: Stores, own: Waiting): Promise<void> {
  const { noted } = own
  if (noted.length === 0) return
  own.noted = []
  try {
    await service.query(written, [JSON.stringify(noted)])
  } catch (error) {
    own.noted = [...noted, ...own.noted]
    throw error
  }
}

const written = `with told as (
    select v.universe, v.survey, v.kind, v.subject, v.person,
      (to_timestamp(v.at / 1000) at time zone u.time_zone)::date as day,
      coalesce(u.settings ->> 'visitNames', 'true') = 'true' as named
    from jsonb_to_recordset($1) v (universe uuid, survey int, kind text, subject text, person uuid, at float8)
      join universe u on u.id = v.universe
      join survey s on (s.universe, s.number) = (v.universe, v.survey)
      join membership m on (m.universe, m.person) = (v.universe, v.person)),
  counted as (
    insert into visit_count (universe, survey, kind, subject, day, visits)
    select universe, survey, kind, subject, day, count(*) from told group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (universe, survey, kind, subject, day) do update set visits = visit_count.visits + excluded.visits)
  insert into visit_person (universe, person, day, survey, kind, subject)
  select distinct universe, person, day, survey, kind, subject from told where named order by 1, 2, 3, 4, 5, 6
  on conflict do nothing`
