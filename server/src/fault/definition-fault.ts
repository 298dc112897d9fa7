import type { FaultDetail } from '@kaiku/core/fault.ts'
import type { z } from 'zod'
import { JsonFault, type JsonPlace, lineColumn, walkJson } from './json-text.ts'

/** `filters.json:12:5 standard.filterGroups[0].filters[1].question: expected …, found …` */
export function faultLine({ file, place, expected, found }: FaultDetail, text?: string): string {
  const at = text === undefined ? null : positionOf(text, place)
  return `${file ?? ''}${at === null ? '' : `:${at}`}${place === '' ? '' : ` ${place}`}: expected ${expected}, found ${found}`
}

/** `line:column` of a place as `placeText` writes it; null where the text has none. */
function positionOf(text: string, wanted: string): string | null {
  let found: number | null = null
  try {
    walkJson(text, (place, offset) => {
      if (found === null && placeText(place) === wanted) found = offset
    })
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
  }
  return found === null ? null : lineColumn(text, found)
}

/** `indicators[3].question`; empty for the whole. */
export const placeText = (place: JsonPlace): string =>
  place.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    if (!/^[\w$-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`
    return text === '' ? step : `${text}.${step}`
  }, '')

const longest = 60

/** A value as a person would say it, short enough for one line. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    return keys.length === 0 ? 'an empty object' : `an object with ${shorten(keys.join(', '))}`
  }
  return shorten(JSON.stringify(value))
}
const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** The value at a place; undefined where there is none. */
export const valueAt = (value: unknown, place: JsonPlace): unknown =>
  place.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined,
    value,
  )

type Issue = z.core.$ZodIssue
type SchemaFault = { place: JsonPlace; expected: string; found: string }

/** What a schema has against a value, in words. */
export function schemaFaults(issues: readonly Issue[], value: unknown, above: JsonPlace = []): SchemaFault[] {
  return issues.flatMap((issue): SchemaFault[] => {
    const place = [...above, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))]
    const one = (expected: string, found = describe(valueAt(value, place))) => [{ place, expected, found }]
    switch (issue.code) {
      case 'invalid_type':
        return one(typeNames[issue.expected] ?? issue.expected)
      case 'unrecognized_keys':
        return issue.keys.map((key) => ({ place, expected: 'only known keys', found: `"${key}"` }))
      case 'invalid_value':
        return one(issue.values.map((allowed) => JSON.stringify(allowed)).join(' or '))
      case 'invalid_key':
        return one(`another key: ${issue.issues.map(({ message }) => message).join(', ')}`, `"${String(place.at(-1))}"`)
      case 'invalid_union':
        return unionFaults(issue, value, place)
      case 'too_small':
        return one(`${sizeOf(issue.origin)} ${issue.minimum} or more`, measured(issue.origin, valueAt(value, place)))
      case 'too_big':
        return one(`${sizeOf(issue.origin)} ${issue.maximum} or less`, measured(issue.origin, valueAt(value, place)))
      case 'invalid_format':
        return one(issue.format === 'date' ? 'a day as yyyy-mm-dd' : issue.message)
      default:
        return one(issue.message)
    }
  })
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function unionFaults(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  value: unknown,
  place: JsonPlace,
): SchemaFault[] {
  const found = describe(valueAt(value, place))
  if (issue.errors.length === 0) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : []
    return [{ place, expected: options.map((option) => JSON.stringify(option)).join(' or ') || issue.message, found }]
  }
  // The member that was probably meant: the one that went furthest before it failed, then the one with least against it.
  const isSelf = (errors: readonly Issue[]) =>
    errors.some(({ path, code }) => path.length === 0 && code === 'invalid_type')
  const meant = issue.errors
    .filter((errors) => !isSelf(errors))
    .map((errors) => schemaFaults(errors, value, place))
    .sort((a, b) => a.length - b.length)
  if (meant[0]) return meant[0]
  const expected = issue.errors.flatMap((errors) => schemaFaults(errors, value, place).map((fault) => fault.expected))
  return [{ place, expected: [...new Set(expected)].join(' or '), found }]
}

const sizeOf = (origin: string) =>
  origin === 'string' ? 'a text with length' : origin === 'array' ? 'a list with length' : 'a number of'
const measured = (origin: string, value: unknown) =>
  (origin === 'string' && typeof value === 'string') || Array.isArray(value)
    ? `length ${value.length}`
    : describe(value)
