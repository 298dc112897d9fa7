import { readDay } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { inUniverse } from '../db/postgres.ts'
import { jsonBy, query, text } from '../db/rows.ts'
import { isAnswer } from '../dictionary/answers-column.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { attributeIds, attributeTruth } from '../dictionary/interview-attribute.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { indicatorsOf, type QueryContext } from '../figure/query-context.ts'
import { and, day } from '../selection/sql.ts'
import { indicatorScore, type Score } from '../sums/score.ts'

/** Interviews after a cursor, `day_id` of the last one shown. */
export function olderThan(after: string): string {
  const [, on = '', id = ''] = /^(\d{4}-\d{2}-\d{2})_(\d{1,18})$/.exec(after) ?? []
  if (readDay(on) === null) throw new Fault('invalid', 'The place to go on from cannot be read.')
  return `day < ${day(on)} or (day = ${day(on)} and id < ${id})`
}

/** Where an interview was held, from the view's root down. */
export function placeNames({ scan, translate }: QueryContext, leaf: number): string[] {
  const { view } = scan.selection
  const below = leaf === rootNumber ? [] : view.tree.line(leaf)
  return [translate(view.view.root.title), ...below.map(({ name }) => translate(name))]
}

type StoredAnswer = Answers[string] | null
/** `answers`: to what was asked for, in its order; null: none. */
type ListedInterview = { readonly id: string; readonly answers: readonly StoredAnswer[] }

/** The notes of an interview `i` as an answer; the other attributes are told by `attributeTruth`. */
const notes = `(select string_agg(n.message, e'\\n' order by n.id) from interview_note n
  where (n.universe, n.survey, n.number) = (i.universe, i.survey, i.number) and n.removed_at is null)`

/** In one array: objects of which each lacks other answers take ten times as long to read. Looked at by hand: lists have tens of thousands of them. */
const answersInOrder = jsonBy((value) => {
  if (!Array.isArray(value) || !value.every(isStoredAnswer)) throw new TypeError('is not an array of answers')
  return value
})
const isStoredAnswer = (value: unknown): value is StoredAnswer => value === null || isAnswer(value)

/**
 * The ids that interviews have in addresses, and their answers to questions and attributes, by their internal numbers.
 * What was erased is absent.
 */
export async function storedInterviews(
  { stores, dictionary }: Pick<QueryContext, 'stores' | 'dictionary'>,
  numbers: readonly string[],
  wanted: readonly string[] = [],
): Promise<ReadonlyMap<string, ListedInterview>> {
  if (numbers.length === 0) return new Map()
  const answers = wanted.map((id, at) => {
    const answer = `i.answers -> ($4::text[])[${at + 1}]`
    const attribute = dictionary.attributes.get(id)
    const said = attribute ? attributeTruth(attribute) : id === attributeIds.note ? notes : null
    return said === null ? answer : `coalesce(${answer}, to_jsonb(${said}))`
  })
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      { number: text, id: text, answers: answersInOrder },
      `select number::text, id, to_jsonb(array[${answers.join(', ')}]::jsonb[]) as answers from interview i
       where universe = $1 and survey = $2 and number = any($3) and $4::text[] is not null`,
      [dictionary.universe, dictionary.survey, numbers, wanted],
    ),
  )
  return new Map(rows.map(({ number, ...stored }) => [number, stored]))
}

export type ShownScore = { readonly id: string; readonly score: Score }
const single = new Set(['mean', 'index', 'composite'])
const mostScores = 3

/** The first main indicators that one interview has a score of. */
export const scoresShown = (asked: Pick<QueryContext, 'dictionary'>): readonly ShownScore[] =>
  indicatorsOf(asked, undefined)
    .slice(0, mostScores)
    .flatMap(({ indicator }) => {
      const shown = indicator.measure === 'nps' ? { ...indicator, measure: 'mean' as const } : indicator
      return single.has(shown.measure) ? [{ id: indicator.id, score: indicatorScore(asked.dictionary, shown) }] : []
    })

/** A score is shown where scores may be seen, which need not be wherever comments or interviews may be read. */
export const scoreColumn = ({ valid, points }: Score, visible: string) =>
  points.kind === 'whole' ? `if(${and([visible, valid])}, toString(${points.sql}), '')` : `''`

/** The score that such a column holds, none if it is empty. */
export function scoreOf(indicator: string, { base, unit }: Score, k: unknown): { indicator: string; value: number }[] {
  if (k === '' || k === undefined || k === null) return []
  const value = Number(base.over) / Number(base.under) + (Number(unit.over) / Number(unit.under)) * Number(k)
  return [{ indicator, value }]
}
