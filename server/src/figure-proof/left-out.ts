import type { LeftOut } from '@kaiku/contract/figure-proof.ts'
import type { Indicator } from '@kaiku/contract/indicator.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { conditionOn } from '@kaiku/core/condition.ts'
import { openScan, type Scan } from '../aggregate/scan.ts'
import { conditions, sumStatement } from '../aggregate/statement.ts'
import { noNumber, type StoredQuestion, undated } from '../dictionary/dictionary.ts'
import { attributeIds } from '../dictionary/interview-attribute.ts'
import { basesOf, totalKey } from '../figure/bases.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { predicateOn } from '../selection/predicate.ts'
import { type Selection, withoutFilters } from '../selection/selection.ts'
import { and, countOf, day, literal } from '../selection/sql.ts'
import { valid } from '../selection/validity.ts'
import { questionOf } from '../sums/score.ts'

type Reason = LeftOut['reason']
const line = (reason: Reason, n: number, title: string | null = null): LeftOut => ({ reason, n, title })

/** Interviews of the place and of the selection, and why those of the place are not in it. */
export async function selectedOf({ scan }: Pick<QueryContext, 'scan'>): Promise<{
  readonly place: number
  readonly selection: number
  readonly leftOut: readonly LeftOut[]
}> {
  const { selection } = scan
  const { time, period, writtenPeriod, chosen } = selection
  const place = withoutFilters(selection)
  const dated: Selection = { ...place, time, period, writtenPeriod }
  const filtered: Selection = { ...dated, chosen: chosen.filter(({ name }) => name !== attributeIds.quality) }
  const judged: Selection = { ...dated, chosen }
  // One after the other, each narrower than the one before or the same.
  const steps = [
    { reason: 'otherPeriod', of: dated, narrows: time !== null },
    { reason: 'filtered', of: filtered, narrows: filtered.chosen.length > 0 },
    { reason: 'quality', of: judged, narrows: chosen.length > filtered.chosen.length },
    { reason: 'tableDate', of: selection, narrows: selection.tableDate !== 'none' },
  ] as const
  const [all, ...counts] = await Promise.all([
    interviewsOf(scan, place),
    ...steps.map(({ of, narrows }) => (narrows ? interviewsOf(scan, of) : null)),
  ])
  let left = all
  const leftOut = steps.map(({ reason }, at) => {
    const before = left
    left = counts[at] ?? before
    return line(reason, before - left)
  })
  return { place: all, selection: left, leftOut }
}

async function interviewsOf({ stores, options }: Scan, selection: Selection): Promise<number> {
  const total = await basesOf(openScan(stores, selection, null, options), { by: 'total' }, [])
  return total.n(totalKey, 'now')
}

/** More missing codes than these are counted as off the scale. */
const mostCodes = 30

/**
 * Interviews of the selection that do not count for an indicator, by why. `answered`: those with a valid answer,
 * whatever their weight; `n`: those that count.
 */
export async function withoutAnswer(
  { scan, dictionary, translate, stores }: QueryContext,
  indicator: Indicator,
  { selected, answered, n }: { readonly selected: number; readonly answered: number; readonly n: number },
): Promise<LeftOut[]> {
  const unweighted = line('noWeight', answered - n)
  if ('parts' in indicator) return [line('tooFewParts', selected - answered), unweighted]
  if (indicator.measure === 'rate') return [line('notAmong', selected - answered), unweighted]
  if (indicator.question === undefined) return [unweighted]
  const stored = questionOf(dictionary, indicator.question)
  const codes = stored.question.missing.slice(0, mostCodes)
  const isValid = valid(stored)
  const tests = [
    `not (${given(stored)})`,
    ...codes.map((code) =>
      predicateOn(
        conditionOn(stored.question, { include: [{ is: 'option', option: String(code) }], exclude: [] }),
        () => stored,
      ),
    ),
  ]
  // Each interview is counted under the first reason that is true of it.
  const exclusive = tests.map((test, at) =>
    and([`not (${isValid})`, test, ...tests.slice(0, at).map((other) => `not (${other})`)]),
  )
  const [row = []] = await stores.clickhouse.read(
    sumStatement(
      { dictionary, conditions: conditions(scan.selection, null) },
      [],
      exclusive.map((test) => countOf(test)),
    ),
    {},
    { lane: 'user', tenant: dictionary.universe, timeout: 60 },
  )
  const [none = 0, ...missing] = row.map(Number)
  const known = missing.reduce((sum, one) => sum + one, none)
  return [
    line('noAnswer', none),
    ...codes.map((code, at) =>
      line('missingCode', missing[at] ?? 0, titleOf(stored.question, String(code), translate)),
    ),
    line('offScale', selected - answered - known),
    unweighted,
  ]
}

/** Interviews in which something is stored as the answer. */
function given({ question: { type }, column, number }: StoredQuestion): string {
  switch (type) {
    case 'scale':
    case 'number':
      return `${column} != ${noNumber[type]}`
    case 'multiple':
      return `a${number}`
    case 'choice':
    case 'text':
      return `${column} != ${literal('')}`
    case 'date':
      return column === 'day' ? `day != ${day(undated)}` : `isNotNull(${column})`
  }
}

/** What an answer is called, a missing code too. */
export function titleOf(question: Question, code: string, translate: QueryContext['translate']): string {
  const titled = 'options' in question ? question.options : 'labels' in question ? question.labels : []
  const title = titled.find((one) => String(one.code) === code)?.title
  return (title === undefined ? '' : translate(title)) || code
}
