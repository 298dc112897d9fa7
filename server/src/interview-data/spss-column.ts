import type { Question } from '@kaiku/contract/question.ts'
import { readDay } from '@kaiku/core/day.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { longestText, type SpssLabel, type SpssValue, type SpssVariable, spssDay } from '../spss-file/spss-variable.ts'
import type { DataColumn, DataValue } from './data-column.ts'
import { codeSeparator } from './data-csv.ts'
import { declaredMissing } from './spss-missing.ts'

/** The variables that a column becomes, and what they hold of one of its values. */
export type SpssColumn = {
  readonly variables: readonly SpssVariable[]
  readonly values: (value: DataValue) => readonly SpssValue[]
  /** Names of the choices that are a set. */
  readonly set: readonly string[]
}

/** `named`: makes names of variables. `yesNo`: what 1 and 0 mean. */
export type SpssWords = {
  readonly named: (wanted: string) => string
  readonly translate: Translate
  readonly yesNo: readonly SpssLabel[]
}

/** What is found out of a column's values before its variables can be laid out. */
export type SpssMeasured = {
  readonly measure: (value: DataValue, label: string | null) => void
  readonly column: (words: SpssWords) => SpssColumn
}

export function measured(column: DataColumn): SpssMeasured {
  switch (column.type) {
    case 'number':
      return { measure: () => {}, column: (words) => numberColumn(column, words) }
    case 'day':
      return { measure: () => {}, column: (words) => dayColumn(column, words) }
    case 'text':
      return textColumn(column)
    case 'choice':
      return choiceColumn(column)
    case 'multiple':
      return multipleColumn(column)
  }
}

const missingOf = (question: Question | null) => question?.missing ?? []

function numberColumn({ name, title, decimals, question }: DataColumn, { named, translate }: SpssWords): SpssColumn {
  const labels = question && 'labels' in question ? question.labels : []
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
    question?.type === 'scale' || question?.type === 'number' ? question : {}
  const { undeclared, ...missing } = declaredMissing(
    missingOf(question).map(Number),
    (from, to) => from > max || to < min,
  )
  const lost = new Set(undeclared)
  return {
    set: [],
    variables: [
      {
        ...missing,
        name: named(name),
        label: title,
        width: 0,
        decimals,
        measure: question?.type === 'scale' ? 'ordinal' : 'scale',
        labels: labels.map((one) => ({ value: one.code, label: translate(one.title) })),
      },
    ],
    values: (value) => [typeof value === 'number' && !lost.has(value) ? value : null],
  }
}

const dayNumber = (text: string): number | null => (readDay(text) === null ? null : spssDay(Date.parse(text)))

function dayColumn({ name, title, question }: DataColumn, { named }: SpssWords): SpssColumn {
  const codes = missingOf(question).flatMap((code) => dayNumber(String(code)) ?? [])
  const { undeclared, ...missing } = declaredMissing(codes, () => false)
  const lost = new Set(undeclared)
  return {
    set: [],
    variables: [
      {
        ...missing,
        name: named(name),
        label: title,
        width: 0,
        decimals: 0,
        measure: 'scale',
        isDate: true,
        labels: [],
      },
    ],
    values(value) {
      const day = typeof value === 'string' ? dayNumber(value) : null
      return [day !== null && lost.has(day) ? null : day]
    },
  }
}

const widthOf = (texts: Iterable<string>, least = 1) => {
  let width = least
  for (const text of texts) width = Math.max(width, Buffer.byteLength(text))
  return Math.min(longestText, width)
}

function textColumn({ name, title, question }: DataColumn): SpssMeasured {
  const missing = missingOf(question).map(String)
  let width = widthOf(missing)
  return {
    measure(value) {
      if (typeof value === 'string') width = widthOf([value], width)
    },
    column: ({ named }) => ({
      set: [],
      variables: [
        {
          name: named(name),
          label: title,
          width,
          decimals: 0,
          measure: 'nominal',
          labels: [],
          missing,
        },
      ],
      values: (value) => [typeof value === 'string' ? value : null],
    }),
  }
}

/** A code that is a number, written as numbers are. */
const isWritten = (code: string) => /^(0|-?[1-9]\d{0,8})$/.test(code)
/** Codes that nobody listed, such as those of places, whose names are noted. */
const mostLabels = 10_000

type Coded = Extract<Question, { type: 'choice' | 'multiple' }>
const optionsOf = (question: Question | null): Coded['options'] =>
  question && 'options' in question ? question.options : []

/** Its codes are numbers where all of them are, those met in the interviews, too; else texts. */
function choiceColumn({ name, title, question }: DataColumn): SpssMeasured {
  const options = optionsOf(question)
  const missing = missingOf(question).map(String)
  const listed = [...options.map(({ code }) => code), ...missing]
  let width = widthOf(listed)
  let isNumber = listed.every(isWritten)
  let isEmpty = listed.length === 0
  const met = new Map<string, string>()
  const isOpen = question?.type === 'choice' && question.open
  return {
    measure(value, label) {
      if (typeof value !== 'string') return
      width = widthOf([value], width)
      isNumber &&= isWritten(value)
      isEmpty = false
      if (label !== null && label !== value && met.size < mostLabels) met.set(value, label)
    },
    column({ named, translate }) {
      const titles = new Map([...options.map((one) => [one.code, translate(one.title)] as const), ...met])
      const common = { name: named(name), label: title, decimals: 0, measure: 'nominal' } as const
      if (isNumber && !isEmpty) {
        const answers = [...titles.keys()].filter((code) => !missing.includes(code)).map(Number)
        const { undeclared, ...declared } = declaredMissing(
          missing.map(Number),
          (from, to) => !isOpen && answers.every((code) => code < from || code > to),
        )
        const lost = new Set(undeclared)
        const labels = [...titles].map(([code, label]) => ({ value: Number(code), label }))
        const number = (value: DataValue) =>
          typeof value === 'string' && !lost.has(Number(value)) ? Number(value) : null
        return {
          set: [],
          variables: [{ ...common, width: 0, labels, ...declared }],
          values: (value) => [number(value)],
        }
      }
      const labels = [...titles].map(([value, label]) => ({ value, label }))
      return {
        set: [],
        variables: [{ ...common, width, labels, missing }],
        values: (value) => [typeof value === 'string' ? value : null],
      }
    },
  }
}

/**
 * One variable of 0 and 1 for each code, and a text of what people answered beside them. Whoever answered with codes
 * that are no answer has no value in the others, so that means are the shares that Kaiku tells.
 */
function multipleColumn({ name, title, question }: DataColumn): SpssMeasured {
  const options = optionsOf(question)
  const missing = new Set(missingOf(question).map(String))
  const codes = [...new Set([...options.map(({ code }) => code), ...missing])]
  const listed = new Set(codes)
  const others = (value: readonly string[]) => value.filter((code) => !listed.has(code)).join(codeSeparator)
  let width = 0
  return {
    measure(value) {
      if (typeof value === 'object' && value !== null) width = widthOf([others(value)], width)
    },
    column({ named, translate, yesNo }) {
      const titleOf = (code: string) => {
        const option = options.find((one) => one.code === code)
        return option ? `${title}: ${translate(option.title)} (${code})` : `${title}: ${code}`
      }
      const common = { decimals: 0, measure: 'nominal', missing: [] } as const
      const each = codes.map(
        (code): SpssVariable => ({
          ...common,
          name: named(`${name}_${code}`),
          label: titleOf(code),
          width: 0,
          labels: yesNo,
        }),
      )
      const other: SpssVariable[] =
        width === 0 ? [] : [{ ...common, name: named(`${name}_other`), label: title, width, labels: [] }]
      return {
        variables: [...each, ...other],
        set: each.flatMap((one, at) => (missing.has(codes[at] ?? '') ? [] : [one.name])),
        values(value) {
          if (typeof value !== 'object' || value === null) return [...codes.map(() => null), ...other.map(() => null)]
          const chosen = new Set(value)
          const isNone = value.every((code) => missing.has(code))
          const said = (code: string) => (chosen.has(code) ? 1 : isNone && !missing.has(code) ? null : 0)
          return [...codes.map(said), ...other.map(() => others(value))]
        },
      }
    },
  }
}
