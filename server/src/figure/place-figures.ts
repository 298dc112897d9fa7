import type { Figure } from '@kaiku/contract/figure.ts'
import type { Day } from '@kaiku/core/day.ts'
import type { Change } from '@kaiku/core/indicator.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import { LRUCache } from 'lru-cache'
import { toldState } from '../aggregate/data-state.ts'
import { openScan } from '../aggregate/scan.ts'
import { aggregateStatement } from '../aggregate/statement.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, definitionKey, type StoredView, undated } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { askingOf, predicateOfToken } from '../selection/filter-door.ts'
import { everywhere } from '../selection/scope.ts'
import { type Period, resolveSelection, type Selection } from '../selection/selection.ts'
import { and, day as dayLiteral } from '../selection/sql.ts'
import { type Bases, basesOf, totalKey } from './bases.ts'
import { figureOf, type Measured, testedChange } from './figures.ts'
import { indicatorsOf } from './query-context.ts'
import { placeRows } from './rows.ts'

/** Places of a view: those without any below, or those so deep (0: the root itself). */
export type Places = { readonly view: StoredView; readonly level: 'leaves' | number }

type PlaceFigureInput = Places & {
  /** Null: how many answered. */
  readonly indicator: string | null
  /** A token of the survey’s filters, without a period. */
  readonly when: string
  readonly period: Period
  /** Null: no change is asked for. */
  readonly compared: Period | null
}

export type PlaceFigure = {
  readonly node: number
  /** As who sees all of the survey is told: protected where few answered. */
  readonly figure: Figure
  /** Null: not asked for, not to be told, or on too few answers before. */
  readonly change: Change | null
}

/** Figures of days that were looked at, which another limit asks for again: two rules over a year are some 800 entries. */
const remembered = new WeakMap<Stores, LRUCache<string, PlaceFigure[]>>()
const mostFigures = 200_000

function foundOf(stores: Stores): LRUCache<string, PlaceFigure[]> {
  const found =
    remembered.get(stores) ??
    new LRUCache<string, PlaceFigure[]>({ maxSize: mostFigures, sizeCalculation: ({ length }) => length + 1 })
  remembered.set(stores, found)
  return found
}

/** An indicator at places, in one statement, or from memory. Throws Fault `invalid` for an indicator or filter that is not there. */
export async function placeFigures(
  stores: Stores,
  dictionary: Dictionary,
  wanted: PlaceFigureInput,
): Promise<PlaceFigure[]> {
  const state = await toldState(stores, dictionary)
  const { view, ...asked } = wanted
  const { placement } = dictionary
  const key = JSON.stringify([definitionKey(dictionary), placement, state.loadCount, view.number, asked])
  const known = state.settled ? foundOf(stores).get(key) : undefined
  if (known) return known
  const figures = await countedFigures(stores, dictionary, wanted)
  const after = await toldState(stores, dictionary)
  if (state.settled && after.settled && after.loadCount === state.loadCount) foundOf(stores).set(key, figures)
  return figures
}

async function countedFigures(
  stores: Stores,
  dictionary: Dictionary,
  wanted: PlaceFigureInput,
): Promise<PlaceFigure[]> {
  const { level, compared } = wanted
  const all = wanted.indicator === null ? [] : indicatorsOf({ dictionary }, [wanted.indicator])
  const scan = openScan(stores, selectionOf(dictionary, wanted), compared)
  const { nodes, fold } = rowsAt(wanted)
  const [parent, bases] = await Promise.all([
    basesOf(scan, { by: 'total' }, all),
    level === 0 ? null : basesOf(scan, { by: 'leaf' }, all, fold),
  ])
  const [measured] = all
  const figure = (from: Bases, node: number, key: string) =>
    measured ? told(dictionary, measured, from, node, key) : counted(dictionary, from, node, key)
  if (bases === null) return [figure(parent, rootNumber, totalKey)]
  return nodes.map((node) => figure(bases, node, String(node)))
}

/** How many answered, as a figure of its own. */
function counted({ definition }: Dictionary, bases: Bases, node: number, key: string): PlaceFigure {
  const { minimumN: minimum, protection } = definition.settings
  const n = bases.n(key, 'now')
  const shown = { measure: 'count', bounds: undefined, minimum } as const
  return { node, figure: figureOf({ middle: { n, value: n } }, shown, protection), change: null }
}

/** In the order of the tree. */
function rowsAt({ view, level }: Places) {
  const { nodes, fold } = placeRows(view.tree, rootNumber, level === 'leaves' ? level : { depth: level })
  return { nodes: nodes.map(({ number }) => number), fold }
}

function selectionOf(dictionary: Dictionary, { view, when, period }: PlaceFigureInput): Selection {
  const path = [view.view.extName, view.view.root.id].join(',')
  const text = when === '' ? path : `${path};${when}`
  const selection = resolveSelection(dictionary, text, period.to, everywhere(dictionary))
  const date = dictionary.role('date')
  const time = date && askingOf(date, { include: [{ is: 'days', ...period }], exclude: [] })
  return { ...selection, time, period, writtenPeriod: undefined }
}

function told({ definition }: Dictionary, measured: Measured, bases: Bases, node: number, key: string): PlaceFigure {
  const isProtected = definition.settings.protection
  const [now, before] = [bases.base(key, measured, 'now'), bases.base(key, measured, 'before')]
  const change = testedChange(now, before, measured)
  const isTold =
    change !== null &&
    !fewAnswers(change.beforeN, measured.minimum) &&
    !isHidden(bases.n(key, 'now'), definition.settings.minimumN, isProtected)
  return { node, figure: figureOf(now, measured, isProtected), change: isTold ? change : null }
}

/**
 * For each of some days, in order, the last one up to it on which interviews of each place meet a token, in one
 * statement; a place without any is absent.
 */
export async function lastDays(
  { clickhouse }: Stores,
  dictionary: Dictionary,
  { view, level, when, until }: Places & { readonly when: string; readonly until: readonly Day[] },
): Promise<ReadonlyMap<number, Day>[]> {
  const [first, last] = [until[0], until.at(-1)]
  if (first === undefined || last === undefined) return []
  const where = and([
    `day > ${dayLiteral(undated)}`,
    `day <= ${dayLiteral(last)}`,
    ...(when === '' ? [] : [predicateOfToken(dictionary, when)]),
  ])
  const source = { dictionary, conditions: { where, now: '1', before: null } }
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const isBefore = `day < ${dayLiteral(first)}`
  const sums = [
    `if(countIf(${isBefore}) = 0, '', toString(maxIf(day, ${isBefore})))`,
    `arrayStringConcat(arraySort(groupUniqArrayIf(toString(day), not (${isBefore}))), ',')`,
  ]
  const rows = await clickhouse.read(aggregateStatement(source, [view.column], sums), {}, options)
  const { fold } = rowsAt({ view, level })
  const met = new Map<number, Day[]>()
  for (const [leaf, before, within] of rows) {
    const node = level === 0 ? rootNumber : fold.get(Number(leaf))
    if (node === undefined) continue
    const days = [String(before), ...String(within).split(',')].filter((one) => one !== '')
    met.set(node, [...(met.get(node) ?? []), ...days])
  }
  const sorted = [...met].map(([node, days]) => ({ node, days: days.sort() }))
  return until.map(
    (day) =>
      new Map(
        sorted.flatMap(({ node, days }): [number, Day][] => {
          const found = days.findLast((one) => one <= day)
          return found === undefined ? [] : [[node, found]]
        }),
      ),
  )
}
