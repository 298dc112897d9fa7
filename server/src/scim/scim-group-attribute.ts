import { scimMatches } from '@kaiku/core/scim-filter.ts'
import { badRequest } from './scim-fault.ts'
import { type Operation, readMessage, readText } from './scim-message.ts'
import { plainName } from './scim-sql.ts'

export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** What a directory may say of a group; members by their ids. */
export type ScimGroup = {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<string>
}

type Draft = { displayName: string; externalId: string | null; members: Set<string> }

const mostMembers = 50_000

function readName(value: unknown): string {
  const name = readText(value, 'displayName', 100)
  if (name === null) throw badRequest('invalidValue', 'A group needs a displayName.')
  return name
}

/** The ids of `[{"value": "…"}]`; nothing is none. */
function readMembers(value: unknown): string[] {
  if (value === null || value === undefined) return []
  const all = Array.isArray(value) ? value : [value]
  if (all.length > mostMembers) throw badRequest('tooMany', `A group has at most ${mostMembers} members.`)
  return all.map((one) => {
    const id = readText(typeof one === 'string' ? one : readMessage(one).get('value'), 'members.value', 100)
    if (id === null) throw badRequest('invalidValue', 'A member has no value: the id of a user.')
    return id.toLowerCase()
  })
}

const byName = (attributes: ReadonlyMap<string, unknown>) =>
  new Map([...attributes].map(([name, value]) => [plainName(name, groupUrn), value]))

/** A new group, or what a PUT makes of one. */
export function groupOf(body: unknown, externalId: string | null = null): ScimGroup {
  const given = byName(readMessage(body))
  return {
    displayName: readName(given.get('displayname')),
    externalId: given.has('externalid') ? readText(given.get('externalid'), 'externalId', 200) : externalId,
    members: new Set(readMembers(given.get('members'))),
  }
}

/** The group after a PATCH. Throws ScimFault for what cannot be. */
export function patchedGroup(before: ScimGroup, operations: readonly Operation[]): ScimGroup {
  const draft: Draft = { ...before, members: new Set(before.members) }
  for (const { does, path, value } of operations) {
    if (path === null) {
      for (const [name, one] of byName(readMessage(value))) if (known.has(name)) set(draft, does, name, one)
      continue
    }
    const name = plainName(path.attribute, groupUrn)
    if (path.filter !== null && name === 'members' && path.sub === null) {
      if (does !== 'remove') throw badRequest('mutability', 'A member is added or removed, never changed.')
      const { filter } = path
      const isId = filter.kind === 'compare' && filter.operator === 'eq' && filter.path.toLowerCase() === 'value'
      if (isId) draft.members.delete(String(filter.value).toLowerCase())
      else
        for (const id of draft.members) if (scimMatches(filter, { value: id, type: 'User' })) draft.members.delete(id)
    } else if (path.filter === null && known.has(name)) set(draft, does, name, value)
    else if (!heard.has(name)) throw badRequest('invalidPath', `Groups have no attribute “${name.slice(0, 100)}”.`)
  }
  return draft
}

const known = new Set(['displayname', 'externalid', 'members'])
const heard = new Set(['id', 'schemas', 'meta'])

function set(draft: Draft, does: Operation['does'], name: string, value: unknown) {
  if (name === 'displayname') draft.displayName = readName(does === 'remove' ? null : value)
  else if (name === 'externalid') draft.externalId = does === 'remove' ? null : readText(value, 'externalId', 200)
  else {
    const named = readMembers(value)
    const isAll = does === 'replace' || (does === 'remove' && (value === undefined || value === null))
    if (isAll) draft.members.clear()
    for (const id of named) draft.members[does === 'remove' ? 'delete' : 'add'](id)
  }
}
