import type { Question } from '@kaiku/contract/question.ts'
import pg from 'pg'
import {
  columnType,
  type Dictionary,
  fixedColumns,
  noNumber,
  type StoredQuestion,
  undated,
} from '../dictionary/dictionary.ts'
import { attributeTruth, campaignAttribute, campaignTruth, knowsCampaigns } from '../dictionary/interview-attribute.ts'
import { type CommentTopicColumn, commentTopicColumns, correctionColumn } from '../topic/comment-topic-line.ts'
import { codedType, mostCodes } from './coded-column.ts'

/** A column of a survey's table inside ClickHouse and where its value comes from. */
export type ProjectedColumn = {
  readonly name: string
  /** Type, default and codec inside ClickHouse. */
  readonly definition: string
  /** Over `interview i` in PostgreSQL, in a form that ClickHouse reads; null where ClickHouse derives it by itself. */
  readonly truth: string | null
  /** Added to the rows on their way from PostgreSQL to ClickHouse. */
  readonly isCommentTopic?: boolean
  /** Of a list that ClickHouse derives: its codes over `interview i` in PostgreSQL, as JSON. */
  readonly codes?: string
}

/** The columns of what is found in the survey's comments. */
export const commentTopicColumnsOf = ({ commentTopics: heard }: Dictionary): readonly CommentTopicColumn[] =>
  [...new Set([...heard.values()].map(({ number }) => number))].flatMap(commentTopicColumns)

/** What people put right in what is found, on its way to there. */
const rightedOf = ({ commentTopics: heard, questions }: Dictionary): ProjectedColumn[] => {
  const numbers = new Set([...heard.values()].map(({ number }) => number))
  return [...questions.values()].flatMap(({ question, number }) =>
    numbers.has(number) && question.type === 'text'
      ? [
          {
            name: correctionColumn(number),
            definition: passing,
            truth: `coalesce((${rightedTruth(question.id)})::text, '')`,
          },
        ]
      : [],
  )
}

/** In PostgreSQL, over `interview i`: what people put right in what is found in a question's comments. */
export const rightedTruth = (question: string) => `i.topics -> ${quoted(question)}`

/** Of a column that ClickHouse does not keep. */
const passing = `String ephemeral ''`

const quoted = (text: string) => pg.escapeLiteral(text)

/** The columns of a survey, in the order of their creation; `sign` is the projection's own. */
export function projectedColumns(dictionary: Dictionary): readonly ProjectedColumn[] {
  return [
    { name: 'id', definition: `${fixedColumns.id} codec(Delta, ZSTD)`, truth: 'i.number' },
    { name: 'day', definition: fixedColumns.day, truth: dayOf('i.day') },
    ...[...dictionary.views.values()].map(({ column, number }) => ({
      name: column,
      definition: 'UInt32 codec(NONE)',
      truth: `coalesce(i.leaves[${number}], 0)`,
    })),
    ...[...dictionary.questions.values()].flatMap(questionColumns),
    ...[...dictionary.attributes.values()].flatMap(markColumns),
    ...campaignColumns(dictionary),
    { name: 'translated', definition: fixedColumns.translated, truth: `coalesce(i.translated, '')` },
    { name: 'weight', definition: fixedColumns.weight, truth: 'coalesce(i.weight, 0)' },
    { name: 'contact', definition: `${fixedColumns.contact} codec(ZSTD)`, truth: `coalesce(i.contact, '')` },
    // The group of each interview and a random number, for the noise of protected figures.
    ...(dictionary.definition.settings.protection
      ? [
          { name: 'of_group', definition: 'UInt64', truth: 'i.of_group' },
          { name: 'cell_key', definition: 'UInt64', truth: 'i.cell_key' },
        ]
      : []),
    ...rightedOf(dictionary),
    ...commentTopicColumnsOf(dictionary).map(({ name, definition }) => ({
      name,
      definition,
      truth: null,
      isCommentTopic: true,
    })),
  ]
}

/** Days before 1900 and after 2299 do not exist inside ClickHouse; the nearest that does stands for them. */
export const dayOf = (day: string) => `least(greatest(coalesce(${day}, '${undated}'), '${undated}'), '2299-12-31')`

function questionColumns({ question, number, column, retyped }: StoredQuestion): ProjectedColumn[] {
  const id = quoted(question.id)
  // What a question of this id held before its type changed stays in the truth and must not stop the feed.
  const of = (kind: string, value: string) =>
    retyped ? `case jsonb_typeof(i.answers -> ${id}) when '${kind}' then ${value} end` : value
  switch (question.type) {
    case 'scale':
    case 'number':
      return [
        {
          name: column,
          definition: columnType[question.type],
          truth: `coalesce(${of('number', `i.answers ->> ${id}`)}, '${noNumber[question.type]}')`,
        },
      ]
    case 'choice':
      return [{ name: column, definition: choiceType(question), truth: `coalesce(i.answers ->> ${id}, '')` }]
    case 'date':
      return [
        {
          name: column,
          definition: columnType[question.type],
          truth: `substring(i.answers ->> ${id} from '^\\d{4}-\\d\\d-\\d\\d$')`,
        },
      ]
    case 'multiple':
      return listColumns(column, number, `i.answers -> ${id}`, `i.answers ? ${id}`)
    case 'text':
      return [
        { name: column, definition: `${columnType.text} codec(ZSTD)`, truth: `coalesce(i.answers ->> ${id}, '')` },
        {
          name: `t${number}`,
          definition: `${columnType.text} codec(ZSTD)`,
          truth: `coalesce(i.matched ->> ${id}, '')`,
        },
      ]
  }
}

/**
 * Codes that are listed are small numbers, to which `addCodes` adds those of other versions. Where people may write their
 * own, codes are text: what somebody wrote must not stay in a type when they are erased.
 */
const choiceType = ({ open, options }: Pick<Extract<Question, { type: 'choice' }>, 'open' | 'options'>) =>
  open || options.length === 0 || options.length > mostCodes
    ? columnType.choice
    : `${codedType(options.map(({ code }) => code))} codec(NONE)`

/** Codes travel as JSON: any separator could be part of one. */
const listColumns = (column: string, number: number, list: string, isAnswered: string): ProjectedColumn[] => [
  { name: `m${number}`, definition: passing, truth: `coalesce((${list})::text, '')` },
  {
    name: column,
    definition: `${columnType.multiple} default JSONExtract(m${number}, 'Array(String)')`,
    truth: null,
    codes: `array(select jsonb_array_elements_text(coalesce(${list}, '[]')))`,
  },
  { name: `a${number}`, definition: 'UInt8', truth: `(${isAnswered})::int` },
]

function markColumns(mark: StoredQuestion): ProjectedColumn[] {
  const truth = attributeTruth(mark)
  return listColumns(mark.column, mark.number, `to_jsonb(${truth})`, `${truth} is not null`)
}

function campaignColumns({ definition }: Dictionary): ProjectedColumn[] {
  if (!knowsCampaigns(definition)) return []
  const { column, number } = campaignAttribute
  const truth = campaignTruth(definition.settings.timeZone)
  // Whether there are any needs no column: it is asked for a campaign alone.
  return listColumns(column, number, truth, 'false').slice(0, 2)
}
