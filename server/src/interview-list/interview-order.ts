import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { foldedColumn, type StoredQuestion, undated } from '../dictionary/dictionary.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { keyRank, nodeRank } from '../ranking/place-rank.ts'
import { and, day, literal, or } from '../selection/sql.ts'
import { valid } from '../selection/validity.ts'
import { keyedPlaces } from '../view/keyed-place.ts'
import { olderThan, type ShownScore } from './interview-rows.ts'

/** What interviews are sorted by. What has none comes last, whichever way; equals stand newest first. */
export type Order = {
  /** A whole number or a text, never null. */
  readonly key: string
  /** Whether there is none; null: there always is. */
  readonly empty: string | null
  readonly type: 'number' | 'text'
  readonly falling: boolean
  /** The question whose answers the order tells. */
  readonly question: StoredQuestion | null
}

/** The order that nobody had to ask for. */
export const newestFirst: Order = {
  key: 'toInt32(day)',
  empty: `day = ${day(undated)}`,
  type: 'number',
  falling: true,
  question: null,
}

/** Characters of a text that its order goes by. */
const sorted = 64

type SortOrder = { readonly by: string; readonly falling: boolean }

/** Throws Fault `invalid` for what the list has no column of. */
export function orderOf(
  asked: QueryContext,
  wanted: SortOrder | undefined,
  scores: readonly ShownScore[],
  visible: string,
): Order {
  if (!wanted) return newestFirst
  const { falling } = wanted
  const [kind, id = ''] = wanted.by.split(':')
  if (kind === 'day') return { ...newestFirst, falling }
  if (kind === 'place') return { ...byPlace(asked), falling }
  const question = kind === 'answer' ? asked.dictionary.questions.get(id) : undefined
  if (question) return { ...byAnswer(asked, question), falling, question }
  const score = kind === 'score' ? scores.find((one) => one.id === id)?.score : undefined
  if (score?.points.kind === 'whole') {
    const isTurned = score.unit.over < 0n
    const has = and([visible, score.valid])
    return {
      key: `if(${has}, toInt64(${score.points.sql}), 0)`,
      empty: `not (${has})`,
      type: 'number',
      question: null,
      falling: falling !== isTurned,
    }
  }
  throw refuse('invalid', 'list.order', { by: wanted.by })
}

type Key = Omit<Order, 'falling'>
const none = { question: null, empty: null } as const

/** As the places are called, from the root down; one without a place is at the root. */
const byPlace = (asked: QueryContext): Key => ({
  ...none,
  key: `toInt64(${nodeRank(asked.scan.selection.view, asked)})`,
  type: 'number',
})

/** The place of a value among others, counted from 1; 0: none of them. */
export const ranked = (column: string, values: readonly string[]) =>
  values.length === 0
    ? '0'
    : `transform(${column}, [${values.map(literal).join(', ')}], [${values.map((_, at) => at + 1).join(', ')}], 0)`

/** Numbers and scales by value, places by their names, other choices as the survey lists them, texts by their first letters. */
function byAnswer(asked: QueryContext, stored: StoredQuestion): Key {
  const { question, column } = stored
  const empty = `not (${valid(stored)})`
  switch (question.type) {
    case 'scale':
    case 'number':
      return { ...none, empty, key: `if(${valid(stored)}, toInt64(${stored.column}), 0)`, type: 'number' }
    case 'date':
      return { ...none, empty, key: `toInt32(ifNull(${column}, ${day(undated)}))`, type: 'number' }
    case 'text':
      return { ...none, empty, key: `leftUTF8(${foldedColumn(stored)}, ${sorted})`, type: 'text' }
    case 'choice': {
      const places = keyedPlaces(asked.dictionary, question.id)
      if (places.size > 0)
        return { ...none, empty, key: `toInt64(${keyRank(`toString(${column})`, places, asked)})`, type: 'number' }
      const codes = question.options.map(({ code }) => code)
      return { ...none, empty, key: `toInt64(${ranked(`toString(${column})`, codes)})`, type: 'number' }
    }
    case 'multiple': {
      const codes = question.options.map(({ code }) => code)
      const each = `arrayMap(code -> ${ranked('toString(code)', codes)}, ${column})`
      return { ...none, empty, key: `toInt64(arrayMin(arrayPushBack(${each}, ${codes.length + 1})))`, type: 'number' }
    }
  }
}

const isUsual = ({ key, falling }: Order) => key === newestFirst.key && falling
const usual = 'day desc, id desc'

/** `order by` of an order. */
export const orderSql = (order: Order): string =>
  isUsual(order)
    ? usual
    : [...(order.empty === null ? [] : [order.empty]), `${order.key}${order.falling ? ' desc' : ''}`, usual].join(', ')

/** What a row's cursor has beside its day and id. */
export function cursorKey(order: Order): string {
  if (isUsual(order)) return `''`
  const key = `concat('=', toString(${order.key}))`
  return order.empty === null ? key : `if(${order.empty}, '', ${key})`
}

type Row = { readonly day: string; readonly id: string; readonly key: string }

/** Where a list goes on behind a row. */
export const cursorOf = ({ day: on, id, key }: Row): string => `${on}_${id}${key}`

/** Rows behind a cursor. Throws Fault `invalid` for one that was not given out for this order. */
export function behind(order: Order, cursor: string): string {
  const [, row = '', last = ''] = /^([^=]*)(|=[\s\S]*)$/.exec(cursor) ?? []
  const older = olderThan(row)
  if (isUsual(order)) return older
  const { key, empty, type, falling } = order
  if (last === '') return and([empty ?? '0', older])
  const text = last.slice(1)
  if (type === 'number' && !/^-?\d{1,18}$/.test(text))
    throw new Fault('invalid', 'The place to go on from cannot be read.')
  const value = type === 'number' ? text : literal(text)
  return or([
    ...(empty === null ? [] : [empty]),
    `${key} ${falling ? '<' : '>'} ${value}`,
    and([`${key} = ${value}`, older]),
  ])
}
