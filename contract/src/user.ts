import { z } from 'zod'
import { call } from './call.ts'
import { assignment, placed, roleSource } from './role.ts'
import { version } from './version.ts'

const state = z.enum(['invited', 'active', 'deactivated'])

/** A member of the universe, as administrators see them. */
export const user = z
  .object({
    userId: z.uuid(),
    username: z.string(),
    email: z.string().nullable(),
    givenName: z.string(),
    familyName: z.string(),
    locale: z.string(),
    isRoot: z.boolean(),
    state,
    /** Each role with where they have it; one may come several times. */
    roles: z.array(placed.extend({ roleId: z.uuid(), name: z.string(), source: roleSource })),
    /** Last sign-in to this universe; null: never. */
    seenAt: z.string().nullable(),
    createdAt: z.string(),
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    /** Names and mail are the person's in all universes: only who administers all of them, and may do as much, may change them. */
    isAccountEditable: z.boolean(),
    /** Has rights that the viewer lacks, so the viewer may not activate or deactivate them, mail them links or reset anything. */
    isAbove: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>

const at = z.strictObject({ userId: z.uuid() })
const accountFields = {
  email: z.email().max(320).nullable(),
  givenName: z.string().trim().max(100),
  familyName: z.string().trim().max(100),
  locale: z.string().max(20),
}
/** Those given by hand. */
const roles = z.array(assignment).max(200)
const locale = z.string().max(20).optional()
const done = z.object({ done: z.literal(true) })

export const userCalls = {
  list: call({
    method: 'GET',
    path: 'user/list',
    summary: 'The members of the universe',
    query: z.strictObject({
      /** Part of a user name, name or mail address. */
      search: z.string().max(200).default(''),
      role: z.uuid().optional(),
      state: state.optional(),
      /** Of the names of places. */
      locale,
    }),
    reply: z.array(user),
    needs: 'manageUsers',
  }),
  one: call({
    method: 'GET',
    path: 'user/one/:userId',
    summary: 'A member of the universe',
    params: at,
    query: z.strictObject({ locale }),
    reply: user,
    needs: 'manageUsers',
  }),
  create: call({
    method: 'POST',
    path: 'user/create',
    summary: 'Make a member, and mail an invitation',
    body: z.strictObject({
      ...accountFields,
      username: z.string().trim().min(1).max(100),
      roles,
      /** Mails a link to choose a password. */
      invite: z.boolean().default(true),
    }),
    reply: user,
    needs: 'manageUsers',
  }),
  save: call({
    method: 'PUT',
    path: 'user/save/:userId',
    summary: 'Change a member and their roles; refused when somebody else changed them meanwhile',
    params: at,
    body: z.strictObject({ ...accountFields, roles, version }),
    reply: user,
    needs: 'manageUsers',
  }),
  state: call({
    method: 'POST',
    path: 'user/state/:userId',
    summary: 'Deactivate a member, or make them active again; their sessions end',
    params: at,
    body: z.strictObject({ state: z.enum(['active', 'deactivated']) }),
    reply: user,
    needs: 'manageUsers',
  }),
  invite: call({
    method: 'POST',
    path: 'user/invite/:userId',
    summary: 'Mail a link to choose a password: an invitation, or a reset for who has one',
    params: at,
    reply: done,
    needs: 'manageUsers',
  }),
  resetSecondFactor: call({
    method: 'POST',
    path: 'user/secondfactor/reset/:userId',
    summary: 'Take a member’s second factors away, who is told by mail; their sessions end',
    params: at,
    reply: user,
    needs: 'manageUsers',
  }),
  copyAccess: call({
    method: 'POST',
    path: 'user/copyaccess/:userId',
    summary: 'Give a member the roles of a colleague, at the same places',
    params: at,
    body: z.strictObject({ from: z.uuid() }),
    reply: user,
    needs: 'manageUsers',
  }),
}
