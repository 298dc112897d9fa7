import type { Component } from '@kaiku/contract/page.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Topic, Topics } from '@kaiku/contract/topic.ts'
import { kindOf } from '@kaiku/core/filter-kind.ts'
import { type Change, change, interval } from '@kaiku/core/indicator.ts'
import { otherTopic, sentiments } from '@kaiku/core/lexicon.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { alpha, benjaminiHochberg } from '@kaiku/core/statistics.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { type Impact, topicImpact } from '@kaiku/core/topic-impact.ts'
import { mentionKeys } from '../aggregate/grouping.ts'
import type { Dictionary, StoredQuestion } from '../dictionary/dictionary.ts'
import { type Bases, basesOf, totalKey } from '../figure/bases.ts'
import { type Base, figureOf, hiddenFigure, type Measured } from '../figure/figures.ts'
import { scanOf } from '../figure/personal.ts'
import { indicatorsOf, mainIndicator, type QueryContext } from '../figure/query-context.ts'
import { shareSums } from '../figure/share-figure.ts'
import { filtersOf } from '../selection/question-filter.ts'
import { type CommentTopicKind, commentQuestions, commentTopicId } from '../topic/comment-topic-question.ts'

type TopicsComponent = Extract<Component, { type: 'Topics' }>

/** What comments speak of, how often and how, and how far that moves an indicator. */
export async function topics(asked: QueryContext, component: TopicsComponent): Promise<Topics> {
  const { dictionary, translate, isProtected } = asked
  // Who wrote of what is an answer, so a protected survey tells no other answer beside it.
  const measured = isProtected ? null : outcomeOf(asked, component.indicator)
  const indicator = measured?.indicator.id ?? null
  const heard = heardOf(asked, component.question)
  if (!heard) return { ...nothing, indicator }
  const { comment, topic } = heard
  const scan = scanOf(asked, topic)
  const bases = await basesOf(scan, { by: 'mention', comment }, measured ? [measured] : [])
  const all = bases.n(totalKey, 'now')
  const minimum = isProtected ? dictionary.definition.settings.minimumNComments : asked.minimumN
  const frame = {
    ...nothing,
    indicator,
    question: { id: comment.question.id, title: translate(comment.question.title) },
    filters: filterNames(dictionary, comment.question),
  }
  const few = fewAnswers(all, minimum)
  if (isHidden(all, minimum, isProtected)) return { ...frame, state: 'hidden', n: null, figure: hiddenFigure }
  const isCompared = scan.compared !== null && bases.n(totalKey, 'before') > 0
  const rows = options(topic).map(({ code, title }) =>
    rowOf(asked, bases, measured, { id: code, title: translate(title), minimum, isCompared }),
  )
  return {
    ...frame,
    state: all === 0 ? 'none' : few ? 'few' : 'shown',
    n: all,
    figure: measured ? figureOf(bases.base(totalKey, measured, 'now'), measured, isProtected) : frame.figure,
    sentiment: sentimentOf(bases, isProtected ? minimum : null),
    topics: marked(rows.filter((row) => row !== null)),
  }
}

const noFigure = { state: 'none', n: 0, value: null, low: null, high: null } as const
const nothing: Topics = {
  type: 'Topics',
  question: null,
  indicator: null,
  figure: noFigure,
  state: 'none',
  n: 0,
  sentiment: [],
  topics: [],
  filters: null,
}

/** Without a score for each interview there is nothing to compare; null where the survey has no indicator at all. */
function outcomeOf(asked: QueryContext, id: string | undefined): Measured | null {
  const measured = mainIndicator(indicatorsOf(asked, id === undefined ? undefined : [id]))
  if (!measured || !['sum', 'median', 'count', 'pooled'].includes(measured.indicator.measure)) return measured
  if (id === undefined) return null
  throw refuse('invalid', 'figure.measure', { id })
}

function heardOf({ dictionary }: QueryContext, id: string | undefined) {
  const comments = commentQuestions(dictionary.definition)
  const found = id === undefined ? comments[0] : comments.find((question) => question.id === id)
  if (id !== undefined && !found) throw refuse('invalid', 'figure.question', { id })
  const comment = found && dictionary.questions.get(found.id)
  const topic = found && dictionary.commentTopics.get(commentTopicId(found.id, 'topic'))?.question
  return comment && topic ? { comment, topic } : null
}

const options = (question: Question) => (question.type === 'multiple' ? question.options : [])

function filterNames(dictionary: Dictionary, { id }: StoredQuestion['question']): Topics['filters'] {
  const name = (kind: CommentTopicKind) => {
    const question = dictionary.commentTopics.get(commentTopicId(id, kind))?.question
    const own =
      question && filtersOf(dictionary, question).find((filter) => kindOf(filter) === 'options' && !filter.submatch)
    return own?.extName ?? ''
  }
  const names = {
    topic: name('topic'),
    praise: name('praise'),
    complaint: name('complaint'),
    sentiment: name('sentiment'),
  }
  return Object.values(names).includes('') ? null : names
}

type Row = { readonly topic: Topic; readonly shareChange: Change | null; readonly impact: Impact | null }
type RowOf = { readonly id: string; readonly title: string; readonly minimum: number; readonly isCompared: boolean }

/** A topic's row; null where nobody speaks of it, or a protected survey may not say how many do. */
function rowOf(
  asked: QueryContext,
  bases: Bases,
  measured: Measured | null,
  { id, title, minimum, isCompared }: RowOf,
): Row | null {
  const { isProtected } = asked
  const key = mentionKeys.topic(id)
  const [n, all] = [bases.n(key, 'now'), bases.n(totalKey, 'now')]
  if (n === 0) return null
  const few = fewAnswers(n, minimum)
  if (isProtected && (few || fewAnswers(all - n, minimum))) return null
  const [own, others] = measured ? [bases.base(key, measured, 'now'), bases.rest(bases, key, measured)] : [null, null]
  const figures = [own, others].map((base) => (measured && base ? figureOf(base, measured, isProtected) : noFigure))
  const [speaking = noFigure, silent = noFigure] = figures.some(({ state }) => state === 'hidden')
    ? [hiddenFigure, hiddenFigure]
    : figures
  const isTold = speaking.state === 'shown' && silent.state === 'shown'
  const told = (of: number) => (isProtected && fewAnswers(of, minimum) ? null : of)
  const now = shareSums(n, all)
  const before = shareSums(bases.n(key, 'before'), bases.n(totalKey, 'before'))
  const range = interval('share', now)
  return {
    topic: {
      id,
      title,
      n,
      few,
      share: { value: (100 * n) / all, low: range?.low ?? null, high: range?.high ?? null },
      change: null,
      with: speaking,
      without: silent,
      impact: null,
      praise: told(bases.n(mentionKeys.praise(id), 'now')),
      complaint: told(bases.n(mentionKeys.complaint(id), 'now')),
    },
    shareChange: isCompared && !(isProtected && before.n < minimum) ? change('share', now, before) : null,
    impact: isTold && measured && own && others ? impactOf(measured, own, others) : null,
  }
}

const impactOf = ({ measure, bounds }: Measured, own: Base, others: Base): Impact | null =>
  'sums' in own && 'sums' in others ? topicImpact(measure, own.sums, others.sums, bounds) : null

/** Marks what is more than chance, over all topics; the frequent first. */
function marked(rows: readonly Row[]): Topic[] {
  const impacts = benjaminiHochberg(
    rows.map(({ impact }) => impact?.p ?? null),
    alpha,
  )
  const changes = benjaminiHochberg(
    rows.map(({ shareChange }) => shareChange?.p ?? null),
    alpha,
  )
  const last = ({ id }: Topic) => (id === otherTopic ? 1 : 0)
  return rows
    .map(({ topic, impact, shareChange }, at): Topic => {
      const { p: _, ...told } = shareChange ?? { p: null }
      return {
        ...topic,
        change: 'value' in told ? { ...told, significant: changes[at] ?? false } : null,
        impact: impact && {
          value: impact.value,
          low: impact.low,
          high: impact.high,
          significant: impacts[at] ?? false,
        },
      }
    })
    .sort((a, b) => last(a) - last(b) || b.n - a.n || (a.id < b.id ? -1 : 1))
}

/** Comments by sentiment, in a protected survey without those that would tell of few. */
function sentimentOf(bases: Bases, minimum: number | null): Topics['sentiment'] {
  const counts = sentiments.map((id) => ({ id, n: bases.n(mentionKeys.sentiment(id), 'now') }))
  // One that is hidden alone could be had by subtracting the others.
  const isFew = minimum !== null && counts.some(({ n }) => fewAnswers(n, minimum))
  return counts.map(({ id, n }) => ({ id, n: isFew ? null : n }))
}
