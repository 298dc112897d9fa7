import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { configBlockCalls } from '@kaiku/contract/config-block.ts'
import { storedLocalised } from '@kaiku/contract/localised.ts'
import type { FaultDetail } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { type DefinitionChange, diffDefinitions, itemName } from '../definition/definition-diff.ts'
import type { Files } from '../definition/read-definition.ts'
import { mostTold } from '../draft/next-definition.ts'
import { placeText } from '../fault/definition-fault.ts'
import { JsonFault, lineColumn, walkJson } from '../fault/json-text.ts'

type Checked = ReplyOf<(typeof configBlockCalls)['check']>
/** Faults with the line and column that they stand at. */
export function placedFaults(faults: readonly FaultDetail[], files: Files): Checked['faults'] {
  const known = new Map<string, ReadonlyMap<string, number>>()
  return faults.map(({ file = '', place, expected, found }) => {
    const text = files.get(file) ?? ''
    const offsets = known.get(file) ?? offsetsOf(text)
    known.set(file, offsets)
    // Of a text that is no JSON the place is told as line and column.
    const [, line, column] = /^(\d+):(\d+)$/.exec(place) ?? []
    if (line !== undefined) return { file, place: '', expected, found, line: Number(line), column: Number(column) }
    // A key too many is no place that the object has, and the best place to show all the same.
    const key = /^"([\w$-]+)"$/.exec(found)?.[1]
    const offset = offsets.get(place === '' ? (key ?? '') : `${place}.${key}`) ?? offsets.get(place)
    if (offset === undefined) return { file, place, expected, found, line: null, column: null }
    const [row, at] = lineColumn(text, offset).split(':').map(Number)
    return { file, place, expected, found, line: row ?? 1, column: at ?? 1 }
  })
}

function offsetsOf(text: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>()
  try {
    walkJson(text, (place, offset) => void offsets.set(placeText(place), offset))
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
  }
  return offsets
}

/** What publishing would change, each with the titles of what it lies in. Files that are no JSON are left out. */
export function toldChanges(before: Files, after: Files, locale: string): Pick<Checked, 'changes' | 'more'> {
  const isRead = (file: string) => [before, after].every((files) => readable(files.get(file) ?? '{}'))
  const only = (files: Files): Files => new Map([...files].filter(([file]) => isRead(file)))
  const all = diffDefinitions(only(before), only(after))
  const told = all.slice(0, mostTold)
  const titles = titlesIn(before, after, locale)
  return { changes: told.map((change) => ({ ...change, titles: titles(change) })), more: all.length - told.length }
}

function readable(text: string): boolean {
  try {
    walkJson(text, () => {})
    return true
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    return false
  }
}

const stepsOf = (place: string): string[] =>
  [...place.matchAll(/([\w$-]+)|\["((?:[^"\\]|\\.)*)"\]/g)].map(([, plain, quoted]) => plain ?? quoted ?? '')

/** Of a change the titles of what it lies in, as it will be or else as it was. */
function titlesIn(before: Files, after: Files, locale: string): (change: DefinitionChange) => string[] {
  const known = [after, before].map((files) => {
    const values = new Map<string, unknown>()
    return (file: string) => {
      const text = files.get(file)
      if (!values.has(file)) values.set(file, text === undefined ? null : JSON.parse(text.replace(/^\uFEFF/, '')))
      return values.get(file)
    }
  })
  return ({ file, place }) =>
    known.map((read) => titlesAt(read(file), stepsOf(place), locale)).find((one) => one.length > 0) ?? []
}

function titlesAt(value: unknown, [step, ...rest]: readonly string[], locale: string): string[] {
  if (step === undefined || typeof value !== 'object' || value === null) return []
  const inner: unknown = Array.isArray(value)
    ? (value.find((one) => itemName(one) === step) ?? value[Number(step)])
    : Object.hasOwn(value, step)
      ? Reflect.get(value, step)
      : undefined
  const isItem = Array.isArray(value) && typeof inner === 'object' && inner !== null
  const title = storedLocalised.safeParse(isItem ? Reflect.get(inner, 'title') : undefined)
  const own = title.success ? localise(title.data, locale, 'en') : ''
  return [...(own === '' ? [] : [own]), ...titlesAt(inner, rest, locale)]
}
