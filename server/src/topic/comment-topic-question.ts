import type { Definition } from '@kaiku/contract/definition.ts'
import type { FiltersFile } from '@kaiku/contract/filter.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { type Sentiment, sentiments } from '@kaiku/core/lexicon.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { StoredQuestion } from '../dictionary/dictionary.ts'
import { topicTitles } from './taxonomy.ts'

/** What is found in a comment: of what it speaks, of what well, of what badly, and how as a whole. */
export const commentTopicKinds = ['topic', 'praise', 'complaint', 'sentiment'] as const
export type CommentTopicKind = (typeof commentTopicKinds)[number]

type Commented = Pick<Definition, 'questions' | 'topics'>

/** The question whose answers are what is found in a comment question's: `comment.topic`. */
export const commentTopicId = (comment: string, kind: CommentTopicKind) => `${comment}.${kind}`

const titles: Readonly<Record<CommentTopicKind, Localised>> = {
  topic: { en: 'Topic', fi: 'Aihe', sv: 'Ämne', de: 'Thema' },
  praise: { en: 'Praised', fi: 'Kehuttu', sv: 'Får beröm', de: 'Gelobt' },
  complaint: { en: 'Criticised', fi: 'Moitittu', sv: 'Får kritik', de: 'Kritisiert' },
  sentiment: { en: 'Sentiment', fi: 'Sävy', sv: 'Ton', de: 'Stimmung' },
}
const sentimentTitles: Readonly<Record<Sentiment, Localised>> = {
  positive: { en: 'Positive', fi: 'Myönteinen', sv: 'Positiv', de: 'Positiv' },
  negative: { en: 'Negative', fi: 'Kielteinen', sv: 'Negativ', de: 'Negativ' },
  mixed: { en: 'Mixed', fi: 'Kaksijakoinen', sv: 'Blandad', de: 'Gemischt' },
  neutral: { en: 'Neutral', fi: 'Neutraali', sv: 'Neutral', de: 'Neutral' },
}

const isAnalysed = (question: Question, { topics }: Commented) =>
  question.type === 'text' && question.roles.includes('comment') && topics.languages.length > 0

/** Comment questions whose answers are looked through. */
export const commentQuestions = (definition: Commented): Question[] =>
  definition.questions.filter((question) => isAnalysed(question, definition))

/** What a survey's comments answer by themselves, unless a question of its own has the name already. */
export function commentTopicQuestions(definition: Commented): Question[] {
  const taken = new Set(definition.questions.map(({ id }) => id))
  return commentQuestions(definition)
    .flatMap((comment) => commentTopicKinds.map((kind) => commentTopicQuestion(comment.id, kind, definition)))
    .filter(({ id }) => !taken.has(id))
}

/** A survey's questions and what is found in its comments. */
export const allQuestions = (definition: Commented): Question[] => [
  ...definition.questions,
  ...commentTopicQuestions(definition),
]

function commentTopicQuestion(comment: string, kind: CommentTopicKind, definition: Commented): Question {
  const common = {
    id: commentTopicId(comment, kind),
    title: titles[kind],
    roles: ['comment' as const],
    missing: [],
    hidden: false,
    open: false,
  }
  if (kind === 'sentiment')
    return { type: 'choice', ...common, options: sentiments.map((code) => ({ code, title: sentimentTitles[code] })) }
  const options = [...topicTitles(definition)].map(([code, title]) => ({ code, title }))
  return { type: 'multiple', ...common, options }
}

/** Columns of what is found, by the number of the comment's own: `k7` topics, `g7` praised, `b7` criticised, `s7` sentiment. */
export const commentTopicColumn = (kind: CommentTopicKind, number: number) =>
  `${{ topic: 'k', praise: 'g', complaint: 'b', sentiment: 's' }[kind]}${number}`

/** What is found in stored comments, by name. */
export function storedCommentTopics(
  definition: Commented,
  questions: ReadonlyMap<string, StoredQuestion>,
): ReadonlyMap<string, StoredQuestion> {
  const heard = new Map(commentTopicQuestions(definition).map((question) => [question.id, question]))
  return new Map(
    [...questions.values()].flatMap(({ question: comment, number }) =>
      commentTopicKinds.flatMap((kind): [string, StoredQuestion][] => {
        const question = heard.get(commentTopicId(comment.id, kind))
        return question
          ? [[question.id, { question, number, column: commentTopicColumn(kind, number), retyped: false }]]
          : []
      }),
    ),
  )
}

/** The survey's filters and, behind them, one by everything found in comments that none of them looks at. */
export function withCommentTopicFilters(filters: FiltersFile, definition: Commented): FiltersFile {
  const { filterGroups } = filters.standard
  const own = [...filterGroups, ...filters.time.filterGroups].flatMap((group) => group.filters)
  const taken = new Set(own.flatMap(({ extName, question }) => [extName, question ?? extName]))
  const groups = commentQuestions(definition).flatMap((comment) => {
    const heard = commentTopicQuestions(definition).filter(
      ({ id }) => id.startsWith(`${comment.id}.`) && !taken.has(id),
    )
    if (heard.length === 0) return []
    return [
      {
        title: comment.title,
        expanded: false,
        ungrouped: false,
        flatten: false,
        filters: heard.map(({ id, title }) => ({
          extName: id,
          title,
          question: id,
          multipleSelections: true,
          exclude: true,
        })),
      },
    ]
  })
  return { ...filters, standard: { filterGroups: [...filterGroups, ...groups] } }
}
