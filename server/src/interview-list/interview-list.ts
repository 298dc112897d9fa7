import type { Component } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { fold } from '@kaiku/core/text.ts'
import { singleRows } from '../aggregate/single-rows.ts'
import { conditions, type Source, sumStatement } from '../aggregate/statement.ts'
import { type StoredQuestion, undated } from '../dictionary/dictionary.ts'
import { attributeIds, noteAttribute } from '../dictionary/interview-attribute.ts'
import { isPersonal, keepsAll, maySeeQuestion, narrowedByPersonal } from '../figure/personal.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { type Scope, scopeOf } from '../selection/scope.ts'
import { scopePredicate } from '../selection/scope-condition.ts'
import type { Selection } from '../selection/selection.ts'
import { and, countOf, literal, or } from '../selection/sql.ts'
import { containing } from '../selection/validity.ts'
import { namesHidden, shownNames } from '../selection/visible-node.ts'
import { behind, cursorKey, cursorOf, type Order, orderOf, orderSql } from './interview-order.ts'
import { placeNames, type ShownScore, scoreColumn, scoreOf, scoresShown, storedInterviews } from './interview-rows.ts'
import { showAnswer } from './shown-answer.ts'

type List = AnswerOf<'InterviewList'>
type ListedRow = List['rows'][number]
export type ListWanted = Pick<Extract<Component, { type: 'InterviewList' }>, 'columns' | 'search' | 'sort'>

/** Which interviews a list holds, in which order, with which columns: what a page of it and its file are read from. */
export type Listing = {
  readonly asked: QueryContext
  readonly selection: Selection
  readonly source: Source
  readonly columns: readonly StoredQuestion[]
  readonly scores: readonly ShownScore[]
  /** Where scores may be seen. */
  readonly visible: string
  readonly found: string
  readonly order: Order
}

const options = ({ dictionary }: QueryContext) => ({ lane: 'user', tenant: dictionary.universe, timeout: 60 }) as const

/** The interviews behind a selection. A protected survey shows none. */
export async function interviewList(
  asked: QueryContext,
  component: ListWanted & { readonly limit: number; readonly after?: string | undefined },
): Promise<List> {
  if (asked.isProtected)
    return { type: 'InterviewList', columns: [], indicators: [], total: null, hidden: true, rows: [], next: null }
  const listing = openListing(asked, component)
  const { columns, scores } = listing
  const [total, page] = await Promise.all([
    countListing(listing),
    readListing(listing, component.limit, component.after),
  ])
  const shown = {
    type: 'InterviewList',
    columns: columns.map(({ question }) => ({
      id: question.id,
      title: asked.translate(question.title),
      type: question.type,
    })),
    indicators: scores.map(({ id }) => id),
  } as const
  return { ...shown, total, hidden: false, ...page }
}

/**
 * `own`: where the interviews are the viewer's to read. Throws a Fault for a column or an order that is not there, and
 * where the survey is protected.
 */
export function openListing(
  asked: QueryContext,
  { columns: ids, search, sort }: ListWanted,
  // Who may open interviews here is another right than who may see scores here.
  own: Scope = scopeOf(asked.who, asked.dictionary, 'seeInterviews'),
): Listing {
  const { scan, dictionary, who } = asked
  if (asked.isProtected) throw refuse('forbidden', 'protected.interviews')
  const columns = columnsOf(asked, ids)
  const scores = scoresShown(asked)
  const visible = scopePredicate(scan.selection.scope)
  const order = orderOf(asked, sort, scores, visible)
  const told = order.question ? [...columns, order.question] : columns
  const selection = narrowedByPersonal(who, { ...scan.selection, scope: own }, ...told.map(({ question }) => question))
  const source = { dictionary, conditions: conditions(selection, null) }
  const searched = columns.filter((one) => one !== noteAttribute)
  const found =
    search === undefined
      ? '1'
      : or([...searched.map((one) => containing(one, fold(search))), ...translated(search, columns)])
  return { asked, selection, source, columns, scores, visible, found, order }
}

/** The interviews that the viewer may open, with every answer that may be seen of all of them: it is never shorter for what it shows. */
export function openWholeListing(asked: QueryContext): Listing {
  const { who, dictionary } = asked
  const own = scopeOf(who, dictionary, 'seeInterviews')
  const shown = [...dictionary.questions.values()].filter(({ question }) => keepsAll(who, dictionary, question, own))
  return openListing(asked, { columns: shown.map(({ question }) => question.id) }, own)
}

/** Interviews that a list holds. */
export async function countListing({ asked, source, found }: Listing): Promise<number> {
  const { clickhouse } = asked.stores
  const [row] = await clickhouse.read(sumStatement(source, [], [countOf(found)]), {}, options(asked))
  return Number(row?.[0] ?? 0)
}

/** So many rows of a list, from its beginning or from behind a cursor. */
export async function readListing(
  listing: Listing,
  limit: number,
  after: string | undefined,
): Promise<{ rows: ListedRow[]; next: string | null }> {
  const { found, next } = await findListed(listing, limit, after)
  return { rows: await readListed(listing, found), next }
}

/** Which interviews stand where in a list: number, day, cursor key, leaf, points of the scores. */
export type Listed = readonly (readonly unknown[])[]

/** So many interviews of a list, from its beginning or from behind a cursor, yet to be read. */
export async function findListed(
  { asked, selection, source, scores, visible, found, order }: Listing,
  limit: number,
  after: string | undefined,
): Promise<{ found: Listed; next: string | null }> {
  const rows = await singleRows(
    asked.stores.clickhouse,
    source,
    [
      'id',
      'toString(day)',
      cursorKey(order),
      selection.view.column,
      ...scores.map(({ score }) => scoreColumn(score, visible)),
    ],
    {
      where: and([found, ...(after === undefined ? [] : [behind(order, after)])]),
      order: orderSql(order),
      limit: limit + 1,
    },
    options(asked),
  )
  const page = rows.slice(0, limit)
  const [id, on, key] = page.at(-1)?.map(String) ?? []
  return {
    found: page,
    next: rows.length > limit ? cursorOf({ day: on ?? '', id: id ?? '', key: key ?? '' }) : null,
  }
}

/** What they say. What was erased since is absent. */
export async function readListed({ asked, selection, columns, scores }: Listing, found: Listed): Promise<ListedRow[]> {
  const { dictionary, translate, who } = asked
  const hiddenNames = namesHidden(who, selection.scope, selection.view)
  const stored = await storedInterviews(
    asked,
    found.map(([id]) => String(id)),
    columns.map(({ question }) => question.id),
  )
  const shows = columns.map(({ question }) => showAnswer(dictionary, question, translate))
  return found.flatMap(([number, at, , leaf, ...points]) => {
    const interview = stored.get(String(number))
    if (!interview) return []
    return [
      {
        interviewId: interview.id,
        day: at === undated ? null : String(at),
        place: shownNames(placeNames(asked, Number(leaf)), hiddenNames),
        scores: scores.flatMap(({ id: indicator, score }, of) => scoreOf(indicator, score, points[of])),
        answers: shows.map((show, of) => show(interview.answers[of])),
      },
    ]
  })
}

/** Open answers are found by what people wrote beside them in other languages, too. */
const translated = (search: string, columns: readonly StoredQuestion[]) =>
  columns.some(({ question, column }) => question.type === 'text' && column !== '' && !isPersonal(question))
    ? [`position(translated, ${literal(fold(search))}) > 0`]
    : []

const mostUsual = 4

/** The questions or attributes of these names; absent: the comment, and the first scales that are not hidden. */
function columnsOf({ dictionary, who }: QueryContext, ids: readonly string[] | undefined): StoredQuestion[] {
  const { questions, attributes: marks } = dictionary
  if (ids)
    return [...new Set(ids)].map((id) => {
      const stored = questions.get(id) ?? marks.get(id) ?? (id === attributeIds.note ? noteAttribute : undefined)
      if (!stored) throw refuse('invalid', 'figure.question', { id })
      return stored
    })
  const usual = [...questions.values()].filter(({ question }) => maySeeQuestion(who, question) && !isPersonal(question))
  const comment = usual.find(({ question }) => question.roles.includes('comment'))
  const scales = usual.filter(({ question }) => question.type === 'scale').slice(0, mostUsual)
  return [...(comment ? [comment] : []), ...scales]
}
