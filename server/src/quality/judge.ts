import { createHash } from 'node:crypto'
import { qualityFlag } from '@kaiku/contract/interview.ts'
import {
  answerPrint,
  leastDurations,
  type QualityFlag,
  type ScaleAnswer,
  straightLining,
  tooFast,
} from '@kaiku/core/answer-quality.ts'
import type pg from 'pg'
import { z } from 'zod'
import {
  json,
  nullable,
  number as numberColumn,
  numbers as numbersColumn,
  query,
  type Shape,
  text,
} from '../db/rows.ts'
import { answersColumn } from '../dictionary/answers-column.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { setPrints, setQuality } from '../interview-change/mark-interview.ts'
import type { NoticedInterview } from '../live-event/interview-news.ts'

const judgedColumns = {
  number: text,
  id: text,
  leaves: numbersColumn,
  answers: answersColumn,
  contact: nullable(text),
  quality: nullable(json(z.array(qualityFlag))),
} satisfies Shape

type Judged = NoticedInterview & {
  readonly answers: Answers
  readonly contact: string | null
  readonly quality: readonly QualityFlag[] | null
}

/**
 * Judges interviews by the survey's rules, in the client's transaction; answers those whose flags are others now. A survey
 * without rules has no flags. Who writes a change of these interviews in the same transaction need not tell of it again.
 */
export async function judgeInterviews(
  client: pg.PoolClient,
  dictionary: Dictionary,
  numbers: readonly string[],
): Promise<readonly NoticedInterview[]> {
  const own = [dictionary.universe, dictionary.survey]
  const { rows } = await query(
    client,
    judgedColumns,
    `select number::text, id, leaves, answers, contact, quality from interview
     where universe = $1 and survey = $2 and number = any($3::bigint[])`,
    [...own, numbers],
  )
  const rules = dictionary.definition.settings.quality
  const median = rules === undefined || rules.tooFast === null ? null : await medianDuration(client, dictionary)
  const duplicates = rules ? await duplicatesAmong(client, dictionary, rows) : new Map()
  const changed = rows.flatMap((one) => {
    const found = [...flagsOf(dictionary, one.answers, median), ...(duplicates.get(one.number) ?? [])]
    const flags = found.length === 0 ? null : found
    return isSame(flags, one.quality) ? [] : [{ ...one, flags }]
  })
  if (changed.length > 0) await setQuality(client, dictionary, changed)
  return changed.map(({ number, id, leaves }) => ({ number, id, leaves }))
}

// The median moves with every interview: as long as it is as fast, that is no news.
const isSame = (one: readonly QualityFlag[] | null, other: readonly QualityFlag[] | null) =>
  JSON.stringify(withoutMedian(one)) === JSON.stringify(withoutMedian(other))
const withoutMedian = (flags: readonly QualityFlag[] | null) =>
  flags?.map((one) =>
    one.flag === 'tooFast'
      ? [one.flag, one.seconds]
      : one.flag === 'duplicate'
        ? [one.flag, one.of, one.by]
        : [one.flag, one.questions, one.answer],
  )

/** What an interview shows by itself. */
function flagsOf({ definition: { settings }, questions }: Dictionary, answers: Answers, median: number | null) {
  const rules = settings.quality
  if (!rules) return []
  const seconds = rules.duration === undefined ? undefined : answers[rules.duration]
  const scales = [...questions.values()].flatMap(({ question }): ScaleAnswer[] => {
    const value = answers[question.id]
    if (question.type !== 'scale' || typeof value !== 'number' || question.missing.includes(value)) return []
    const { min, max } = question
    return value < min || value > max ? [] : [{ min, max, value }]
  })
  const duration = questions.get(rules.duration ?? '')?.question
  const unit = duration?.type === 'number' ? 10 ** duration.decimals : 1
  return [
    rules.tooFast === null ? null : tooFast(typeof seconds === 'number' ? seconds / unit : null, median, rules.tooFast),
    rules.straightLining === null ? null : straightLining(scales, rules.straightLining),
  ].filter((flag) => flag !== null)
}

/** Interviews whose durations tell what is usual: the newest. */
const newest = 1_000

async function medianDuration(client: pg.PoolClient, dictionary: Dictionary): Promise<number | null> {
  const id = dictionary.definition.settings.quality?.duration
  const question = dictionary.questions.get(id ?? '')?.question
  if (question?.type !== 'number') return null
  const { rows } = await query(
    client,
    { median: nullable(numberColumn), n: numberColumn },
    `select percentile_cont(0.5) within group (order by (answers ->> $3)::float8) as median, count(*)::int as n
     from (select answers from interview where universe = $1 and survey = $2 order by number desc limit ${newest}) i
     where jsonb_typeof(answers -> $3) = 'number'`,
    [dictionary.universe, dictionary.survey, question.id],
  )
  const [found] = rows
  if (!found || found.median === null || found.n < leastDurations) return null
  return found.median / 10 ** question.decimals
}

/** Earlier interviews of the same contact, or with the same answers where no contact is known, of nearly the same day. */
async function duplicatesAmong(client: pg.PoolClient, dictionary: Dictionary, interviews: readonly Judged[]) {
  const days = dictionary.definition.settings.quality?.duplicateDays
  if (days === undefined || days === null) return new Map<string, QualityFlag[]>()
  const own = [dictionary.universe, dictionary.survey]
  const texts = new Set(
    [...dictionary.questions.values()].flatMap(({ question }) => (question.type === 'text' ? [question.id] : [])),
  )
  const dates = new Set(
    [...dictionary.questions.values()].flatMap(({ question }) => (question.type === 'date' ? [question.id] : [])),
  )
  const prints = interviews.map(({ number, answers, contact }) => {
    const told = Object.fromEntries(Object.entries(answers).filter(([id]) => !dates.has(id)))
    const print = contact === null ? answerPrint(told, texts) : null
    return { number, print: print === null ? null : createHash('sha256').update(print).digest().subarray(0, 16) }
  })
  await setPrints(client, dictionary, prints)
  // Not ordered by the plain column: without statistics, as in a first import, PostgreSQL would scan the whole index for each row.
  const earlier = (by: string) => `(select e.id from interview e
    where e.universe = i.universe and e.survey = i.survey and e.${by} = i.${by} and e.number < i.number
      and e.day between i.day - $4::int and i.day + $4::int order by e.number + 0 limit 1)`
  const { rows } = await query(
    client,
    { number: text, contact: nullable(text), print: nullable(text) },
    `select i.number::text, ${earlier('contact')} as contact, ${earlier('print')} as print from interview i
     where i.universe = $1 and i.survey = $2 and i.number = any($3::bigint[])
       and (i.contact is not null or i.print is not null)`,
    [...own, interviews.map(({ number }) => number), days],
  )
  return new Map(
    rows.map(({ number, contact, print }): [string, QualityFlag[]] => {
      const of = contact ?? print
      return [number, of === null ? [] : [{ flag: 'duplicate', of, by: contact === null ? 'answers' : 'contact' }]]
    }),
  )
}
