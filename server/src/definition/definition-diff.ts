import { describe, placeText } from '../fault/definition-fault.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import type { Files } from './read-definition.ts'

/** What a publish would change at one place. `before`, `after`: short texts, null where there is nothing. */
export type DefinitionChange = {
  readonly file: string
  /** `indicators[nps].title`; empty for the file itself. */
  readonly place: string
  readonly before: string | null
  readonly after: string | null
}

/** Differences between two sets of files that are JSON, by file, then in the order in which they stand. */
export function diffDefinitions(before: Files, after: Files): DefinitionChange[] {
  const files = [...new Set([...before.keys(), ...after.keys()])].sort()
  return files.flatMap((file): DefinitionChange[] => {
    const [old, next] = [before.get(file), after.get(file)]
    if (old === next) return []
    if (old === undefined || next === undefined)
      return [
        { file, place: '', before: old === undefined ? null : 'a file', after: next === undefined ? null : 'a file' },
      ]
    const changes = compare(parse(old), parse(next), [])
    if (changes.length === 0) return [{ file, place: '', before: 'the same', after: 'written differently' }]
    return changes.map(({ place, before: was, after: is }) => ({
      file,
      place: placeText(place),
      before: was === undefined ? null : describe(was),
      after: is === undefined ? null : describe(is),
    }))
  })
}

/** `+ file place: after`, `- file place: before`, `~ file place: before › after` */
export function changeLine({ file, place, before, after }: DefinitionChange): string {
  const where = place === '' ? file : `${file} ${place}`
  if (before === null) return `+ ${where}: ${after}`
  return after === null ? `- ${where}: ${before}` : `~ ${where}: ${before} › ${after}`
}

const mostShown = 100

/**
 * What a publish changed, as the audit log shows it side by side: by file, then by place. Of a file with too many changes
 * to be read, only how many.
 */
export function changesByFile(before: Files, after: Files) {
  const all = diffDefinitions(before, after)
  const files = [...new Set(all.map(({ file }) => file))]
  const side = (which: 'before' | 'after') =>
    Object.fromEntries(
      files.flatMap((file): (readonly [string, unknown])[] => {
        const changes = all.filter((one) => one.file === file)
        if (changes.length > mostShown) return which === 'after' ? [[file, counted(changes)]] : []
        const there = changes.flatMap((one) => (one[which] === null ? [] : [[one.place, one[which]] as const]))
        const [first] = there
        if (!first) return []
        return [[file, first[0] === '' ? first[1] : Object.fromEntries(there)]]
      }),
    )
  return { before: side('before'), after: side('after') }
}

const counted = (all: readonly DefinitionChange[]) => {
  const added = all.filter(({ before }) => before === null).length
  const removed = all.filter(({ after }) => after === null).length
  return { added, removed, changed: all.length - added - removed }
}

const parse = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''))

type Difference = { readonly place: JsonPlace; readonly before: unknown; readonly after: unknown }
type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compare(before: unknown, after: unknown, place: JsonPlace): Difference[] {
  if (isMembers(before) && isMembers(after)) return compareMembers(before, after, place)
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, place)
  return Object.is(before, after) ? [] : [{ place, before, after }]
}

// A text may have keys that every object inherits.
const ownOf = (members: Members, key: string): unknown => (Object.hasOwn(members, key) ? members[key] : undefined)

const compareMembers = (before: Members, after: Members, place: JsonPlace): Difference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    compare(ownOf(before, key), ownOf(after, key), [...place, key]),
  )

/** What an item of a list is called, so that one that moved is found again. */
const naming = ['id', 'extName', 'extname', 'name', 'code', 'indicator', 'question'] as const

/** What an item of a list is called in the place of a change; null where nothing in it names it. */
export function itemName(item: unknown): string | null {
  if (!isMembers(item)) return null
  const key = naming.find((one) => typeof item[one] === 'string' || typeof item[one] === 'number')
  return key === undefined ? null : String(item[key])
}

/** The names of a list's items; null where an item has none or two have the same. */
function namesOf(list: readonly unknown[]): string[] | null {
  const names = list.map(itemName).filter((name) => name !== null)
  return names.length === list.length && new Set(names).size === names.length ? names : null
}

function compareLists(before: readonly unknown[], after: readonly unknown[], place: JsonPlace): Difference[] {
  const [old, next] = [namesOf(before), namesOf(after)]
  if (!old || !next || (old.length === 0 && next.length === 0)) {
    const longest = Math.max(before.length, after.length)
    return Array.from({ length: longest }, (_, i) => compare(before[i], after[i], [...place, i])).flat()
  }
  const [was, is] = [new Map(old.map((name, i) => [name, before[i]])), new Map(next.map((name, i) => [name, after[i]]))]
  const all = [...next, ...old.filter((name) => !is.has(name))]
  const items = all.flatMap((name) => compare(was.get(name), is.get(name), [...place, name]))
  const kept = old.filter((name) => is.has(name))
  const order = next.filter((name) => was.has(name))
  const isMoved = kept.some((name, i) => order[i] !== name)
  return isMoved ? [...items, { place: [...place, 'order'], before: kept.join(', '), after: order.join(', ') }] : items
}
