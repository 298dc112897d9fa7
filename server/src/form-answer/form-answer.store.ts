import { atMostTogether, batches } from '@kaiku/core/together.ts'
import type pg from 'pg'
import { inTransaction } from '../db/postgres.ts'
import { json, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { type SentAnswers, sentAnswers } from '../interview-row/json-rows.ts'
import { hashToken } from '../session/token.ts'

const columns = {
  universe: text,
  survey: number,
  id: text,
  form: text,
  given: json(sentAnswers),
  answers: json(sentAnswers),
  state: oneOf('open', 'done', 'partial', 'screenedOut', 'full'),
  ending: nullable(number),
  /** Whose it is, by a link of their own; null: nobody’s, or respondents are protected. */
  sample: nullable(text),
  begunAt: time,
} satisfies Shape

/** What somebody has answered of a form so far. */
export type FormAnswer = RowOf<typeof columns>

const selected = `universe, survey, id, form, given, answers, state, ending, sample, begun_at as "begunAt"`

/** Hours after which nobody comes back to a form, and days for which it is known that it was answered. */
const [patience, kept] = [24, 30]

type Of = Pick<Dictionary, 'universe' | 'survey'>
/** Whose answer is meant: by the hash of a token, or by a link of their own. */
type Whose = Of & ({ readonly hash: Buffer; readonly sample: null } | { readonly hash: null; readonly sample: string })

/** By the token of its respondent; null: nobody has it, or it is of another survey. */
export const answerByToken = (stores: Stores, { universe, survey }: Of, token: string): Promise<FormAnswer | null> =>
  find(stores, { universe, survey, hash: hashToken(token), sample: null })

/** What somebody has answered by a link of their own; null: nothing yet. */
export const answerOfSample = (stores: Stores, { universe, survey }: Of, sample: string): Promise<FormAnswer | null> =>
  find(stores, { universe, survey, hash: null, sample })

const most = 500
const find = batches(({ service }: Stores, all: readonly Whose[]) => findAll(service, all), atMostTogether(most))

/** In the order of those who are meant; null: nothing yet. */
async function findAll(client: pg.Pool | pg.PoolClient, all: readonly Whose[]): Promise<(FormAnswer | null)[]> {
  const { rows } = await query(
    client,
    { ...columns, place: number },
    `select f.*, w.place::int from unnest($1::uuid[], $2::int[], $3::bytea[], $4::uuid[])
       with ordinality w(universe, survey, hash, sample, place)
     cross join lateral (
       select ${selected} from form_answer where hash = w.hash and universe = w.universe and survey = w.survey
       union all
       select ${selected} from form_answer where universe = w.universe and survey = w.survey and sample = w.sample) f`,
    [
      all.map(({ universe }) => universe),
      all.map(({ survey }) => survey),
      all.map(({ hash }) => hash),
      all.map(({ sample }) => sample),
    ],
  )
  const found = new Map(rows.map(({ place, ...answer }) => [place, answer]))
  return all.map((_, at) => found.get(at + 1) ?? null)
}

type Begun = {
  readonly token: string
  readonly form: string
  readonly given: SentAnswers
  readonly begunAt: Date
  readonly sample: string | null
  /** What is answered with it. */
  readonly answers: SentAnswers
}

/** Begins one; the same token again is the same one, and adds to its answers while it is open. */
export const beginAnswer = (stores: Stores, { universe, survey }: Of, begun: Begun): Promise<FormAnswer> =>
  begin(stores, Object.assign({ universe, survey }, begun))

const begin = batches(async ({ service }: Stores, all: readonly (Of & Begun)[]) => {
  const hashes = all.map(({ token }) => hashToken(token))
  await service.query(
    `insert into form_answer as f (universe, survey, hash, form, given, begun_at, sample, answers)
     select universe, survey, hash, form, given, begun_at, sample, jsonb_strip_nulls(answers)
     from unnest($1::uuid[], $2::int[], $3::bytea[], $4::text[], $5::jsonb[], $6::timestamptz[], $7::uuid[], $8::jsonb[])
       b(universe, survey, hash, form, given, begun_at, sample, answers)
     on conflict (hash) do update set answers = jsonb_strip_nulls(f.answers || excluded.answers), saved_at = now()
       where (f.universe, f.survey, f.state) = (excluded.universe, excluded.survey, 'open')`,
    [
      all.map(({ universe }) => universe),
      all.map(({ survey }) => survey),
      hashes,
      all.map(({ form }) => form),
      all.map(({ given }) => JSON.stringify(given)),
      all.map(({ begunAt }) => begunAt),
      all.map(({ sample }) => sample),
      all.map(({ answers }) => JSON.stringify(answers)),
    ],
  )
  const whose = all.map(({ universe, survey, sample }, at): Whose => {
    const hash = hashes[at] ?? Buffer.alloc(0)
    return sample === null ? { universe, survey, hash, sample } : { universe, survey, hash: null, sample }
  })
  return (await findAll(service, whose)).map((found) => {
    if (!found) throw new Error('what was begun is of another survey')
    return found
  })
}, eachToken)

/** Adds answers to what was answered before; what it is then. One that has ended stays as it is. */
export const saveAnswers = (
  stores: Stores,
  { universe, id }: Pick<FormAnswer, 'universe' | 'id'>,
  more: SentAnswers,
): Promise<FormAnswer> => save(stores, { universe, id, more })

type Saved = Pick<FormAnswer, 'universe' | 'id'> & { readonly more: SentAnswers }

const save = batches(
  ({ service }: Stores, all: readonly Saved[]) =>
    inTransaction(service, async (client) => {
      const whose = [all.map(({ universe }) => universe), all.map(({ id }) => id)]
      await client.query(
        `update form_answer f set answers = jsonb_strip_nulls(f.answers || s.more), saved_at = now()
         from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) s(universe, id, more)
         where f.universe = s.universe and f.id = s.id and f.state = 'open'`,
        [...whose, all.map(({ more }) => JSON.stringify(more))],
      )
      const { rows } = await query(
        client,
        columns,
        `select ${selected} from form_answer
         where (universe, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
        whose,
      )
      const saved = new Map(rows.map((row) => [row.id, row]))
      return all.map(({ id }) => {
        const row = saved.get(id)
        if (!row) throw new Error('an answer is gone')
        return row
      })
    }),
  eachOnce,
)

/** One answer twice in a statement would be changed once. */
function eachOnce() {
  return fitting(({ id }: Pick<FormAnswer, 'id'>) => id)
}

function eachToken() {
  return fitting(({ token }: Pick<Begun, 'token'>) => token)
}

function fitting<T>(nameOf: (one: T) => string) {
  const names = new Set<string>()
  return (one: T) => names.size < most && names.size < names.add(nameOf(one)).size
}

type Ended = { readonly state: 'done' | 'partial' | 'screenedOut' | 'full'; readonly ending: number | null }

/**
 * Ends one: its answers stand elsewhere now, or nowhere. One to which somebody came back meanwhile is not broken off, and
 * one that has its places of the quotas is not too late. False: it stays as it is.
 */
export const endAnswer = (
  stores: Stores,
  { universe, id }: Pick<FormAnswer, 'universe' | 'id'>,
  { state, ending }: Ended,
): Promise<boolean> => end(stores, { universe, id, state, ending })

const end = batches(async ({ service }: Stores, all: readonly (Pick<FormAnswer, 'universe' | 'id'> & Ended)[]) => {
  const { rows } = await query(
    service,
    { id: text },
    `update form_answer f set state = e.state, ending = e.ending, answers = '{}', given = '{}', seats = '[]', saved_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) e(universe, id, state, ending)
     where f.universe = e.universe and f.id = e.id and f.state = 'open'
       and (e.state <> 'partial' or f.saved_at < now() - make_interval(hours => $5)) and (e.state <> 'full' or f.seats = '[]')
     returning f.id`,
    [
      all.map(({ universe }) => universe),
      all.map(({ id }) => id),
      all.map(({ state }) => state),
      all.map(({ ending }) => ending),
      patience,
    ],
  )
  const ended = new Set(rows.map(({ id }) => id))
  return all.map(({ id }) => ended.has(id))
}, eachOnce)

/** Those that were broken off long ago, the oldest first. */
export async function abandonedAnswers({ service }: Stores, most: number): Promise<readonly FormAnswer[]> {
  const { rows } = await query(
    service,
    columns,
    `select ${selected} from form_answer where state = 'open' and saved_at < now() - make_interval(hours => $1)
     order by saved_at limit $2`,
    [patience, most],
  )
  return rows
}

/** Forgets what ended long ago. */
export async function forgetEnded({ service }: Stores): Promise<void> {
  await service.query(
    `delete from form_answer where state <> 'open' and saved_at < now() - make_interval(days => $1)`,
    [kept],
  )
}
