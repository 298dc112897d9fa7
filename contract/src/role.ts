import { type Grant, permissions } from '@kaiku/core/access.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { roleRule } from './role-rule.ts'
import { version } from './version.ts'

/** Who gave a role: somebody by hand, a rule on a token's claims, or a directory. */
export const roleSource = z.enum(['hand', 'rule', 'scim'])

/** Ids of nodes from below the root; an empty path is the root: everything. */
const nodePath = z.array(z.string().min(1).max(200)).max(30)
/** Paths by view: any of them. A view that is not named is not narrowed. */
const nodesByView = z.record(z.string().min(1).max(80), z.array(nodePath).min(1).max(5_000))

/** A role as it is given to somebody by hand, and where. */
export const assignment = z.strictObject({
  roleId: z.uuid(),
  /** Interviews the role’s permissions hold for; the views apply together. Empty: wherever its surveys reach. */
  rows: nodesByView,
  /** Where seeing indicators reaches further; null: as `rows`. */
  figures: nodesByView.nullable().default(null),
})

const roleFields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().max(1000),
  permissions: z.array(z.enum(permissions)),
  /** Names of surveys; null: every survey of the universe, those to come too. */
  surveys: z.array(z.string().min(1).max(80)).nullable(),
  /** Where rules and groups of a directory give the role; what they name themselves counts within these places only. */
  rows: nodesByView,
  /** For whom rules and groups give it: where seeing indicators reaches further; null: as `rows`. */
  figures: nodesByView.nullable(),
  /** Claims of a token that give this role; any of them is enough. */
  rules: z.array(roleRule).max(100),
}

export const grantedNodes = z.record(z.string(), z.array(z.array(z.string()).readonly()).readonly())
/** The same, to be changed. */
export const storedNodes = z.record(z.string(), z.array(z.array(z.string())))
/** See core: what an assignment of a role allows, and where. */
const grant = z.object({
  role: z.string(),
  permissions: z.array(z.enum(permissions)).readonly(),
  surveys: z.array(z.string()).readonly().nullable(),
  rows: grantedNodes,
  figures: grantedNodes.nullable(),
}) satisfies z.ZodType<Grant>

/** A place by the names from the view’s root down; the ids themselves where it is gone. */
export const placeName = z.object({ view: z.string(), path: z.array(z.string()), names: z.array(z.string()) })
export type PlaceName = z.output<typeof placeName>

/** Where somebody has a role, in words too. */
export const placed = z.object({
  rows: grantedNodes,
  figures: grantedNodes.nullable(),
  /** The places of `rows` and `figures`, each once, by their names. */
  places: z.array(placeName),
})

export const role = z
  .object({
    ...roleFields,
    roleId: z.uuid(),
    members: z.int(),
    /** Groups of a directory that give it. */
    groups: z.int(),
    /** It allows something that the viewer may not, or somebody has it where the viewer may not; so the viewer may not change it. */
    isAbove: z.boolean(),
    /** Rises with each change; a save names the one it began from. */
    version: z.int(),
  })
  .meta({ id: 'Role' })
export type Role = z.output<typeof role>

const at = z.strictObject({ roleId: z.uuid() })
const newRole = z.strictObject(roleFields)

export const roleCalls = {
  list: call({
    method: 'GET',
    path: 'role/list',
    summary: 'The roles of the universe',
    reply: z.array(role),
    needs: 'manageUsers',
  }),
  one: call({
    method: 'GET',
    path: 'role/one/:roleId',
    summary: 'A role with who has it, and where',
    params: at,
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: role.extend({
      /** The places of `rows` and `figures`, each once, by their names. */
      places: z.array(placeName),
      people: z.array(
        placed.extend({ userId: z.string(), username: z.string(), name: z.string(), source: roleSource }),
      ),
    }),
    needs: 'manageUsers',
  }),
  create: call({
    method: 'POST',
    path: 'role/create',
    summary: 'Make a role',
    body: newRole,
    reply: role,
    needs: 'manageUsers',
  }),
  save: call({
    method: 'PUT',
    path: 'role/save/:roleId',
    summary: 'Change a role; refused when somebody else changed it meanwhile or an access assertion would break',
    params: at,
    body: newRole.extend({ version }),
    reply: role,
    needs: 'manageUsers',
  }),
  remove: call({
    method: 'DELETE',
    path: 'role/remove/:roleId',
    summary: 'Delete a role and take it from everybody',
    params: at,
    reply: z.object({ removed: z.literal(true) }),
    needs: 'manageUsers',
  }),
  /** What places can be given in: the views of all surveys; `nodes` answers the places in them. */
  places: call({
    method: 'GET',
    path: 'role/places',
    summary: 'Surveys and views that roles can be given in',
    query: z.strictObject({ locale: z.string().max(20).optional() }),
    reply: z.object({
      surveys: z.array(z.object({ extName: z.string(), title: z.string() })),
      views: z.array(z.object({ extName: z.string(), title: z.string(), surveys: z.array(z.string()) })),
      /** What the viewer may do, as they can give no more; null: everything. */
      limit: z.array(grant).nullable(),
    }),
    needs: 'manageUsers',
  }),
  nodes: call({
    method: 'GET',
    path: 'role/nodes/:view',
    summary: 'Places of a view: those right below one, or those whose name contains a text',
    params: z.strictObject({ view: z.string().min(1).max(80) }),
    query: z.strictObject({
      /** Ids from below the root, joined by commas as in addresses; empty: the root. */
      under: z.string().max(2000).default(''),
      query: z.string().max(200).default(''),
      locale: z.string().max(20).optional(),
    }),
    reply: z.array(placeName.extend({ opens: z.boolean() })),
    needs: 'manageUsers',
  }),
}
