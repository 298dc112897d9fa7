import { createHash } from 'node:crypto'
import { parseScimFilter, type ScimFilter } from '@kaiku/core/scim-filter.ts'
import { badRequest } from './scim-fault.ts'
import { plainName } from './scim-sql.ts'

/** A user or a group as a directory sees it. */
export type ScimResource = {
  readonly schemas: readonly string[]
  readonly id: string
  readonly meta: { readonly resourceType: string; readonly location: string; readonly version: string }
  readonly [attribute: string]: unknown
}

/** The version in `meta` and in the ETag: what a resource says, in short. */
export const versionOf = (content: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

export const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const mostPerPage = 200
const usualPerPage = 100

export type ScimQuery = {
  readonly filter: ScimFilter | null
  /** Counted from 1. */
  readonly startIndex: number
  readonly count: number
  readonly attributes: readonly string[]
  readonly excluded: readonly string[]
}

/** What a query asks for. Throws ScimFault with what is wrong with it. */
export function readAsked(query: unknown): ScimQuery {
  const given = new Map(Object.entries(Object(query)).map(([name, value]) => [name.toLowerCase(), value]))
  const text = (name: string): string | null => {
    const value = given.get(name.toLowerCase()) ?? null
    if (value !== null && typeof value !== 'string') throw badRequest('invalidValue', `“${name}” is given twice.`)
    return value
  }
  const whole = (name: string, usual: number) => {
    const value = text(name)
    if (value === null || value === '') return usual
    if (!/^-?\d{1,9}$/.test(value)) throw badRequest('invalidValue', `“${name}” takes a whole number.`)
    return Number(value)
  }
  const names = (name: string) => (text(name) ?? '').split(',').flatMap((one) => one.trim() || [])
  const filter = text('filter') ?? ''
  return {
    filter: filter.trim() === '' ? null : readFilter(filter),
    startIndex: Math.max(1, whole('startIndex', 1)),
    count: Math.min(mostPerPage, Math.max(0, whole('count', usualPerPage))),
    attributes: names('attributes'),
    excluded: names('excludedAttributes'),
  }
}

function readFilter(text: string): ScimFilter {
  const parsed = parseScimFilter(text)
  if (parsed.ok) return parsed.value
  const { position, message, expected } = parsed
  throw badRequest('invalidFilter', `The filter ${message} (at character ${position + 1}). Expected: ${expected}.`)
}

/** Whether an attribute is asked for; what always comes is not asked about. */
export function isAsked(name: string, { attributes, excluded }: ScimQuery, urn: string): boolean {
  const own = (one: string) => plainName(one, urn).split('.')[0] === name.toLowerCase()
  return attributes.length > 0
    ? attributes.some(own)
    : !excluded.some((one) => plainName(one, urn) === name.toLowerCase())
}

/** The resource with those attributes, or without those; `id`, `schemas` and the version's home `meta` always stay. */
export function projected(resource: ScimResource, asked: ScimQuery, urn: string): Record<string, unknown> {
  const { attributes, excluded } = asked
  if (attributes.length === 0 && excluded.length === 0) return resource
  const listed = (attributes.length > 0 ? attributes : excluded).map((one) => plainName(one, urn))
  const isKept = (path: string) => listed.includes(path.toLowerCase()) === attributes.length > 0
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(resource)) {
    const isWhole = ['id', 'schemas', 'meta'].includes(name) || (attributes.length > 0 && isKept(name))
    const isGone = attributes.length === 0 && !isKept(name)
    const inner = isWhole ? value : isGone ? undefined : within(value, (sub) => isKept(`${name}.${sub}`))
    const isEmpty = attributes.length > 0 && !isWhole && !listed.some((one) => one.startsWith(`${name.toLowerCase()}.`))
    if (inner !== undefined && !isEmpty) kept.push([name, inner])
  }
  return Object.fromEntries(kept)
}

function within(value: unknown, isKept: (sub: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, isKept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([sub]) => isKept(sub)))
}
