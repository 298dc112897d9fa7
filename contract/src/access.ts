import { permissions } from '@kaiku/core/access.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { assignment } from './role.ts'

const permission = z.enum(permissions)
/** View, root and node ids, as in addresses: `region,all,fi`. */
const path = z.string().min(1).max(2000)
const survey = z.string().min(1).max(200)
const locale = z.string().max(20).optional()

/** Places of one view by their names from the top, the view’s root included. */
const namedPlaces = z.object({ view: z.string(), title: z.string(), places: z.array(z.array(z.string())) })
/** All of the views apply together; an empty list: everywhere. */
const where = z.array(namedPlaces)
export type NamedPlaces = z.output<typeof namedPlaces>

const personName = { userId: z.string(), username: z.string(), name: z.string() }

export const explanation = z
  .object({
    ...personName,
    survey: z.string(),
    /** Names from the view’s root down to the place. */
    place: z.array(z.string()),
    permission,
    /** Everything at the place, something of it, or nothing. */
    answer: z.enum(['all', 'part', 'none']),
    /** What stands above every role: root may do everything, a deactivated member nothing. */
    standing: z.enum(['member', 'root', 'deactivated']),
    roles: z.array(
      z.object({
        role: z.string(),
        reason: z.enum(['all', 'part', 'noPermission', 'noSurvey', 'elsewhere']),
        where,
      }),
    ),
  })
  .meta({ id: 'AccessExplanation' })
export type Explanation = z.output<typeof explanation>

/** What a set of assignments comes to in one survey: permissions that hold in the same places, together. */
export const effectiveAccess = z
  .object({
    survey: z.string(),
    title: z.string(),
    groups: z.array(
      z.object({
        permissions: z.array(permission),
        /** One entry for each assignment that gives them; any of them is enough. */
        sources: z.array(z.object({ role: z.string(), where })),
        isEverywhere: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'EffectiveAccess' })
export type EffectiveAccess = z.output<typeof effectiveAccess>

/** Who can open a page at a place. */
const openerList = z
  .object({
    /** All who can, however many are named below. */
    total: z.int(),
    roles: z.array(z.object({ role: z.string(), people: z.int() })),
    /** Those who can, at most 50; or whom a search finds, whether they can or not. */
    people: z.array(
      z.object({
        ...personName,
        answer: z.enum(['all', 'part', 'none']),
        /** The assignments by which they see figures there. */
        roles: z.array(z.object({ role: z.string(), where })),
      }),
    ),
  })
  .meta({ id: 'OpenerList' })
export type OpenerList = z.output<typeof openerList>

const assertionFields = {
  userId: z.uuid(),
  survey,
  permission,
  path,
  /** True: must be able to see something there; false: must see nothing of it. */
  may: z.boolean(),
  note: z.string().trim().max(500),
}

export const accessAssertion = z
  .object({
    ...assertionFields,
    assertionId: z.uuid(),
    username: z.string(),
    name: z.string(),
    surveyTitle: z.string(),
    place: z.array(z.string()),
    /** `unknown`: its survey or place is gone, so nothing can be said. */
    state: z.enum(['holds', 'broken', 'unknown']),
  })
  .meta({ id: 'AccessAssertion' })
export type AccessAssertion = z.output<typeof accessAssertion>

const at = z.strictObject({ assertionId: z.uuid() })
const newAssertion = z.strictObject(assertionFields)

export const accessCalls = {
  explain: call({
    method: 'GET',
    path: 'access/explain/:survey/:path',
    summary: 'Why a member may or may not do something at a place, assignment by assignment',
    params: z.strictObject({ survey, path }),
    query: z.strictObject({ permission: permission.default('seeIndicators'), user: z.uuid().optional(), locale }),
    reply: explanation,
    needs: 'manageUsers',
  }),
  openers: call({
    method: 'GET',
    path: 'access/openers/:survey/:path',
    summary: 'Who can open a page at a place that the caller may see, and by which roles',
    params: z.strictObject({ survey, path }),
    query: z.strictObject({
      /** Separated by commas: a page opens with what any of them lets see on it. */
      permissions: z
        .string()
        .max(1000)
        .default('seeIndicators')
        .transform((text) => text.split(','))
        .pipe(z.array(permission).min(1)),
      search: z.string().max(200).default(''),
      locale,
    }),
    reply: openerList,
    needs: 'manageUsers',
  }),
  effective: call({
    method: 'POST',
    path: 'access/effective',
    summary: 'What roles at their places come to, survey by survey',
    query: z.strictObject({ locale }),
    body: z.strictObject({
      roles: z.array(assignment).max(400),
    }),
    reply: z.array(effectiveAccess),
    needs: 'manageUsers',
    changesNothing: true,
  }),
  assertions: call({
    method: 'GET',
    path: 'access/assertion',
    summary: 'What must stay true of somebody’s access, and whether it does',
    query: z.strictObject({ locale }),
    reply: z.array(accessAssertion),
    needs: 'manageUsers',
  }),
  assert: call({
    method: 'POST',
    path: 'access/assertion',
    summary: 'Say what must stay true of somebody’s access',
    body: newAssertion,
    reply: accessAssertion,
    needs: 'manageUsers',
  }),
  changeAssertion: call({
    method: 'PUT',
    path: 'access/assertion/:assertionId',
    summary: 'Change what must stay true of somebody’s access',
    params: at,
    body: newAssertion,
    reply: accessAssertion,
    needs: 'manageUsers',
  }),
  removeAssertion: call({
    method: 'DELETE',
    path: 'access/assertion/:assertionId',
    summary: 'No longer demand that this stays true',
    params: at,
    reply: z.object({ removed: z.literal(true) }),
    needs: 'manageUsers',
  }),
}
