import { noAnswer } from '@kaiku/core/filter-token.ts'
import type { Translate } from '@kaiku/core/localised.ts'
import { noBand, noValue } from '../aggregate/grouping.ts'
import type { StoredQuestion, StoredView } from '../dictionary/dictionary.ts'
import { rootNumber, type StoredNode, type Tree } from '../dictionary/tree.ts'
import { pathOf } from '../selection/selection.ts'
import { levelTitlesOf } from '../view/level-title.ts'

/** A row of a ranking before its figures. `key`: the group its figures come from. */
export type FigureRow = {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly path: string | null
  readonly above: readonly string[]
  readonly opens: boolean
  /** The node, where the row is a place. */
  readonly node: number | null
}

export type PlaceGrouping = 'children' | 'leaves' | { readonly depth: number }

/** The rows below a place and, for each node within, the row an interview held there counts for. */
export type PlaceRows = { readonly nodes: readonly StoredNode[]; readonly fold: ReadonlyMap<number, number> }

const remembered = new WeakMap<Tree, Map<string, PlaceRows>>()

export function placeRows(tree: Tree, node: number, of: PlaceGrouping): PlaceRows {
  const known = remembered.get(tree) ?? new Map<string, PlaceRows>()
  remembered.set(tree, known)
  const key = `${node} ${JSON.stringify(of)}`
  const rows = known.get(key) ?? found(tree, node, of)
  known.set(key, rows)
  return rows
}

function found(tree: Tree, node: number, of: PlaceGrouping): PlaceRows {
  const nodes: StoredNode[] = []
  const fold = new Map<number, number>()
  const last = typeof of === 'object' ? of.depth : 0
  const walk = (parent: number, depth: number, row: number | null) => {
    for (const child of tree.children(parent)) {
      const isRow =
        row === null &&
        (of === 'children' || (of === 'leaves' ? tree.children(child.number).length === 0 : depth + 1 === last))
      if (isRow) nodes.push(child)
      const own = isRow ? child.number : row
      if (own !== null) for (const part of [child.number, ...tree.merged(child.number)]) fold.set(part, own)
      walk(child.number, depth + 1, own)
    }
  }
  walk(node, node === rootNumber ? 0 : tree.depth(node), null)
  return { nodes, fold }
}

export function rowOfNode(view: StoredView, node: StoredNode, translate: Translate): FigureRow {
  const line = view.tree.line(node.number)
  return {
    key: String(node.number),
    id: node.id,
    name: translate(node.name),
    path: pathOf(view, node.number),
    above: line.slice(0, -1).map(({ name }) => translate(name)),
    opens: view.tree.children(node.number).length > 0,
    node: node.number,
  }
}

const written = new WeakMap<StoredView, Map<string, Map<number, FigureRow>>>()

/** The rows of places in a locale, each written once as long as the view stays as it is. */
export function rowsOfNodes(
  view: StoredView,
  nodes: readonly StoredNode[],
  locale: string,
  translate: Translate,
): readonly FigureRow[] {
  const locales = written.get(view) ?? new Map<string, Map<number, FigureRow>>()
  written.set(view, locales)
  const known = locales.get(locale) ?? new Map<number, FigureRow>()
  locales.set(locale, known)
  return nodes.map((node) => {
    const row = known.get(node.number) ?? rowOfNode(view, node, translate)
    known.set(node.number, row)
    return row
  })
}

/** What the places of a depth are called: 1 is right below the root. Empty when the definition has no word for it. */
export function levelTitle({ view }: StoredView, depth: number, translate: Translate): string {
  const title = levelTitlesOf(view)[depth - 1]
  return title === undefined ? '' : translate(title)
}

/** The word for the rows below a place. */
export function rowTitle(view: StoredView, node: number, of: PlaceGrouping, translate: Translate): string {
  if (typeof of === 'object') return levelTitle(view, of.depth, translate)
  if (of === 'children') return levelTitle(view, view.tree.depth(node) + 1, translate)
  const titles = levelTitlesOf(view.view).length
  return levelTitle(view, titles, translate)
}

/** An answer's code as rows and bars are called: an option of its own named `~none` is not the group without a value. */
export const rowId = (code: string) => (code === noAnswer ? '%7Enone' : code)

const plainRow = (key: string, id: string, name: string): FigureRow => ({
  key,
  id,
  name,
  path: null,
  above: [],
  opens: false,
  node: null,
})

/** The groups of a question in the order of its options, then codes met in the data, then those without a value. */
export function answerRows(
  { question }: StoredQuestion,
  keys: readonly string[],
  translate: Translate,
): readonly FigureRow[] {
  const known = answerTitles(question, translate)
  const others = keys.filter((key) => key !== noValue && key !== noBand && !known.has(key))
  const shownCode = (key: string) => (question.type === 'number' ? scaledText(key, question.decimals) : key)
  const numeric = new Intl.Collator('en', { numeric: true }).compare
  const extra = others.map((key) => plainRow(key, rowId(shownCode(key)), known.get(shownCode(key)) ?? shownCode(key)))
  const ordered =
    question.type === 'number'
      ? extra.sort((a, b) => Number(a.id) - Number(b.id))
      : extra.sort((a, b) => numeric(a.name, b.name))
  const listed = question.type === 'number' && question.bands.length === 0 ? [] : [...known]
  return [
    ...listed.map(([code, title]) => plainRow(code, rowId(code), title)),
    ...ordered,
    ...(keys.includes(noValue) ? [plainRow(noValue, noAnswer, noAnswer)] : []),
  ]
}

/** Code → title of what a question lists: options, steps of a scale, bands; missing codes are left out. */
export function answerTitles(question: StoredQuestion['question'], translate: Translate): ReadonlyMap<string, string> {
  const missing = new Set(question.missing.map(String))
  const titled = (pairs: readonly (readonly [string, string])[]) =>
    new Map(pairs.filter(([code]) => !missing.has(code)))
  switch (question.type) {
    case 'choice':
    case 'multiple':
      return titled(question.options.map(({ code, title }) => [code, translate(title) || code]))
    case 'scale': {
      const labels = new Map(question.labels.map(({ code, title }) => [code, translate(title)]))
      const codes = Array.from({ length: question.max - question.min + 1 }, (_, step) => question.min + step)
      return titled(codes.map((code) => [String(code), labels.get(code) || String(code)]))
    }
    case 'number':
      return question.bands.length
        ? new Map(question.bands.map(({ id, title }) => [id, translate(title)]))
        : titled(question.labels.map(({ code, title }) => [String(code), translate(title)]))
    case 'text':
    case 'date':
      return new Map()
  }
}

/** A stored whole number as people write it: hundredths `1250` are `12.5`. */
export const scaledText = (stored: string, decimals: number): string =>
  decimals === 0 ? stored : String(Number(stored) / 10 ** decimals)
