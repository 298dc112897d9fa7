import { createHash } from 'node:crypto'
import type { Viewer } from '@kaiku/core/access.ts'
import { LRUCache } from 'lru-cache'
import { singleRows } from '../aggregate/single-rows.ts'
import { aggregateStatement, conditions, type Source, sumStatement } from '../aggregate/statement.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { predicateOfToken } from '../selection/filter-door.ts'
import { inDays } from '../selection/predicate.ts'
import { quietScopeOf } from '../selection/scope.ts'
import { scopePredicate } from '../selection/scope-condition.ts'
import type { Period, Selection } from '../selection/selection.ts'
import { and, countOf, literal, literals, or } from '../selection/sql.ts'
import { type ShownScore, scoreColumn, scoreOf, scoresShown } from './interview-rows.ts'

const among = (numbers: readonly string[]) => `id in (${literals(numbers.map(BigInt))})`

/** Interviews by their internal numbers, written `7,8,12`, and the days that they lie in; null: undated ones too. */
export type Numbered = { readonly numbers: string; readonly days: Period | null }

/** Bytes. One text is read at once, where a list of as many numbers takes ClickHouse ten times as long to understand. */
const largestQuestion = 64 * 2 ** 20

/** Those of some interviews that a selection holds, written as they are given. */
export async function chosenInterviews(
  stores: Stores,
  selection: Selection,
  { numbers, days }: Numbered,
): Promise<string> {
  if (numbers === '') return ''
  if (!/^\d+(,\d+)*$/.test(numbers)) throw new TypeError('not numbers of interviews')
  const { dictionary } = selection
  const source = { dictionary, conditions: conditions(selection, null) }
  const wanted = `id in (select toUInt64(arrayJoin(splitByChar(',', ${literal(numbers)}))))`
  const where = and([...(days === null ? [] : [inDays('day', days)]), wanted])
  const sql = aggregateStatement(narrowed(source, where), [], [`arrayStringConcat(groupArray(toString(id)), ',')`])
  const key = createHash('sha256').update(`${dictionary.loadCount} ${sql}`).digest('base64')
  const found = foundOf(stores)
  const known = found.get(key)
  if (known !== undefined) return known
  const options = { ...asUser(dictionary), settings: { max_query_size: largestQuestion } }
  const [row] = await stores.clickhouse.read<[string]>(sql, {}, options)
  const chosen = row?.[0] ?? ''
  found.set(key, chosen)
  return chosen
}

/** A list, its counts, its groups and its next page ask for the same. A survey’s table is named in the question. */
const remembered = new WeakMap<Stores, LRUCache<string, string>>()

function foundOf(stores: Stores): LRUCache<string, string> {
  const found =
    remembered.get(stores) ??
    new LRUCache<string, string>({ maxSize: 16 * 2 ** 20, sizeCalculation: ({ length }) => length + 100 })
  remembered.set(stores, found)
  return found
}

const asUser = ({ universe }: Dictionary) => ({ lane: 'user', tenant: universe, timeout: 60 }) as const
const narrowed = (source: Source, where: string): Source => ({
  ...source,
  conditions: { ...source.conditions, where: and([source.conditions.where, where]) },
})

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
  const options = asUser(dictionary)
  const [rows, [counted]] = await Promise.all([
    singleRows(clickhouse, source, ['id'], { where, limit: most }, options),
    clickhouse.read(sumStatement(source, [], [countOf()]), {}, options),
  ])
  return { numbers: rows.map(([id]) => String(id)), all: Number(counted?.[0] ?? 0) }
}

/** The first score of interviews that the viewer may see, by internal number; one without is absent. */
export async function scoresOfInterviews(
  { clickhouse }: Stores,
  who: Viewer,
  dictionary: Dictionary,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, { readonly indicator: string; readonly value: number }>> {
  const scores: readonly ShownScore[] = scoresShown({ dictionary })
  if (numbers.length === 0 || scores.length === 0) return new Map()
  const visible = scopePredicate(quietScopeOf(who, dictionary, 'seeIndicators'))
  const columns = ['id', ...scores.map(({ score }) => scoreColumn(score, visible))]
  const source = { dictionary, conditions: { where: among(numbers), now: '1', before: null } }
  const rows = await singleRows(clickhouse, source, columns, { limit: numbers.length }, asUser(dictionary))
  return new Map(
    rows.flatMap(([id, ...points]) => {
      const [first] = scores.flatMap(({ id: indicator, score }, at) => scoreOf(indicator, score, points[at]))
      return first ? [[String(id), first] as const] : []
    }),
  )
}
