import { decodeText, encodeText } from './escape.ts'
import { type Parsed, refused } from './parsed.ts'

export type { Parsed } from './parsed.ts'

/** Filter name (decoded) → its values in written, canonical form. */
export type FilterSelection = ReadonlyMap<string, readonly string[]>

/** The written value that selects interviews without an answer. */
export const noAnswer = '~none'
/** The filter that holds the period. */
export const timeFilter = 'ftime'

/** An option's own name as a written value: what would read as exclusion or submatch is escaped. */
export function option(text: string): string {
  const written = encodeText(text)
  if (written === noAnswer) return '%7Enone'
  return written.replace(/^_/, '%5F').replace(/~$/, '%7E')
}

/** The option's name in a written value; a value that cannot be decoded is returned as it stands. */
export function optionText(written: string): string {
  const text = decodeText(written)
  return text.ok ? text.value : written
}

/** Takes a written value apart: `_` in front excludes, `~` behind matches a part. The body is still encoded. */
export function marksOf(written: string): { excluded: boolean; submatch: boolean; body: string } {
  const excluded = written.startsWith('_')
  const rest = excluded ? written.slice(1) : written
  const submatch = rest.endsWith('~')
  return { excluded, submatch, body: submatch ? rest.slice(0, -1) : rest }
}

/** The one way of writing a value that several texts may mean. */
function canonical(written: string, offset: number): Parsed<string> {
  const { excluded, submatch, body } = marksOf(written)
  const text = decodeText(body, offset + (excluded ? 1 : 0))
  if (!text.ok) return text
  const plain = body === noAnswer && !submatch ? body : option(text.value)
  return { ok: true, value: `${excluded ? '_' : ''}${plain}${submatch ? '~' : ''}` }
}

const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort()

/** Reads `region=north*south;ftime=rdays-30+0`. The empty token is the empty selection. */
export function parseToken(token: string): Parsed<FilterSelection> {
  const selection = new Map<string, readonly string[]>()
  if (token === '') return { ok: true, value: selection }
  let at = 0
  for (const pair of token.split(';')) {
    const read = parsePair(pair, at)
    if (!read.ok) return read
    const [name, values] = read.value
    if (selection.has(name)) return refused(at, `filter ${name} stands twice`, 'each filter once')
    selection.set(name, values)
    at += pair.length + 1
  }
  return { ok: true, value: selection }
}

function parsePair(pair: string, at: number): Parsed<[string, readonly string[]]> {
  const equals = pair.indexOf('=')
  if (equals < 0) return refused(at, pair === '' ? 'empty pair' : 'filter without values', 'name=value')
  if (equals === 0) return refused(at, 'filter without a name', 'name=value')
  const name = decodeText(pair.slice(0, equals), at)
  if (!name.ok) return name
  const values: string[] = []
  let start = at + equals + 1
  for (const written of pair.slice(equals + 1).split('*')) {
    const second = written.indexOf('=')
    if (second >= 0) return refused(start + second, 'second = in a pair', '* or ; or the end')
    const value = canonical(written, start)
    if (!value.ok) return value
    values.push(value.value)
    start += written.length + 1
  }
  return { ok: true, value: [name.value, sorted(values)] }
}

/** The canonical token: filters sorted by name, values sorted and unique, empty filters dropped. */
export const formatToken = (selection: FilterSelection): string =>
  [...selection]
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => ({ name: encodeText(name), values: sorted(values) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, values }) => `${name}=${values.join('*')}`)
    .join(';')

/** The selection with these values, and no others, in one filter. No values: without the filter. */
export function setValues(selection: FilterSelection, name: string, values: readonly string[]): FilterSelection {
  const next = new Map(selection)
  if (values.length > 0) next.set(name, sorted(values))
  else next.delete(name)
  return next
}

export const addValue = (selection: FilterSelection, name: string, value: string): FilterSelection =>
  setValues(selection, name, [...(selection.get(name) ?? []), value])

export const clearValue = (selection: FilterSelection, name: string, value: string): FilterSelection =>
  setValues(
    selection,
    name,
    (selection.get(name) ?? []).filter((one) => one !== value),
  )

export const clearFilter = (selection: FilterSelection, name: string): FilterSelection => setValues(selection, name, [])
