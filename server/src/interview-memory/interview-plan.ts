import type { Indicator } from '@kaiku/contract/indicator.ts'
import { type Fold, foldOf, type Grouping, keysOf } from '../aggregate/grouping.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { inDays, predicate } from '../selection/predicate.ts'
import type { Period, Selection } from '../selection/selection.ts'
import { indicatorScore } from '../sums/score.ts'
import { cellKey, isWeighted } from '../sums/sums.ts'
import { columnIn, dayColumn, leafColumn, type Source } from './coded-column.ts'

/** What is said of each interview by the value of one of its columns, as an expression of ClickHouse. */
export type Said = { readonly source: Source; readonly sql: string }
/** That its leaf is one of these. */
export type Within = { readonly source: Source; readonly leaves: ReadonlySet<number> }

/** Of what a group's key is made: the leaf, the row that a leaf counts for, or what an expression says. */
export type KeyPart =
  | { readonly by: 'leaf'; readonly source: Source }
  | { readonly by: 'fold'; readonly source: Source; readonly fold: Fold }
  | { readonly by: 'said'; readonly said: Said }

export const sourceOf = (part: KeyPart): Source => (part.by === 'said' ? part.said.source : part.source)

/** A score: where it is valid, and its points there, as expressions of one column. */
export type PlannedScore = { readonly source: Source; readonly valid: string; readonly points: string }

/** How a selection is added up from columns in memory. */
export type SelectionPlan = {
  /** An interview is chosen where all of these say so; */
  readonly filters: readonly Said[]
  /** lies in the place; */
  readonly place: Within | null
  /** and in all places of any of these, where there are any. */
  readonly scope: readonly (readonly Within[])[] | null
  /** Of the day: whether it is of the period, and of the compared one. */
  readonly now: string
  readonly before: string | null
}

/** Null: it asks for what is not held in memory. */
export function planSelection(selection: Selection, compared: Period | null): SelectionPlan | null {
  const { dictionary, chosen, time, tableDate, view, node, scope } = selection
  const date = dictionary.role('date')
  if (tableDate !== 'none') return null
  const filters: Said[] = []
  for (const { kept, condition } of chosen) {
    const sql = predicate(dictionary, kept, condition)
    const said = saidOf(dictionary, sql)
    if (!said) return null
    filters.push(said)
  }
  const now = time === null || date === null ? '1' : predicate(dictionary, date, time)
  const asked = columnIn(dictionary, now)
  if (asked !== undefined && asked?.name !== dayColumn.name) return null
  return {
    filters,
    place: node === rootNumber ? null : withinOf(view, [node]),
    scope: scope?.map((role) => [...role].map(([name, nodes]) => roleWithin(dictionary, name, nodes))) ?? null,
    now,
    before: compared && inDays('day', compared),
  }
}

const withinOf = ({ column, tree }: StoredView, nodes: readonly number[]): Within => ({
  source: leafColumn(column),
  leaves: new Set(nodes.flatMap((node) => tree.within(node))),
})

/** A view that the survey does not have allows nothing. */
function roleWithin({ views }: Dictionary, name: string, nodes: readonly number[]): Within {
  const view = views.get(name)
  return view ? withinOf(view, nodes) : { source: dayColumn, leaves: new Set() }
}

/** By what an expression's column says; what names none is the same for each day. Null: it is about what is not held. */
function saidOf(dictionary: Dictionary, sql: string): Said | null {
  const source = columnIn(dictionary, sql)
  return source === null ? null : { source: source ?? dayColumn, sql }
}

/** Null: its groups are told by what is not held in memory, or an interview is in several. */
export function planKeys(grouping: Grouping, selection: Selection): readonly KeyPart[] | null {
  const { dictionary, view } = selection
  if (grouping.by === 'pair') {
    const [rows, columns] = [planKeys(grouping.rows, selection), planKeys(grouping.columns, selection)]
    return rows && columns && [...rows, ...columns]
  }
  const source = leafColumn(view.column)
  if (grouping.by === 'row') return [{ by: 'fold', source, fold: grouping.fold }]
  const fold = foldOf(grouping)
  const parts: KeyPart[] = []
  for (const sql of keysOf(grouping, view.column, dictionary.calendar)) {
    if (sql === view.column) parts.push(fold ? { by: 'fold', source, fold } : { by: 'leaf', source })
    else {
      const said = sql.includes('arrayJoin') ? null : saidOf(dictionary, sql)
      if (!said) return null
      parts.push({ by: 'said', said })
    }
  }
  return parts
}

/**
 * The scores of indicators, by indicator. Null: one is weighted or pooled, or the keys are added up, or a score is made of
 * several columns, or of one that is not held. What is the same of each interview is counted by a column that is counted
 * anyway, or makes the groups.
 */
export function planScores(
  dictionary: Dictionary,
  indicators: readonly Indicator[],
  keys: readonly KeyPart[],
): readonly (readonly PlannedScore[])[] | null {
  const isOther = (one: Indicator) => one === cellKey || one.measure === 'pooled' || isWeighted(dictionary, one)
  if (indicators.some(isOther)) return null
  const sources: Source[] = []
  const found = indicators.map((indicator) => {
    const { valid, points } = indicatorScore(dictionary, indicator)
    const sql = points.kind === 'whole' ? points.sql : sumOfSets(points.sets)
    const source = columnIn(dictionary, `${valid} ${sql}`)
    if (source) sources.push(source)
    return [{ source, valid, points: `(${sql}) * (${valid})` }]
  })
  const common = sources[0] ?? keys.map(sourceOf)[0] ?? dayColumn
  if (found.flat().some(({ source }) => source === null)) return null
  return found.map((scores) => scores.map((score) => ({ ...score, source: score.source ?? common })))
}

const sumOfSets = (sets: readonly { readonly points: bigint; readonly when: string }[]) =>
  sets.map(({ points, when }) => `toInt64(${points}) * (${when})`).join(' + ') || '0'
