import type { Definition } from '@kaiku/contract/definition.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import type { Settings } from '@kaiku/contract/survey.ts'
import type { Protection } from '@kaiku/contract/universe.ts'
import type { View } from '@kaiku/contract/view.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import type { PlaceTree } from '@kaiku/core/place-time.ts'
import type { Tree } from './tree.ts'

/** A question and where its answers are kept inside ClickHouse: `q7`; a text's folded twin is `t7`, a multiple choice's flag `a7`. */
export type StoredQuestion = {
  readonly question: Question
  readonly number: number
  readonly column: string
  /** Whether it was of another type before: then interviews may hold answers of that type. */
  readonly retyped: boolean
  /** A draft's, of which nothing is kept inside ClickHouse: its column is an expression that holds no answer. */
  readonly awaited?: true
}

/** A view and the column of its leaf keys, `v1`. */
export type StoredView = {
  readonly view: View
  readonly number: number
  /** In ClickHouse: where an interview stands. As places were, by its day too. */
  readonly column: string
  readonly tree: Tree
  /** In a preview, as a draft arranges the places, by the same numbers: one sees what is one's own by both. */
  readonly drafted?: Tree
  /** Absent: the tree is today's, with all its places. */
  readonly other?: OtherTree
}

/** A tree that is not today's, with the places that a viewer may know of, and those of today. */
export type OtherTree = {
  readonly by: Exclude<PlaceTree, { readonly by: 'today' }>
  readonly today: StoredView
  /** Every place of the tree, whoever may know of it. */
  readonly whole: Tree
  /** Today's place that a node is; absent: there is no such place today. */
  readonly placeOf: ReadonlyMap<number, number>
}

/** A definition in its universe: what it leaves open is as the universe settles. */
export type SettledDefinition = Omit<Definition, 'settings'> & { readonly settings: Settings & Protection }

/** All that is known of a published survey without its answers: the one thing import, projection and figures agree on. */
export type Dictionary = {
  readonly universe: string
  readonly survey: number
  readonly extName: string
  readonly version: number
  /** Says which draft of the next version this is; absent: it is published. */
  readonly drafted?: string
  /** Rises when places that somebody remembers by number may be gone. */
  readonly placement: number
  readonly loadCount: number
  readonly definition: SettledDefinition
  /** The universe's: where weeks, quarters and years begin. */
  readonly calendar: Calendar
  /** In the order of the definition. */
  readonly questions: ReadonlyMap<string, StoredQuestion>
  /** What is found in comments, by names of their own: `comment.topic`. It is projected and asked for, never imported. */
  readonly commentTopics: ReadonlyMap<string, StoredQuestion>
  /** What is said about an interview beside its answers: `interview.tag`. It is projected and asked for, never imported. */
  readonly attributes: ReadonlyMap<string, StoredQuestion>
  /** In the order of the definition. */
  readonly views: ReadonlyMap<string, StoredView>
  /** The one question with this role, or null. */
  role(role: 'date' | 'weight' | 'contact'): StoredQuestion | null
}

/** A question, a comment topic, or an interview attribute, by its name. */
export const variableNamed = (
  { questions, commentTopics: heard, attributes: marks }: Dictionary,
  id: string,
): StoredQuestion | undefined => questions.get(id) ?? heard.get(id) ?? marks.get(id)

/** Under what is remembered that depends on the definition: equal for equal ones. */
export const definitionKey = ({ universe, survey, version, drafted = '' }: Dictionary): string =>
  JSON.stringify([universe, survey, version, drafted])

type Kept = Pick<StoredQuestion, 'number' | 'awaited'>

/** Where a text question's folded twin is. */
export const foldedColumn = ({ number, awaited }: Kept): string => (awaited ? "materialize('')" : `t${number}`)

/** Whether a question was answered, 1 or 0, where its column does not tell. */
export const answeredColumn = ({ number, awaited }: Kept): string => (awaited ? 'materialize(0)' : `a${number}`)

/** The table of a survey's interviews inside ClickHouse. */
export const tableOf = (survey: number) => `survey_${survey}`

/** ClickHouse columns that every survey has beside its questions and views. Undated interviews carry `undated`. */
export const fixedColumns = {
  id: 'UInt64',
  day: 'Date32',
  /** Of an interview without one 0, which weighs as little. */
  weight: 'Int64 default 0',
  contact: 'String',
  /** What people wrote beside open answers in other languages, folded. */
  translated: 'String',
  /** 1, or −1 where it takes another row back: figures are sums of what each row says, times its sign. */
  sign: 'Int8 default 1 codec(NONE)',
} as const

/** Weights are kept as whole numbers of billionths: as files write them, and so that sums are exact. */
export const weightDecimals = 9
export const weightUnit = 10 ** weightDecimals
/** A weight above cannot be told from its neighbours in JavaScript. */
export const largestWeight = 9_000_000

/** The day of interviews without one: a sorting key cannot be null. */
export const undated = '1900-01-01'

/** Stands for no answer in columns of whole numbers, which are read faster than those that may be null. No answer reaches it. */
export const noNumber = { scale: '-32768', number: '-9223372036854775808' } as const

/**
 * Column type per kind of question. Numbers are integers scaled by 10^decimals; no answer is `noNumber`, null, or the
 * empty text. What most statements read is small, and read faster than it is decompressed.
 */
export const columnType = {
  scale: `Int16 default ${noNumber.scale} codec(NONE)`,
  number: `Int64 default ${noNumber.number}`,
  choice: 'LowCardinality(String) codec(NONE)',
  multiple: 'Array(LowCardinality(String))',
  text: 'String',
  date: 'Nullable(Date32)',
} as const satisfies Record<QuestionType, string>

/**
 * An interview's answers as PostgreSQL keeps them, by question id: scale and number as integers (number scaled by
 * 10^decimals), choice as its code, multiple as codes, text as text, date as `yyyy-mm-dd`. Absent: no answer.
 */
export type Answers = Readonly<Record<string, number | string | readonly string[]>>
