import type { Figure } from '@kaiku/contract/figure.ts'
import type { Change } from '@kaiku/core/indicator.ts'
import { fewAnswers, isHidden } from '@kaiku/core/suppression.ts'
import type { Stores } from '../stores.ts'
import { type Dictionary, type StoredView, undated } from '../survey/dictionary.ts'
import { rootNumber } from '../view/tree.ts'
import { indicatorsOf } from './asked.ts'
import { type Bases, basesOf, totalKey } from './bases.ts'
import { toldState } from './data-state.ts'
import { figureOf, type Measured, testedChange } from './figures.ts'
import { predicateOfToken } from './predicate.ts'
import { placeRows } from './rows.ts'
import { openScan } from './scan.ts'
import { type Period, resolveSelection, type Selection } from './selection.ts'
import { and, day as dayLiteral } from './sql.ts'
import { sumStatement } from './statement.ts'

/** Places of a view: those without any below, or those so deep (0: the root itself). */
export type Places = { readonly view: StoredView; readonly level: 'leaves' | number }

type Wanted = Places & {
  readonly indicator: string
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

/** An indicator at places, in one statement, or from memory. Throws Fault `invalid` for an indicator or filter that is not there. */
export async function placeFigures(stores: Stores, dictionary: Dictionary, wanted: Wanted): Promise<PlaceFigure[]> {
  const { level, compared } = wanted
  const [measured] = indicatorsOf({ dictionary }, [wanted.indicator])
  if (!measured) return []
  const state = await toldState(stores, dictionary)
  const scan = openScan(stores, selectionOf(dictionary, wanted), compared, { state })
  const { nodes, fold } = rowsAt(wanted)
  const [parent, bases] = await Promise.all([
    basesOf(scan, { by: 'total' }, [measured]),
    level === 0 ? null : basesOf(scan, { by: 'leaf' }, [measured], fold),
  ])
  if (bases === null) return [told(dictionary, measured, parent, rootNumber, totalKey)]
  return nodes.map((node) => told(dictionary, measured, bases, node, String(node)))
}

/** In the order of the tree. */
function rowsAt({ view, level }: Places) {
  const { nodes, fold } = placeRows(view.tree, rootNumber, level === 'leaves' ? level : { depth: level })
  return { nodes: nodes.map(({ number }) => number), fold }
}

function selectionOf(dictionary: Dictionary, { view, when, period }: Wanted): Selection {
  const path = [view.view.extName, view.view.root.id].join(',')
  const selection = resolveSelection(dictionary, when === '' ? path : `${path};${when}`, period.to, null)
  const days = { is: 'days', ...period } as const
  return { ...selection, time: { include: [days], exclude: [] }, period, writtenPeriod: undefined }
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

/** The last day, up to one, on which interviews of each place meet a token; a place without any is absent. */
export async function lastDays(
  { clickhouse }: Stores,
  dictionary: Dictionary,
  { view, level, when, until }: Places & { readonly when: string; readonly until: string },
): Promise<ReadonlyMap<number, string>> {
  const where = and([
    `day > ${dayLiteral(undated)}`,
    `day <= ${dayLiteral(until)}`,
    ...(when === '' ? [] : [predicateOfToken(dictionary, when)]),
  ])
  const source = { dictionary, conditions: { where, now: '1', before: null } }
  const options = { lane: 'user', tenant: dictionary.universe, timeout: 60 } as const
  const rows = await clickhouse.read(sumStatement(source, [view.column], ['toString(max(day))']), {}, options)
  const { fold } = rowsAt({ view, level })
  const found = new Map<number, string>()
  for (const [leaf, last] of rows) {
    const node = level === 0 ? rootNumber : fold.get(Number(leaf))
    const known = node === undefined ? undefined : (found.get(node) ?? '')
    if (node !== undefined && known !== undefined && String(last) > known) found.set(node, String(last))
  }
  return found
}
