import type { Who } from '@kaiku/core/access.ts'
import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { type ShownScore, scoreColumn, scoreOf, scoresShown } from './interview-rows.ts'
import { inDays, predicateOfToken } from './predicate.ts'
import { permittedPredicate } from './scope.ts'
import type { Period, Selection } from './selection.ts'
import { literals, or } from './sql.ts'
import { conditions, rowStatement, sumStatement } from './statement.ts'

const atOnce = 20_000
const among = (numbers: readonly string[]) => `id in (${literals(numbers.map(BigInt))})`

/** Those of some interviews, by their internal numbers, that a selection holds. */
export async function chosenInterviews(
  { clickhouse }: Stores,
  selection: Selection,
  numbers: readonly string[],
): Promise<string[]> {
  const { dictionary } = selection
  const source = { dictionary, conditions: conditions(selection, null) }
  const found: string[] = []
  for (let at = 0; at < numbers.length; at += atOnce) {
    const some = numbers.slice(at, at + atOnce)
    const sql = rowStatement(source, ['id'], { where: among(some), limit: some.length })
    const rows = await clickhouse.read(sql, {}, { lane: 'user', tenant: dictionary.universe, timeout: 60 })
    found.push(...rows.map(([id]) => String(id)))
  }
  return found
}

/**
 * Interviews of some days that meet one of the tokens, by internal number, the newest first and at most so many, with
 * how many there are in these days at all.
 */
export async function interviewsMeeting(
  { clickhouse }: Stores,
  dictionary: Dictionary,
  tokens: readonly string[],
  period: Period,
  most: number,
): Promise<{ readonly numbers: string[]; readonly all: number }> {
  const source = { dictionary, conditions: { where: inDays('day', period), now: '1', before: null } }
  const where = or(tokens.map((token) => predicateOfToken(dictionary, token)))
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const [rows, [counted]] = await Promise.all([
    clickhouse.read(rowStatement(source, ['id'], { where, limit: most }), {}, options),
    clickhouse.read(sumStatement(source, [], ['count()']), {}, options),
  ])
  return { numbers: rows.map(([id]) => String(id)), all: Number(counted?.[0] ?? 0) }
}

/** The first score of interviews that the viewer may see, by internal number; one without is absent. */
export async function scoresOfInterviews(
  { clickhouse }: Stores,
  who: Who,
  dictionary: Dictionary,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, { readonly indicator: string; readonly value: number }>> {
  const scores: readonly ShownScore[] = scoresShown({ dictionary })
  if (numbers.length === 0 || scores.length === 0) return new Map()
  const visible = permittedPredicate(who, dictionary, 'seeIndicators')
  const columns = ['id', ...scores.map(({ score }) => scoreColumn(score, visible))]
  const source = { dictionary, conditions: { where: among(numbers), now: '1', before: null } }
  const sql = rowStatement(source, columns, { limit: numbers.length })
  const rows = await clickhouse.read(sql, {}, { lane: 'user', tenant: dictionary.universe, timeout: 60 })
  return new Map(
    rows.flatMap(([id, ...points]) => {
      const [first] = scores.flatMap(({ id: indicator, score }, at) => scoreOf(indicator, score, points[at]))
      return first ? [[String(id), first] as const] : []
    }),
  )
}
