import { parseScimPath, type ScimPath } from '@kaiku/core/scim-filter.ts'
import { refusal } from '@kaiku/core/text.ts'
import { badRequest } from './scim-fault.ts'

/** One operation of a PATCH; `path` null: the value is an object of attributes. */
export type Operation = {
  readonly does: 'add' | 'replace' | 'remove'
  readonly path: ScimPath | null
  readonly value: unknown
}

const mostOperations = 1_000

/** The attributes of a message; their names may come in any case. Throws ScimFault `invalidSyntax`. */
export function readMessage(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('invalidSyntax', 'The body is no JSON object.')
  return new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The operations of a PATCH, in order. Throws ScimFault `invalidSyntax`, `invalidPath`, `noTarget` or `tooMany`. */
export function readOperations(body: unknown): readonly Operation[] {
  const operations = readMessage(body).get('operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw badRequest('invalidSyntax', 'A PATCH needs a list of “Operations”.')
  if (operations.length > mostOperations)
    throw badRequest('tooMany', `A PATCH has at most ${mostOperations} operations.`)
  return operations.map((one) => {
    const operation = readMessage(one)
    const does = readVerb(operation.get('op'))
    const path = readPath(operation.get('path'))
    if (does === 'remove' && path === null) throw badRequest('noTarget', 'What to remove has no path.')
    return { does, path, value: operation.get('value') }
  })
}

function readVerb(op: unknown): Operation['does'] {
  const verb = typeof op === 'string' ? op.toLowerCase() : ''
  if (verb === 'add' || verb === 'replace' || verb === 'remove') return verb
  throw badRequest('invalidSyntax', '“op” is add, replace or remove.')
}

function readPath(path: unknown): ScimPath | null {
  if (path === undefined || path === null || path === '') return null
  if (typeof path !== 'string') throw badRequest('invalidPath', '“path” takes a text.')
  const parsed = parseScimPath(path)
  if (parsed.ok) return parsed.value
  throw badRequest('invalidPath', `“${path.slice(0, 100)}” is no path: ${parsed.message}.`)
}

/** A text that can be stored; nothing is null. Throws ScimFault `invalidValue`. */
export function readText(value: unknown, name: string, most: number): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw badRequest('invalidValue', `“${name}” takes a text.`)
  const text = value.trim()
  if (text.length > most) throw badRequest('invalidValue', `“${name}” has more than ${most} characters.`)
  const why = refusal(text)
  if (why !== null) throw badRequest('invalidValue', `“${name}” ${why}.`)
  return text === '' ? null : text
}

/** Also as a text in any case, as some directories write it. Throws ScimFault `invalidValue`. */
export function readBoolean(value: unknown, name: string): boolean {
  const plain = typeof value === 'string' ? value.toLowerCase() : value
  if (plain === true || plain === 'true') return true
  if (plain === false || plain === 'false') return false
  throw badRequest('invalidValue', `“${name}” is true or false.`)
}
