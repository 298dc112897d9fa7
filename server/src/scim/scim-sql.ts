import type { ScimComparison, ScimFilter, ScimValue } from '@kaiku/core/scim-filter.ts'
import { badRequest } from './scim-fault.ts'

/** An attribute as SQL. `name`: citext, compared by its index; `exact`: case matters. */
type Column = { readonly sql: string; readonly type: 'text' | 'name' | 'exact' | 'boolean' | 'time' }
type Columns = ReadonlyMap<string, Column>

/** What can be asked for in filters of one resource type; all names in lower case. */
export type Filterable = {
  readonly urn: string
  readonly columns: Columns
  /** Attributes of several values: a subquery's FROM with its WHERE, and what each value has. */
  readonly lists: ReadonlyMap<string, { readonly from: string; readonly columns: Columns }>
}

/** The attribute's name in lower case, without the URN of its schema. */
export function plainName(path: string, urn: string): string {
  const [name, own] = [path.toLowerCase(), `${urn.toLowerCase()}:`]
  return name.startsWith(own) ? name.slice(own.length) : name
}

/** The filter as a condition that is never null; its values are appended. Throws ScimFault `invalidFilter`. */
export function scimCondition(filter: ScimFilter, of: Filterable, values: unknown[]): string {
  const at = (path: string, test: (column: Column) => string): string => {
    const name = plainName(path, of.urn)
    const column = of.columns.get(name)
    if (column) return test(column)
    const [head = '', sub = 'value'] = name.split('.')
    const list = of.lists.get(head)
    const inner = list?.columns.get(sub)
    if (!list || !inner) throw badRequest('invalidFilter', `No filter knows “${path.slice(0, 100)}”.`)
    return `exists (select from ${list.from} and ${test(inner)})`
  }
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${scimCondition(filter.left, of, values)} ${filter.kind} ${scimCondition(filter.right, of, values)})`
    case 'not':
      return `not ${scimCondition(filter.inner, of, values)}`
    case 'present':
      return at(filter.path, present)
    case 'compare':
      return at(filter.path, (column) => compared(column, filter.operator, filter.value, filter.path, values))
    case 'within': {
      const list = of.lists.get(plainName(filter.path, of.urn))
      if (!list) throw badRequest('invalidFilter', `“${filter.path.slice(0, 100)}” has no several values.`)
      const inside = { urn: '', columns: list.columns, lists: new Map() }
      return `exists (select from ${list.from} and ${scimCondition(filter.inner, inside, values)})`
    }
  }
}

const present = ({ sql, type }: Column) =>
  type === 'boolean' || type === 'time' ? `(${sql} is not null)` : `(coalesce(${sql}::text, '') <> '')`

function compared(column: Column, operator: ScimComparison, value: ScimValue, path: string, values: unknown[]): string {
  if (value === null) {
    if (operator !== 'eq' && operator !== 'ne') throw badRequest('invalidFilter', `Nothing is ${operator} null.`)
    return operator === 'eq' ? `not ${present(column)}` : present(column)
  }
  const { sql } = column
  const test = (found: string, wanted: string | boolean, cast: string, does = operator) => {
    values.push(wanted)
    return `(${sql} is not null and ${operation[does](found, `$${values.length}::${cast}`)})`
  }
  const wrong = (expected: string) => badRequest('invalidFilter', `“${path.slice(0, 100)}” is compared ${expected}.`)
  if (operator === 'ne') return `not ${compared(column, 'eq', value, path, values)}`
  switch (column.type) {
    case 'boolean': {
      const wanted = typeof value === 'string' ? truth.get(value.toLowerCase()) : value
      if (operator !== 'eq' || typeof wanted !== 'boolean') throw wrong('by eq or ne with true or false')
      return test(sql, wanted, 'boolean')
    }
    case 'time': {
      const time = typeof value === 'string' ? readTime(value) : null
      if (time === null || !ordered.has(operator)) throw wrong('by eq, ne, gt, ge, lt or le with a date and time')
      return test(`date_trunc('milliseconds', ${sql})`, time, 'timestamptz')
    }
    default: {
      if (typeof value !== 'string') throw wrong('with a text')
      if (column.type === 'exact') return test(sql, value, 'text')
      if (column.type === 'name' && operator === 'eq') return test(sql, value, 'citext')
      return test(`lower(${sql}::text)`, value.toLowerCase(), 'text')
    }
  }
}

/** As some directories write it. */
const truth = new Map([
  ['true', true],
  ['false', false],
])
const ordered = new Set<ScimComparison>(['eq', 'gt', 'ge', 'lt', 'le'])
const operation: Readonly<Record<ScimComparison, (found: string, wanted: string) => string>> = {
  eq: (found, wanted) => `${found} = ${wanted}`,
  ne: (found, wanted) => `${found} <> ${wanted}`,
  co: (found, wanted) => `position(${wanted} in ${found}) > 0`,
  sw: (found, wanted) => `starts_with(${found}, ${wanted})`,
  ew: (found, wanted) => `right(${found}, length(${wanted})) = ${wanted}`,
  gt: (found, wanted) => `${found} > ${wanted}`,
  ge: (found, wanted) => `${found} >= ${wanted}`,
  lt: (found, wanted) => `${found} < ${wanted}`,
  le: (found, wanted) => `${found} <= ${wanted}`,
}

/** A date and time as XML Schema writes it; null: not one. */
function readTime(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/.test(text)) return null
  const time = new Date(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
