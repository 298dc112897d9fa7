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

/** By the token of its respondent; null: nobody has it, or it is of another survey. */
export async function answerByToken({ service }: Stores, of: Of, token: string): Promise<FormAnswer | null> {
  const { rows } = await query(
    service,
    columns,
    `select ${selected} from form_answer where universe = $1 and survey = $2 and hash = $3`,
    [of.universe, of.survey, hashToken(token)],
  )
  return rows[0] ?? null
}

/** What somebody has answered by a link of their own; null: nothing yet. */
export async function answerOfSample({ service }: Stores, of: Of, sample: string): Promise<FormAnswer | null> {
  const { rows } = await query(
    service,
    columns,
    `select ${selected} from form_answer where universe = $1 and survey = $2 and sample = $3`,
    [of.universe, of.survey, sample],
  )
  return rows[0] ?? null
}

type Begun = {
  readonly token: string
  readonly form: string
  readonly given: SentAnswers
  readonly begunAt: Date
  readonly sample: string | null
}

/** Begins one; the same token again is the same one. */
export async function beginAnswer(
  stores: Stores,
  of: Of,
  { token, form, given, begunAt, sample }: Begun,
): Promise<FormAnswer> {
  await stores.service.query(
    `insert into form_answer (universe, survey, hash, form, given, begun_at, sample) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing`,
    [of.universe, of.survey, hashToken(token), form, JSON.stringify(given), begunAt, sample],
  )
  const found = sample === null ? await answerByToken(stores, of, token) : await answerOfSample(stores, of, sample)
  if (!found) throw new Error('what was begun is of another survey')
  return found
}

/** Adds answers to what was answered before; what it is then. One that has ended stays as it is. */
export async function saveAnswers(
  { service }: Stores,
  { universe, id }: FormAnswer,
  more: SentAnswers,
): Promise<FormAnswer> {
  return inTransaction(service, async (client) => {
    await client.query(
      `update form_answer set answers = jsonb_strip_nulls(answers || $3), saved_at = now()
       where universe = $1 and id = $2 and state = 'open'`,
      [universe, id, JSON.stringify(more)],
    )
    const { rows } = await query(
      client,
      columns,
      `select ${selected} from form_answer where universe = $1 and id = $2`,
      [universe, id],
    )
    if (!rows[0]) throw new Error('an answer is gone')
    return rows[0]
  })
}

type Ended = { readonly state: 'done' | 'partial' | 'screenedOut' | 'full'; readonly ending: number | null }

/**
 * Ends one: its answers stand elsewhere now, or nowhere. One to which somebody came back meanwhile is not broken off, and
 * one that has its places of the quotas is not too late. False: it stays as it is.
 */
export async function endAnswer(
  { service }: Stores,
  { universe, id }: FormAnswer,
  { state, ending }: Ended,
): Promise<boolean> {
  const { rowCount } = await service.query(
    `update form_answer set state = $3, ending = $4, answers = '{}', given = '{}', seats = '[]', saved_at = now()
     where universe = $1 and id = $2 and state = 'open'
       and ($3 <> 'partial' or saved_at < now() - make_interval(hours => $5)) and ($3 <> 'full' or seats = '[]')`,
    [universe, id, state, ending, patience],
  )
  return rowCount === 1
}

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
