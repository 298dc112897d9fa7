import type { ClickHouse } from '../db/clickhouse.ts'
import { type Expression, lookUp } from './code-lookup.ts'
import { type CodedColumn, pageSize, type Source } from './coded-column.ts'
import type { HeldInterviews } from './held-interviews.ts'
import type { Said } from './interview-plan.ts'

/** Columns that are held, and what expressions say of their values, by code. */
export type Reading = {
  readonly columnOf: (source: Source) => CodedColumn
  readonly numbersOf: (said: Said) => Float64Array
  readonly textsOf: (said: Said) => readonly string[]
}

/** `numbers` and `texts`: all that will be asked for. */
export async function openReading(
  clickhouse: ClickHouse,
  universe: string,
  interviews: HeldInterviews,
  { numbers, texts }: { readonly numbers: readonly Said[]; readonly texts: readonly Said[] },
): Promise<Reading> {
  const columnOf = ({ name }: Source): CodedColumn => {
    const column = interviews.get(name)
    if (!column) throw new Error(`the column ${name} is not held`)
    return column
  }
  const expression = ({ source, sql }: Said, of: Expression['of']): Expression => ({
    column: columnOf(source),
    sql,
    of,
  })
  const told = await lookUp(clickhouse, universe, [
    ...numbers.map((said) => expression(said, 'numbers')),
    ...texts.map((said) => expression(said, 'texts')),
  ])
  return {
    columnOf,
    numbersOf(said) {
      const found = told(expression(said, 'numbers'))
      if (!('numbers' in found)) throw new TypeError(`not whole numbers: ${said.sql}`)
      return found.numbers
    },
    textsOf(said) {
      const found = told(expression(said, 'texts'))
      if (!('texts' in found)) throw new TypeError(`not texts: ${said.sql}`)
      return found.texts
    },
  }
}

/** 1 where something holds, else 0. */
export const flags = (numbers: ArrayLike<number>): Uint8Array => Uint8Array.from(numbers, (one) => (one === 0 ? 0 : 1))

const noCodes = new Uint16Array(pageSize)
export const codesOf = ({ pages }: CodedColumn, page: number): Uint16Array => pages.get(page) ?? noCodes
