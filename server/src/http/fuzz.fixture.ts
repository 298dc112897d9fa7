import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { bool, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { hostileTexts, hostileValues } from './hostile-value.fixture.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

type Place = readonly (string | number)[]

/** Every place in a value, from the outside in. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  const inner = Array.isArray(value)
    ? value.slice(0, 3).flatMap((one, index) => placesOf(one, [...at, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => placesOf(one, [...at, name]))
      : []
  return at.length === 0 ? inner : [at, ...inner]
}

/** The same value with another at one place; undefined takes away what is there. */
export function withAt(value: unknown, [first, ...rest]: Place, other: unknown): unknown {
  if (first === undefined) return other
  if (Array.isArray(value)) return value.map((one, index) => (index === first ? withAt(one, rest, other) : one))
  const { [first]: before, ...others } = isObject(value) ? value : {}
  const after = withAt(before, rest, other)
  return after === undefined ? others : { ...others, [first]: after }
}

const schemas = new WeakMap<z.ZodType, Json>()
function written(schema: z.ZodType): Json {
  const known = schemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
  schemas.set(schema, known)
  return known
}

type Random = () => number
const one = <T>(from: readonly T[], random: Random): T | undefined => from[Math.floor(random() * from.length)]

/** Something that a schema takes, most of the time; `known`: ids and names that exist. */
export function likely(schema: z.ZodType, random: Random, known: readonly string[]): unknown {
  const root = written(schema)
  return draw(root, { root, random, known }, 0)
}

type Drawing = { readonly root: Json; readonly random: Random; readonly known: readonly string[] }

function draw(schema: Json, drawing: Drawing, depth: number): unknown {
  const { root, random } = drawing
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref.split('/').slice(1)
    const found = target.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), root)
    return isObject(found) && depth < 6 ? draw(found, drawing, depth + 1) : null
  }
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return one(schema.enum, random)
  const options = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray)
  if (options && !('type' in schema)) {
    const chosen = one(options.filter(isObject), random)
    return chosen ? draw(chosen, drawing, depth + 1) : null
  }
  switch (schema.type) {
    case 'object':
      return drawObject(schema, drawing, depth)
    case 'array': {
      const most = Math.min(Number(schema.maxItems ?? 3), 3)
      const length = Math.max(Number(schema.minItems ?? 0), Math.floor(random() * (most + 1)))
      const items = isObject(schema.items) ? schema.items : {}
      return Array.from({ length }, () => draw(items, drawing, depth + 1))
    }
    case 'integer':
    case 'number':
      return drawNumber(schema, random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'string':
      return drawText(schema, drawing)
    default:
      return one([...hostileValues, ...hostileTexts], random)
  }
}

function drawObject(schema: Json, drawing: Drawing, depth: number): Json {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const said = properties.filter(([name]) => required.includes(name) || drawing.random() < 0.4)
  return Object.fromEntries(
    said.map(([name, inner]) => [name, isObject(inner) ? draw(inner, drawing, depth + 1) : null]),
  )
}

function drawNumber({ type, minimum, maximum, exclusiveMinimum }: Json, random: Random): number {
  const [least, most] = [Number(minimum ?? exclusiveMinimum ?? -1000), Number(maximum ?? 1000)]
  const drawn = one([least, most, least + 1, least + (most - least) * random()], random) ?? least
  return type === 'integer' ? Math.round(drawn) : drawn
}

function drawText({ format, pattern, maxLength }: Json, { random, known }: Drawing): string {
  if (format === 'uuid')
    return (
      one(
        known.filter((text) => /^[\da-f-]{36}$/.test(text)),
        random,
      ) ?? ''
    )
  if (format === 'date')
    return one(['1900-01-01', '2026-01-31', '2024-02-29', '2299-12-31', '0000-01-01', '9999-12-31'], random) ?? ''
  if (format === 'date-time')
    return (
      one(
        ['1900-01-01T00:00:00Z', '2299-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2026-05-05T05:05:05.555Z'],
        random,
      ) ?? ''
    )
  if (format === 'uri') return one(['https://example.com/', 'http://[::1]/', 'https://x:y@z'], random) ?? ''
  const texts =
    typeof pattern === 'string' ? [...known, 'a', 'en', 'nps', 'store', '#123456'] : [...known, ...hostileTexts]
  const text = one(texts, random) ?? ''
  const longest = Number(maxLength ?? 200)
  return random() < 0.1 ? 'x'.repeat(Math.min(longest, 100_000)) : text.slice(0, longest)
}

/** Something that a schema takes but for one thing: a name too many or too few, a value beyond its limit, another kind. */
export function nearly(schema: z.ZodType, random: Random, known: readonly string[]): unknown {
  const value = likely(schema, random, known)
  const places = placesOf(value).filter((place) => place.length > 0)
  const place = one(places, random)
  if (!place) return isObject(value) ? Object.assign({}, value, { more: 1 }) : value
  const at = place.reduce<unknown>((from, name) => Object(from)[name], value)
  return withAt(value, place, one(beside(at), random))
}

/** What a value is only nearly; undefined: it is left out. */
function beside(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, -value, value + 0.5, value * 1_000, String(value)]
  if (typeof value === 'string')
    return [`${value} `, value.toUpperCase(), value.slice(0, -1), value.repeat(200), [value], 0]
  if (typeof value === 'boolean') return [String(value), Number(value), null]
  if (Array.isArray(value)) return [[...value, ...value], [], Object.assign({}, value), null, [...value, null]]
  if (isObject(value)) return [Object.assign({}, value, { more: 1 }), [value], null, {}]
  return [undefined, {}, [], 0, '']
}

/** Every row of a universe, table by table: how many, and a digest that any change changes. */
export async function rowsOf(stores: Stores, named: string) {
  const [universe] = (await query(stores.service, { id: text }, 'select id from universe where name = $1', [named]))
    .rows
  return rowsOfUniverse(stores, universe?.id ?? '')
}

async function rowsOfUniverse(stores: Stores, universe: string) {
  const { rows: tables } = await query(
    stores.owner,
    { name: text, isApps: bool },
    `select c.relname as name, has_table_privilege('app', c.oid, 'select') as "isApps"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'universe' and a.atttypid = 'uuid'::regtype
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and (has_table_privilege('app', c.oid, 'select') or has_table_privilege('service', c.oid, 'select')) order by 1`,
  )
  const columns = { rows: number, digest: text }
  const found = new Map<string, { readonly rows: number; readonly digest: string }>()
  for (const { name, isApps } of tables) {
    const sql = `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
      from ${name} t where universe = $1`
    const asked = isApps
      ? inUniverse(stores.pool, universe, (client) => query(client, columns, sql, [universe]))
      : query(stores.service, columns, sql, [universe])
    const [row] = (await asked).rows
    if (row) found.set(name, row)
  }
  return found
}
