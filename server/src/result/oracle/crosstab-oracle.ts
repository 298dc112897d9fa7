import type { Crosstab, CrosstabCell } from '@kaiku/contract/crosstab.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Oracle, OracleInterview } from './oracle.ts'
import { differenceOf, intervalOf, type Method, standing, type WeighedAnswer } from './oracle-statistics.ts'

type CrosstabComponent = Extract<Component, { type: 'Crosstab' }>
type Variable = CrosstabComponent['rows']
/** Everybody with a value on a side. */
const whole = null

/** In which groups of a variable an interview is, and whether it has a value at all. */
export function grouped(oracle: Oracle, path: string, variable: Variable) {
  if (typeof variable === 'object' && 'question' in variable) {
    const question = oracle.question(variable.question)
    return {
      groups: (one: OracleInterview) => oracle.groups(one, question.id),
      answered: (one: OracleInterview) => oracle.valid(one, question) !== null,
      overlaps: question.type === 'multiple',
      isPlace: false,
    }
  }
  const [view = '', , ...ids] = (path.split(';')[0] ?? '')
    .split(',')
    .map((segment) => decodeURIComponent(segment.replaceAll('\u2044', '/').replaceAll('\uFF06', '&')))
  const depthOf = (line: readonly string[]) =>
    variable === 'children'
      ? ids.length + 1
      : variable === 'leaves'
        ? line.length
        : 'depth' in variable
          ? variable.depth
          : 0
  return {
    groups: (one: OracleInterview) => {
      const line = one.places[view] ?? []
      const depth = depthOf(line)
      return depth > ids.length && line.length >= depth ? [line.slice(0, depth).join('\t')] : []
    },
    answered: () => true,
    overlaps: false,
    isPlace: true,
  }
}

/** Groups of an answer as `grouped` calls them. */
export const groupNames = (variable: Variable, groups: readonly { id: string; path: string | null }[]): string[] =>
  groups.map(({ id, path }) =>
    typeof variable === 'object' && 'question' in variable
      ? id
      : (path ?? '')
          .split(',')
          .slice(2)
          .map((part) => decodeURIComponent(part.replaceAll('\u2044', '/').replaceAll('\uFF06', '&')))
          .join('\t'),
  )

const near = (a: number | null, b: number | null, least = 1e-9) =>
  a === null || b === null ? a === b : Math.abs(a - b) <= least * Math.max(1, Math.abs(a), Math.abs(b))

/** What a crosstab answers otherwise than interviews told one by one; empty when they agree. */
export function crosstabDifferences(
  answer: Crosstab,
  asked: CrosstabComponent,
  found: readonly OracleInterview[],
  oracle: Oracle,
  path: string,
): string[] {
  const wrong: string[] = []
  const same = (what: string, a: number | null, b: number | null, least?: number) => {
    if (!near(a, b, least)) wrong.push(`${what}: ${a} instead of ${b}`)
  }
  const [rows, columns] = [grouped(oracle, path, asked.rows), grouped(oracle, path, asked.columns)]
  const [rowNames, columnNames] = [
    groupNames(asked.rows, answer.rows.groups),
    groupNames(asked.columns, answer.columns.groups),
  ]
  // Of places only those of the wanted depth are groups; who is held elsewhere is in none.
  const sides = [
    [rows, rowNames],
    [columns, columnNames],
  ] as const
  for (const [side, names] of sides.filter(([{ isPlace }]) => !isPlace))
    for (const group of new Set(found.flatMap(side.groups)))
      if (!names.includes(group) && (asked.noValue || group !== '~none')) wrong.push(`no group ${group}`)

  const held = (row: string | null, column: string | null) =>
    found.filter(
      (one) =>
        (row === whole ? rows.answered(one) : rows.groups(one).includes(row)) &&
        (column === whole ? columns.answered(one) : columns.groups(one).includes(column)),
    )
  const weigh = (one: OracleInterview) => (asked.weight === 'role' ? oracle.weightOf(one) : 1)
  const scored = (base: readonly OracleInterview[], part: readonly OracleInterview[]): WeighedAnswer[] => {
    const inside = new Set(part)
    return base.map((one) => ({ y: inside.has(one) ? 100 : 0, w: weigh(one) })).filter(({ w }) => w > 0)
  }
  const share = (what: string, got: CrosstabCell['ofRow'], heap: readonly WeighedAnswer[] | null) => {
    const W = heap?.reduce((sum, { w }) => sum + w, 0) ?? 0
    if (heap === null || W === 0) {
      if (got !== null) wrong.push(`${what}: ${got.value} without a base`)
      return
    }
    same(what, got?.value ?? null, heap.reduce((sum, { y, w }) => sum + y * w, 0) / W)
    const limits = intervalOf(heap, { kind: 'share' })
    same(`${what} low`, got?.low ?? null, limits?.low ?? null, 1e-7)
    same(`${what} high`, got?.high ?? null, limits?.high ?? null, 1e-7)
  }
  const isNone = (name: string | null) => name === '~none'
  const lines = [...rowNames, whole].map((row) =>
    [...columnNames, whole].map((column) => ({ row, column, own: held(row, column) })),
  )
  const cells = [
    ...answer.cells.map((line, at) => [...line, answer.rows.groups[at]?.total]),
    [...answer.columns.groups.map(({ total }) => total), answer.total],
  ]
  const wholeOf = (row: string | null, column: string | null) =>
    lines[row === whole ? rowNames.length : rowNames.indexOf(row)]?.[
      column === whole ? columnNames.length : columnNames.indexOf(column)
    ]?.own ?? []
  lines.forEach((line, r) => {
    line.forEach(({ row, column, own }, c) => {
      const cell = cells[r]?.[c]
      const what = `${row} × ${column}`
      if (!cell) {
        wrong.push(`${what}: no cell`)
        return
      }
      same(`${what} n`, cell.n, own.length)
      share(`${what} of row`, cell.ofRow, isNone(column) ? null : scored(wholeOf(row, whole), own))
      share(`${what} of column`, cell.ofColumn, isNone(row) ? null : scored(wholeOf(whole, column), own))
      share(`${what} of all`, cell.ofAll, isNone(row) || isNone(column) ? null : scored(wholeOf(whole, whole), own))
      if (asked.indicator === undefined) return
      const right = oracle.figure([...own], asked.indicator)
      same(`${what} value`, cell.figure?.value ?? null, right.value)
      same(`${what} value n`, cell.figure?.n ?? null, right.n)
    })
    letters(line, r)
  })

  function letters(line: (typeof lines)[number], r: number) {
    const few = 5
    const row = line[0]?.row ?? whole
    const compared = (heaps: readonly (WeighedAnswer[] | null)[], method: Method) => {
      const pairs = heaps.flatMap((a, first) =>
        heaps.flatMap((b, second) =>
          second > first && a && b ? [{ first, second, found: differenceOf(a, b, method) }] : [],
        ),
      )
      const clear = standing(pairs.map((pair) => pair.found?.p ?? null))
      return heaps.map((_, at) =>
        pairs.flatMap(({ first, second, found: tested }, pair) => {
          if (!clear[pair] || !tested) return []
          if (tested.sign > 0) return first === at ? [second] : []
          return second === at ? [first] : []
        }),
      )
    }
    const told = (what: string, got: readonly number[] | undefined, right: readonly number[] | undefined) => {
      if (JSON.stringify(got) !== JSON.stringify([...(right ?? [])].sort((a, b) => a - b)))
        wrong.push(`${row} ${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(right)}`)
    }
    const inColumns = line.slice(0, -1)
    const shares = inColumns.map(({ column, own }) => {
      const base = wholeOf(whole, column)
      return columns.overlaps || isNone(row) || row === whole || base.length < few ? null : scored(base, own)
    })
    compared(shares, { kind: 'share' }).forEach((right, c) => {
      told(`above ${c}`, cells[r]?.[c]?.above, right)
    })
    const id = asked.indicator
    if (id === undefined) return
    const values = inColumns.map(({ own }) =>
      columns.overlaps || oracle.figure([...own], id).n < few ? null : oracle.answered([...own], id),
    )
    compared(values, oracle.method(oracle.indicator(id))).forEach((right, c) => {
      told(`figure above ${c}`, cells[r]?.[c]?.figureAbove, right)
    })
  }
  return wrong
}
