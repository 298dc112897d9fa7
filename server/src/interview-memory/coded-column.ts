import { addDays } from '@kaiku/core/day.ts'
import { type Dictionary, type StoredQuestion, variableNamed } from '../dictionary/dictionary.ts'

/**
 * A column of a survey's table whose values are few, held in memory: each value has a code, and each interview its
 * code by its number. `text`: the value as text; `restored`: the column, or columns, of such a text `v` again.
 */
export type CodedColumn = {
  readonly name: string
  readonly text: string
  /** How all of it is read, where that is less work than reading texts. */
  readonly raw?: Raw | undefined
  /** Null: of a leaf, about which nothing is asked by an expression. */
  readonly restored: string | null
  /** By code; the first stands for interviews that are not there. */
  readonly values: string[]
  readonly codes: Map<string, number>
  /** Codes of interviews, by number. */
  readonly pages: Map<number, Uint16Array>
}

/** Whole numbers instead of texts, and the text of each. */
type Raw = { readonly sql: string; readonly textOf: (value: number) => string }

export type Source = Pick<CodedColumn, 'name' | 'text' | 'raw' | 'restored'>

/** Interviews whose codes lie together, by their numbers. */
export const pageSize = 2 ** 16
/** Values that a column may have: of what is asked about by expressions, and of leaves. */
const mostValues = { asked: 5_000, leaves: pageSize - 2 } as const

export const pageOf = (number: number) => Math.floor(number / pageSize)

export const emptyColumn = (source: Source): CodedColumn => ({
  ...source,
  values: [''],
  codes: new Map(),
  pages: new Map(),
})

/** The code of a value; a new one where it was never met. */
export function codeOf({ values, codes }: CodedColumn, value: string): number {
  const known = codes.get(value)
  if (known !== undefined) return known
  codes.set(value, values.length)
  return values.push(value) - 1
}

export function setCode({ pages }: CodedColumn, number: number, code: number): void {
  const at = pageOf(number)
  let page = pages.get(at)
  if (page === undefined) {
    if (code === 0) return
    page = new Uint16Array(pageSize)
    pages.set(at, page)
  }
  page[number - at * pageSize] = code
}

/** What has more is not held. */
export const hasFewValues = ({ values, restored }: Pick<CodedColumn, 'values' | 'restored'>) =>
  values.length <= (restored === null ? mostValues.leaves : mostValues.asked)

export const bytesOf = ({ pages, values }: CodedColumn) => pages.size * pageSize * 2 + values.length * 100

/** Below any number that stands for a day, or for a step of a scale: there is no answer. */
const nothing = -32_768

const days = (name: string): Raw => ({
  sql: `ifNull(toInt32(${name}), ${nothing})`,
  textOf: (value) => (value === nothing ? '' : addDays('1970-01-01', value)),
})

export const dayColumn: Source = {
  name: 'day',
  text: 'toString(day)',
  raw: days('day'),
  restored: 'toDate32(v) as day',
}

export const leafColumn = (name: string): Source => ({
  name,
  text: `toString(${name})`,
  raw: { sql: name, textOf: String },
  restored: null,
})

/** Null: of texts each is another. */
export function answerColumn({ question, column, number }: StoredQuestion): Source | null {
  const nullable = (restored: string, raw?: Raw): Source => ({
    name: column,
    text: `ifNull(toString(${column}), '')`,
    raw,
    restored: `${restored} as ${column}`,
  })
  switch (question.type) {
    case 'scale':
      return nullable('toInt16OrNull(v)', {
        sql: `ifNull(${column}, ${nothing})`,
        textOf: (value) => (value === nothing ? '' : String(value)),
      })
    case 'number':
      return nullable('toInt64OrNull(v)')
    case 'date':
      return nullable('toDate32OrNull(v)', days(column))
    case 'choice':
      return { name: column, text: column, restored: `v as ${column}` }
    case 'multiple':
      return {
        name: column,
        text: `concat(toString(a${number}), toString(${column}))`,
        restored: `toUInt8(substring(v, 1, 1)) as a${number}, cast(substring(v, 2), 'Array(String)') as ${column}`,
      }
    case 'text':
      return null
  }
}

/**
 * The one column that an expression is about; undefined: it is about none, null: about several, or about one that is not
 * held.
 */
export function columnIn(dictionary: Dictionary, sql: string): Source | null | undefined {
  const names = new Set(
    sql.replace(/'(?:[^'\\]|\\.)*'/g, `''`).match(/\b(?:[a-z]\d+|day|weight|contact|translated|id)\b/g),
  )
  const columns = new Map<string, Source | null>()
  for (const name of names) {
    const found = name === 'day' ? dayColumn : answerNamed(dictionary, name, names)
    columns.set(found?.name ?? '', found)
  }
  const [only] = columns.values()
  return columns.size > 1 ? null : only
}

/** What is heard in one comment shares the column that says whether there is any: it is of those named beside it, if any are. */
function answerNamed(
  { questions, heard, marks }: Dictionary,
  name: string,
  beside: ReadonlySet<string>,
): Source | null {
  const [kind, number] = [name.slice(0, 1), Number(name.slice(1))]
  const all = [...questions.values(), ...heard.values(), ...marks.values()].filter((kept) => kept.number === number)
  const sharing = kind === 'a' ? all.filter(({ question }) => question.type === 'multiple') : []
  const found =
    all.find(({ column }) => column === name) ?? sharing.find(({ column }) => beside.has(column)) ?? sharing[0]
  return found ? answerColumn(found) : null
}

/** What a survey's filters and indicators are about, in all its views: read together, the table is gone through once. */
export function usualColumns(dictionary: Dictionary): readonly Source[] {
  const { standard } = dictionary.definition.filters
  const filtered = standard.filterGroups.flatMap(({ filters }) => filters).map(({ question }) => question)
  const measured = dictionary.definition.indicators.map((one) => ('question' in one ? one.question : undefined))
  const answers = [...new Set([...filtered, ...measured])].flatMap((id) => {
    const kept = variableNamed(dictionary, id ?? '')
    return (kept && answerColumn(kept)) ?? []
  })
  return [dayColumn, ...[...dictionary.views.values()].map(({ column }) => leafColumn(column)), ...answers]
}
