import { type CodedColumn, dayColumn, pageSize } from './coded-column.ts'
import { codesOf, flags, type Reading } from './held-reading.ts'
import type { SelectionPlan, Within } from './interview-plan.ts'

/** Places of the chosen interviews within a page, and the periods they are of: 1 the selection's own, 2 the compared, 3 both. */
export type Chosen = { readonly rows: Uint16Array; readonly periods: Uint8Array; count: number }

type Test = { readonly column: CodedColumn; readonly passes: Uint8Array }

/** Tells the chosen interviews of a page; each page's until the next is asked for. */
export function chooser(
  { filters, place, scope, now, before }: SelectionPlan,
  { columnOf, numbersOf }: Reading,
): (page: number) => Chosen {
  const day = columnOf(dayColumn)
  const [own, compared] = [now, before ?? '0'].map((sql) => flags(numbersOf({ source: dayColumn, sql })))
  const periodOf = Uint8Array.from(day.values, (_, code) => (own?.[code] ?? 0) + 2 * (compared?.[code] ?? 0))
  const withinTest = ({ source, leaves }: Within): Test => {
    const column = columnOf(source)
    return {
      column,
      passes: Uint8Array.from(column.values, (leaf, code) => Number(code > 0 && leaves.has(Number(leaf)))),
    }
  }
  const tests: Test[] = [
    ...filters.map((said) => ({ column: columnOf(said.source), passes: flags(numbersOf(said)) })),
    ...(place ? [withinTest(place)] : []),
    ...(scope?.length === 1 ? (scope[0] ?? []).map(withinTest) : []),
  ]
  const alternatives = scope && scope.length !== 1 ? scope.map((role) => role.map(withinTest)) : null
  const chosen: Chosen = { rows: new Uint16Array(pageSize), periods: new Uint8Array(pageSize), count: 0 }
  return (page) => {
    choosePeriods(chosen, codesOf(day, page), periodOf)
    for (const { column, passes } of tests) narrow(chosen, codesOf(column, page), passes)
    if (alternatives) narrowToAny(chosen, alternatives, page)
    return chosen
  }
}

function choosePeriods(chosen: Chosen, days: Uint16Array, periodOf: Uint8Array) {
  const { rows, periods } = chosen
  let count = 0
  for (let row = 0; row < pageSize; row += 1) {
    const period = periodOf[days[row] as number] as number
    if (period === 0) continue
    rows[count] = row
    periods[count] = period
    count += 1
  }
  chosen.count = count
}

function narrow(chosen: Chosen, codes: Uint16Array, passes: Uint8Array) {
  const { rows, periods } = chosen
  let count = 0
  for (let at = 0; at < chosen.count; at += 1) {
    const row = rows[at] as number
    if (passes[codes[row] as number] === 0) continue
    rows[count] = row
    periods[count] = periods[at] as number
    count += 1
  }
  chosen.count = count
}

/** Keeps what passes all tests of any of the roles. */
function narrowToAny(chosen: Chosen, roles: readonly (readonly Test[])[], page: number) {
  const { rows, periods } = chosen
  const any = roles.map((role) => role.map(({ column, passes }) => ({ codes: codesOf(column, page), passes })))
  let count = 0
  for (let at = 0; at < chosen.count; at += 1) {
    const row = rows[at] as number
    if (!any.some((role) => role.every(({ codes, passes }) => passes[codes[row] as number] === 1))) continue
    rows[count] = row
    periods[count] = periods[at] as number
    count += 1
  }
  chosen.count = count
}
