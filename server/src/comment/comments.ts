import type { Component } from '@kaiku/contract/page.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { otherTopic, sentiments } from '@kaiku/core/lexicon.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { fold } from '@kaiku/core/text.ts'
import { singleRows } from '../aggregate/single-rows.ts'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import { foldedColumn, type StoredQuestion, undated } from '../dictionary/dictionary.ts'
import { narrowedByPersonal } from '../figure/personal.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { behind, cursorKey, cursorOf, newestFirst, orderSql } from '../interview-list/interview-order.ts'
import { placeNames, scoreColumn, scoreOf, scoresShown, storedInterviews } from '../interview-list/interview-rows.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopePredicate } from '../selection/scope-condition.ts'
import { and, countOf, literal, oneOf } from '../selection/sql.ts'
import { namesHidden, shownNames } from '../selection/visible-node.ts'
import { commentTopicColumn, commentTopicId, commentTopicKinds } from '../topic/comment-topic-question.ts'
import { commentOrder, commentSorts } from './comment-order.ts'
import { starredInterviews } from './comment-star.store.ts'

type Comments = AnswerOf<'Comments'>

/** What customers wrote, newest first where no other order is asked for. A protected survey shows it in no order, and nothing where few wrote. */
export async function comments(
  asked: QueryContext,
  component: Extract<Component, { type: 'Comments' }>,
): Promise<Comments> {
  const { stores, scan, dictionary, translate, who } = asked
  const stored = commentQuestion(asked, component.question)
  if (!stored) return { type: 'Comments', question: null, total: 0, comments: [], next: null, hidden: false, sorts: [] }
  const question = { id: stored.question.id, title: translate(stored.question.title) }
  // Who may read comments here is another right than who may see scores here.
  const selection = narrowedByPersonal(
    who,
    { ...scan.selection, scope: scopeOf(who, dictionary, 'seeComments') },
    stored.question,
  )
  const source = { dictionary, conditions: conditions(selection, null) }
  // What somebody wrote is told without when they wrote and what else they said.
  const scores = asked.isProtected ? [] : scoresShown(asked)
  const sorts = commentSorts(asked, stored, scores)
  const search = component.search === undefined ? '' : fold(component.search)
  const starred = component.starred ? await starredInterviews(stores, who, dictionary, stored.question.id) : null
  const said = and([
    `${stored.column} != ''`,
    ...(search === '' ? [] : [`position(${foldedColumn(stored)}, ${literal(search)}) > 0`]),
    ...(starred === null ? [] : [starred.length === 0 ? '0' : oneOf('id', starred)]),
  ])
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const [counts] = await stores.clickhouse.read(sumStatement(source, [], [countOf(said)]), {}, options)
  const total = Number(counts?.[0] ?? 0)
  const { minimumNComments } = dictionary.definition.settings
  const isKept =
    asked.isProtected && (total < minimumNComments || component.search !== undefined || component.starred === true)
  if (isKept) return { type: 'Comments', question, total: null, comments: [], next: null, hidden: true, sorts }

  const heard = heardShown(asked, stored)
  // Keys make the noise of filtered figures and their order tells nothing: they order comments, and never leave.
  const visible = scopePredicate(scan.selection.scope)
  const order = asked.isProtected
    ? newestFirst
    : commentOrder(asked, stored, component.sort ?? 'newest', scores, visible)
  const passed = asked.isProtected ? passedBy(component.after) : 0
  const columns = [
    'id',
    'toString(day)',
    cursorKey(order),
    selection.view.column,
    stored.column,
    ...heard.columns,
    ...scores.map(({ score }) => scoreColumn(score, visible)),
  ]
  const isAfter = !asked.isProtected && component.after !== undefined ? [behind(order, component.after)] : []
  const where = and([said, ...isAfter])
  const found = await singleRows(
    stores.clickhouse,
    source,
    columns,
    {
      where,
      limit: passed + component.limit + 1,
      order: asked.isProtected ? 'day desc, cell_key desc, id desc' : orderSql(order),
    },
    options,
  )
  const rows = found.slice(passed)
  const shown = rows.slice(0, component.limit)
  const hiddenNames = namesHidden(who, selection.scope, selection.view)
  const interviews = await storedInterviews(
    asked,
    shown.map(([id]) => String(id)),
  )
  const last = shown.at(-1)
  return {
    type: 'Comments',
    question,
    total,
    sorts,
    hidden: false,
    next:
      rows.length <= component.limit || !last
        ? null
        : asked.isProtected
          ? `${passed + component.limit}`
          : cursorOf({ day: String(last[1]), id: String(last[0]), key: String(last[2]) }),
    comments: shown.flatMap(([id, on, , leaf, text, ...rest]) => {
      const interviewId = interviews.get(String(id))?.id
      // Erased between the two questions.
      if (interviewId === undefined) return []
      return [
        {
          ...(asked.isProtected
            ? { interviewId: null, day: null }
            : { interviewId, day: on === undated ? null : String(on) }),
          text: String(text),
          place: shownNames(placeNames(asked, Number(leaf)), hiddenNames),
          ...heard.read(rest),
          scores: scores.flatMap(({ id: indicator, score }, at) =>
            scoreOf(indicator, score, rest[heard.columns.length + at]),
          ),
        },
      ]
    }),
  }
}

/** How many comments of a protected survey were shown before: its cursor. */
function passedBy(after = '0'): number {
  if (!/^\d{1,6}$/.test(after)) throw new Fault('invalid', 'The place to go on from cannot be read.')
  return Number(after)
}

function commentQuestion({ dictionary }: QueryContext, id: string | undefined): StoredQuestion | null {
  const texts = [...dictionary.questions.values()].filter(({ question }) => question.type === 'text')
  if (id === undefined) return texts.find(({ question }) => question.roles.includes('comment')) ?? null
  const stored = texts.find(({ question }) => question.id === id)
  if (!stored) throw refuse('invalid', 'figure.question', { id })
  return stored
}

type Heard = Pick<Comments['comments'][number], 'sentiment' | 'topics'>

/** The columns of what is found in a question's comments, and what a row of them says. */
function heardShown({ dictionary, translate }: QueryContext, { question, number }: StoredQuestion) {
  const topic = dictionary.commentTopics.get(commentTopicId(question.id, 'topic'))?.question
  if (topic?.type !== 'multiple') return { columns: [], read: (): Heard => ({ sentiment: null, topics: [] }) }
  const titles = new Map(topic.options.map(({ code, title }) => [code, translate(title)]))
  const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
  return {
    columns: commentTopicKinds.map((kind) => commentTopicColumn(kind, number)),
    read: ([topics, praise, complaint, sentiment]: readonly unknown[]): Heard => {
      const [good, bad] = [ids(praise), ids(complaint)]
      return {
        sentiment: sentiments.find((one) => one === sentiment) ?? null,
        topics: ids(topics)
          .filter((id) => id !== otherTopic)
          .map((id) => {
            const isMixed = good.includes(id) === bad.includes(id)
            const mood = isMixed ? null : good.includes(id) ? ('praise' as const) : ('complaint' as const)
            return { id, title: titles.get(id) ?? id, mood }
          }),
      }
    },
  }
}
