import { type Assumption, type Draft, type FileColumn, joined, rowsText } from '../column/column.ts'
import type { Sample } from '../column/profile.ts'
import { means, placeLevel, standsAlone } from '../column/vocabulary.ts'

/** Columns, from the widest to the narrowest, that make places. */
export type Levels = readonly Draft[]
export type Hierarchies = {
  readonly views: readonly Levels[]
  /** Columns that say the same as another one. */
  readonly twins: ReadonlyMap<Draft, Draft>
  readonly notes: readonly Assumption[]
}

const mostViews = 4
const mostCandidates = 40
const comparedRows = 12_000
const mostTogether = 0.95
/** How well the narrower answer must predict the wider one (Goodman and Kruskal's lambda). */
const leastLambda = 0.9
const fewestRowsEach = 3

type Candidate = {
  readonly draft: Draft
  readonly column: FileColumn
  readonly level: number | null
  readonly isText: boolean
  readonly onlyCode: boolean
}
type Tie = { readonly lambda: number; readonly hits: number; readonly torn: readonly (readonly [string, number])[] }

export function hierarchiesOf(drafts: readonly Draft[], sample: Sample, labelledFile: boolean): Hierarchies {
  const all = candidatesOf(drafts, labelledFile)
  const rows =
    sample.rows.length > comparedRows
      ? everyNth(sample.rows, Math.ceil(sample.rows.length / comparedRows))
      : sample.rows
  const ties = new Map(
    all.map((child) => [child, new Map(all.map((parent) => [parent, tie(child.column, parent.column, rows)]))]),
  )
  const of = (child: Candidate, parent: Candidate) => ties.get(child)?.get(parent) ?? null
  const twins = twinsOf(all, of)
  const single = all.filter(({ draft, onlyCode }) => !twins.has(draft) && !onlyCode)
  const chains = ranked(chainsOf(single, of))
  const notes = new Map<Candidate, Assumption>()
  const used = new Set<Candidate>()
  const views: Candidate[][] = []
  for (const chain of chains) {
    if (views.length >= mostViews || chain.some((one) => used.has(one))) continue
    const whole = withTop(
      chain,
      single.filter((one) => !used.has(one)),
    )
    views.push(whole)
    for (const one of whole) used.add(one)
    note(whole, of, notes)
  }
  for (const one of single) {
    const alone = one.level !== null && standsAlone(one.level) && one.column.answers.size <= 300
    if (views.length >= mostViews || used.has(one) || !alone || (views.length > 0 && labelledFile)) continue
    if (views.length > 0 && !one.isText) continue
    views.push([one])
    notes.set(one, {
      column: one.column.header,
      assumption: 'view of its own',
      reason: 'its name says that it is a place',
    })
  }
  if (views.length === 0) {
    const crossed = crossing(single, of)
    if (crossed.length > 0) views.push(crossed)
    for (const one of crossed.slice(0, 1))
      notes.set(one, {
        column: one.column.header,
        assumption: `view ${crossed.map(({ column }) => column.title).join(' › ')}`,
        reason: 'no column lies inside another, so groups are crossed',
      })
  }
  return { views: views.map((view) => view.map(({ draft }) => draft)), twins, notes: [...notes.values()] }
}

const everyNth = <T>(rows: readonly T[], step: number) => rows.filter((_, at) => at % step === 0)

function candidatesOf(drafts: readonly Draft[], labelledFile: boolean): Candidate[] {
  const found = drafts.flatMap((draft): Candidate[] => {
    const [column] = draft.columns
    if (!column || draft.question.type !== 'choice' || draft.use.aside || draft.use.share || column.many) return []
    const level = placeLevel(column.words)
    const isText = [...column.answers.keys()].some((text) => /\p{L}{2}/u.test(text))
    if (means(column.words, 'person') || (level === null && labelledFile)) return []
    const onlyCode = means(column.words, 'identifier') && (level === null || level === 9)
    // The variable itself must be the place: a label may only mention one.
    if (labelledFile && placeLevel([column.header.toLowerCase()]) === null) return []
    const usual = column.answers.size >= 2 && column.answered >= 0.2 * (column.filled + column.blank)
    return usual ? [{ draft, column, level, isText, onlyCode }] : []
  })
  const weight = ({ level, isText }: Candidate) => (level === null ? 0 : 2) + (isText ? 1 : 0)
  return found.length <= mostCandidates
    ? found
    : found.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostCandidates)
}

/** How well the narrower column predicts the wider one; null when too few rows have both. */
function tie(child: FileColumn, parent: FileColumn, rows: readonly Int32Array[]): Tie | null {
  if (child === parent) return null
  const pairs = new Map<number, Map<number, number>>()
  const parents = new Map<number, number>()
  let filled = 0
  let both = 0
  for (const row of rows) {
    const c = row[child.index] ?? -1
    const p = row[parent.index] ?? -1
    if (c < 0) continue
    filled++
    if (p < 0) continue
    both++
    parents.set(p, (parents.get(p) ?? 0) + 1)
    const under = pairs.get(c) ?? new Map<number, number>()
    under.set(p, (under.get(p) ?? 0) + 1)
    pairs.set(c, under)
  }
  if (both < 4 || both / filled < mostTogether) return null
  let hits = 0
  const names = [...child.values.keys()]
  const torn: [string, number][] = []
  for (const [code, under] of pairs) {
    hits += Math.max(...under.values())
    if (under.size > 1) torn.push([names[code] ?? '', under.size])
  }
  const chance = Math.max(...parents.values()) / both
  const hit = hits / both
  return { lambda: chance === 1 ? 0 : (hit - chance) / (1 - chance), hits: hit, torn }
}

type TieOf = (child: Candidate, parent: Candidate) => Tie | null

/** A code beside its name: of the two the one in words stays, else the first. */
function twinsOf(all: readonly Candidate[], of: TieOf): Map<Draft, Draft> {
  const found = new Map<Draft, Draft>()
  for (const [at, a] of all.entries())
    for (const b of all.slice(at + 1)) {
      const same = of(a, b)?.hits === 1 && of(b, a)?.hits === 1 && a.column.answers.size >= 4
      if (!same || found.has(a.draft) || found.has(b.draft)) continue
      const [kept, other] = b.isText && !a.isText ? [b, a] : [a, b]
      found.set(other.draft, kept.draft)
    }
  return found
}

function isParent(parent: Candidate, child: Candidate, of: TieOf): boolean {
  const found = of(child, parent)
  if (!found || parent.column.answers.size >= child.column.answers.size) return false
  const repeated = child.column.answered >= child.column.answers.size * fewestRowsEach
  return repeated && found.lambda >= leastLambda && found.hits >= mostTogether
}

/** Lines from the narrowest column up; each level's parent is the narrowest column that holds it. */
function chainsOf(all: readonly Candidate[], of: TieOf): Candidate[][] {
  return all.flatMap((leaf) => {
    const chain = [leaf]
    for (;;) {
      const [below] = chain
      const above = below
        ? all.filter((one) => !chain.includes(one) && isParent(one, below, of) && fits(one, below))
        : []
      const parent = above.reduce<Candidate | null>(
        (best, one) => (best === null || better(one, best) ? one : best),
        null,
      )
      if (!parent) break
      chain.unshift(parent)
    }
    const named = chain.some(({ level }) => level !== null)
    return chain.length >= 2 && (named || chain.every(({ isText }) => isText)) ? [chain] : []
  })
}
/** A city does not hold a country, whatever the data says. */
const fits = (parent: Candidate, child: Candidate) =>
  parent.level === null || child.level === null || parent.level <= child.level
const better = (a: Candidate, b: Candidate) =>
  (a.level === null) === (b.level === null) ? a.column.answers.size > b.column.answers.size : a.level !== null

function ranked(chains: readonly Candidate[][]): Candidate[][] {
  const named = (chain: readonly Candidate[]) => chain.filter(({ level }) => level !== null).length
  const first = (chain: readonly Candidate[]) => Math.min(...chain.map(({ column }) => column.index))
  return chains.toSorted((a, b) => named(b) - named(a) || b.length - a.length || first(a) - first(b))
}

/** A wider column may stand above the chain although a value below it belongs to several of its values: General holds Tops, and so does General Petite. */
function withTop(chain: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  const [top] = chain
  if (!top) return [...chain]
  const above = others.find((one) => {
    if (chain.includes(one) || one.column.answers.size >= top.column.answers.size) return false
    const beside = Math.abs(one.column.index - top.column.index) === 1
    const alike =
      one.column.blank === top.column.blank && one.column.words.some((word) => top.column.words.includes(word))
    const wider = one.level !== null && top.level !== null && one.level < top.level
    return beside && (wider || alike) && one.isText === top.isText
  })
  return above ? [above, ...chain] : [...chain]
}

/** Says of each level how it was found and where it is not a strict tree. */
function note(view: readonly Candidate[], of: TieOf, notes: Map<Candidate, Assumption>): void {
  const [top] = view
  if (!top) return
  const path = view.map(({ column }) => column.title.trim()).join(' › ')
  const blank = top.column.blank + top.column.filled - top.column.answered
  const [, second] = view
  const lies = top && second && (of(second, top)?.lambda ?? 0) >= leastLambda
  notes.set(top, {
    column: top.column.header,
    assumption: `view ${path}${blank > 0 ? `; ${rowsText(blank)} without a value count at the top only` : ''}`,
    reason: lies
      ? 'each narrower answer lies inside a wider one'
      : 'the narrower answers lie inside each other, and this column heads them',
  })
  for (const [at, child] of view.entries()) {
    const parent = view[at - 1]
    const found = parent ? of(child, parent) : null
    if (!parent || !found || found.torn.length === 0) continue
    const names = found.torn.map(([name]) => name)
    const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names
    notes.set(child, {
      column: child.column.header,
      assumption: `${joined(shown)} stand under more than one ${parent.column.title.trim()}, as children of each`,
      reason: 'not every value lies in one group only',
    })
  }
}

/** Without places: up to three short choices, the ones that depend most on each other first. */
function crossing(all: readonly Candidate[], of: TieOf): Candidate[] {
  const short = all.filter(({ column, isText }) => isText && column.answers.size <= 12)
  const [first] = short.toSorted(
    (a, b) => a.column.answers.size - b.column.answers.size || pull(b, short, of) - pull(a, short, of),
  )
  if (!first) return []
  const rest = short
    .filter((one) => one !== first)
    .sort(
      (a, b) =>
        (of(first, b)?.lambda ?? 0) +
        (of(b, first)?.lambda ?? 0) -
        (of(first, a)?.lambda ?? 0) -
        (of(a, first)?.lambda ?? 0),
    )
  return [first, ...rest].slice(0, 3)
}
const pull = (one: Candidate, all: readonly Candidate[], of: TieOf) =>
  all.reduce((sum, other) => sum + (of(one, other)?.lambda ?? 0) + (of(other, one)?.lambda ?? 0), 0)
