import type { HeatMap } from '@kaiku/contract/heat-map.ts'
import type { Component } from '@kaiku/contract/page.ts'
import { grouped, groupNames } from './crosstab-oracle.ts'
import type { Oracle, OracleInterview } from './oracle.ts'
import { differenceOf, intervalOf, standing } from './oracle-statistics.ts'

type HeatMapComponent = Extract<Component, { type: 'HeatMap' }>
type Group = { readonly name: string; readonly holds: (one: OracleInterview) => boolean }
const few = 5

/** What a heat map answers otherwise than interviews told one by one; empty when they agree. */
export function heatMapDifferences(
  answer: HeatMap,
  asked: HeatMapComponent,
  found: readonly OracleInterview[],
  oracle: Oracle,
  path: string,
): string[] {
  const wrong: string[] = []
  const near = (a: number | null, b: number | null, least: number) =>
    a === null || b === null ? a === b : Math.abs(a - b) <= least * Math.max(1, Math.abs(a), Math.abs(b))
  const same = (what: string, a: number | null, b: number | null, least = 1e-9) => {
    if (!near(a, b, least)) wrong.push(`${what}: ${a} instead of ${b}`)
  }
  const groups = groupsOf(answer, asked, oracle, path)
  const held = groups.map(({ holds }) => found.filter(holds))
  const isIn = groups.some(({ holds }) => found.some(holds))
  if (typeof asked.of === 'object' && 'period' in asked.of) {
    const dated = found.filter((one) => oracle.dayOf(one) !== null)
    same('in periods', held.flat().length, dated.length)
  } else if (isIn === false && answer.cells.flat().some(({ figure }) => (figure.n ?? 0) > 0)) wrong.push('others')
  same('n', answer.n, found.length)
  const ids = [...(asked.indicators ?? []), ...(asked.questions ?? []).map((id) => `~${id}`)]
  if (JSON.stringify(answer.measures.map(({ id }) => id)) !== JSON.stringify(ids)) wrong.push('measures')
  const tests = ids.map((id, measure) =>
    held.map((own, at) => {
      same(`${groups[at]?.name} n`, answer.groups[at]?.n ?? null, own.length)
      const cell = answer.cells[at]?.[measure]
      const what = `${groups[at]?.name} ${id}`
      const right = oracle.figure(own, id)
      same(`${what} n`, cell?.figure.n ?? null, right.n)
      same(what, cell?.figure.value ?? null, right.value)
      const limits = intervalOf(oracle.answered(own, id), oracle.method(oracle.indicator(id)))
      const width = limits ? limits.high - limits.low : 0
      if (!near(cell?.figure.low ?? null, limits?.low ?? null, 1e-6 + 1e-7 * width)) wrong.push(`${what} low`)
      if (right.n < few) return null
      const other = answer.by === null ? found.filter((one) => !own.includes(one)) : (held[at - 1] ?? [])
      if (answer.by !== null && oracle.figure(other, id).n < few) return null
      return differenceOf(oracle.answered(own, id), oracle.answered(other, id), oracle.method(oracle.indicator(id)))
    }),
  )
  const clear = standing(tests.flat().map((test) => test?.p ?? null))
  for (const [measure, id] of ids.entries()) {
    same(`total ${id}`, answer.total[measure]?.value ?? null, oracle.figure([...found], id).value)
    for (const [at, { name }] of groups.entries()) {
      const [test, cell] = [tests[measure]?.[at], answer.cells[at]?.[measure]]
      const significant = clear[measure * groups.length + at] === true
      if ((cell?.difference?.significant ?? false) !== significant)
        wrong.push(`${name} ${id}: significant is not ${significant}, p ${test?.p}`)
      if (significant && Math.sign(cell?.difference?.value ?? 0) !== test?.sign) wrong.push(`${name} ${id} sign`)
    }
  }
  return wrong
}

function groupsOf(answer: HeatMap, { of }: HeatMapComponent, oracle: Oracle, path: string): Group[] {
  if (typeof of === 'object' && 'period' in of)
    return answer.groups.map(({ id, period }) => ({
      name: id,
      holds: (one) => period !== null && oracle.inSpan(oracle.dayOf(one), period),
    }))
  const side = grouped(oracle, path, of)
  return groupNames(of, answer.groups).map((name) => ({ name, holds: (one) => side.groups(one).includes(name) }))
}
