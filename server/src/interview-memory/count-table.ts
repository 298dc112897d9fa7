import { keySeparator } from '../aggregate/grouping.ts'
import type { Cells } from '../aggregate/scan-statement.ts'
import { openSmallSums } from '../sums/cell-sums.ts'
import type { Chosen } from './chosen-rows.ts'
import { type CodedColumn, pageSize } from './coded-column.ts'
import { codesOf, flags, type Reading } from './held-reading.ts'
import { type KeyPart, type PlannedScore, sourceOf } from './interview-plan.ts'

/** Counts by group and code that are worth a table of all of them, met or not. */
const mostCounts = 8_000_000

/** What is counted: of which groups, and by indicator which scores. */
export type Counted = {
  readonly keys: readonly KeyPart[]
  readonly scores: readonly (readonly PlannedScore[])[]
}

export type CountTable = { add(page: number, chosen: Chosen): void; cells(): Cells }

/** A part of a key: its names, and by code which of them. */
type Part = { readonly column: CodedColumn; readonly names: readonly string[]; readonly nameOf: Int32Array }

/** What is valid of a column, by code, and how many points it has then. */
type Scored = { readonly counts: Counts; readonly valid: Uint8Array; readonly k: Float64Array }

/** How many interviews of a group have a code, by both. */
type Counts = { readonly column: CodedColumn; readonly width: number; readonly of: Uint32Array }

/** Sums by group. Null: there are too many groups, or numbers too large to be added up exactly. */
export function openCountTable(
  { keys, scores }: Counted,
  reading: Reading,
  { rows, periods }: { readonly rows: number; readonly periods: number },
): CountTable | null {
  const parts = keys.map((key) => partOf(key, reading))
  const groups = parts.reduce((product, { names }) => product * names.length, periods)
  const columns = new Set(scores.flat().map(({ source }) => reading.columnOf(source)))
  if ([...columns].reduce((sum, { values }) => sum + groups * values.length, 0) > mostCounts) return null
  const counted = new Map(
    [...columns].map((column): [CodedColumn, Counts] => {
      const width = column.values.length
      return [column, { column, width, of: new Uint32Array(groups * width) }]
    }),
  )
  const scored = scores.map((each) =>
    each.flatMap(({ source, valid, points }): Scored[] => {
      const counts = counted.get(reading.columnOf(source))
      const [isValid, k] = [valid, points].map((sql) => reading.numbersOf({ source, sql }))
      return counts && isValid && k ? [{ counts, valid: flags(isValid), k }] : []
    }),
  )
  const most = scored.flat().reduce((found, { k }) => k.reduce((a, b) => Math.max(a, b * b), found), 1)
  if (most * rows > Number.MAX_SAFE_INTEGER) return null
  const groupOf = new Int32Array(pageSize)
  return {
    add(page, chosen) {
      group(parts, periods, page, chosen, groupOf)
      for (const { column, width, of } of counted.values())
        count(of, width, groupOf, codesOf(column, page), chosen.rows, chosen.count)
    },
    cells() {
      const sums = openSmallSums<number>(scores.length)
      for (let at = 0; at < groups; at += 1)
        for (const [place, each] of scored.entries()) addGroup(sums, at, periods, place, each)
      return sums.cells((at) => nameOf(parts, at))
    },
  }
}

function count(
  into: Uint32Array,
  width: number,
  groupOf: Int32Array,
  codes: Uint16Array,
  rows: Uint16Array,
  rowCount: number,
) {
  for (let at = 0; at < rowCount; at += 1) {
    const place = (groupOf[at] as number) * width + (codes[rows[at] as number] as number)
    into[place] = (into[place] as number) + 1
  }
}

/** Where a group has interviews at all. */
function addGroup(
  sums: ReturnType<typeof openSmallSums<number>>,
  at: number,
  periods: number,
  place: number,
  scored: readonly Scored[],
) {
  let [met, n, S, SS] = [0, 0, 0, 0]
  for (const { counts, valid, k } of scored)
    for (let code = 0, from = at * counts.width; code < counts.width; code += 1) {
      const found = counts.of[from + code] as number
      if (found === 0) continue
      met += found
      if (valid[code] === 0) continue
      const points = k[code] as number
      n += found
      S += found * points
      SS += found * points * points
    }
  if (met > 0) sums.add(Math.floor(at / periods), at % periods, place, n, n, n, S, SS)
}

function partOf(key: KeyPart, reading: Reading): Part {
  const column = reading.columnOf(sourceOf(key))
  const texts = namesByCode(key, column, reading)
  const places = new Map<string, number>()
  const nameOf = Int32Array.from(texts, (text, code) => {
    if (code === 0) return 0
    const known = places.get(text) ?? places.size
    places.set(text, known)
    return known
  })
  return { column, names: [...places.keys()], nameOf }
}

function namesByCode(key: KeyPart, { values }: CodedColumn, reading: Reading): readonly string[] {
  if (key.by === 'leaf') return values
  if (key.by === 'fold') return values.map((leaf) => String(key.fold.get(Number(leaf)) ?? 0))
  return reading.textsOf(key.said)
}

/** Where each chosen interview's group and period stand. */
function group(parts: readonly Part[], periods: number, page: number, chosen: Chosen, into: Int32Array) {
  const { rows, count } = chosen
  into.fill(0, 0, count)
  for (const { column, names, nameOf } of parts) {
    const codes = codesOf(column, page)
    for (let at = 0; at < count; at += 1)
      into[at] = (into[at] ?? 0) * names.length + (nameOf[codes[rows[at] ?? 0] ?? 0] ?? 0)
  }
  for (let at = 0; at < count; at += 1) into[at] = (into[at] ?? 0) * periods + (chosen.periods[at] ?? 0)
}

function nameOf(parts: readonly Part[], group: number): string {
  let left = group
  const found: string[] = []
  for (const { names } of parts.toReversed()) {
    found.push(names[left % names.length] ?? '')
    left = Math.floor(left / names.length)
  }
  return found.reverse().join(keySeparator)
}
