import { apiScopes } from '@kaiku/core/api-scope.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { askedDay, day } from './localised.ts'

/** What another program may do in a universe with its key; the token itself is shown once, when it is made. */
export const universeKeySettings = z.strictObject({
  label: z.string().trim().min(1).max(100),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1)
    .transform((scopes) => apiScopes.filter((one) => scopes.includes(one))),
  /** The last day on which it opens anything, in the universe’s time zone; null: until it is revoked. */
  expiresOn: askedDay.nullable().default(null),
})
export type UniverseKeySettings = z.output<typeof universeKeySettings>

export const universeKey = z
  .object({
    keyId: z.uuid(),
    label: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    expiresOn: day.nullable(),
    createdAt: z.string(),
    createdBy: z.string(),
    /** Null: never. */
    usedAt: z.string().nullable(),
    isExpired: z.boolean(),
  })
  .meta({ id: 'UniverseKey' })
export type UniverseKey = z.output<typeof universeKey>

export const universeKeyCalls = {
  list: call({
    method: 'GET',
    path: 'universekey/list',
    summary: 'The keys of the public API in this universe, the oldest first',
    reply: z.array(universeKey),
    needs: 'manageUniverse',
  }),
  create: call({
    method: 'POST',
    path: 'universekey/create',
    summary: 'Make a key of the public API, as who may do everything everywhere here; its token is shown this once',
    body: universeKeySettings,
    reply: universeKey.extend({ token: z.string(), address: z.string() }),
    needs: 'manageUniverse',
  }),
  revoke: call({
    method: 'DELETE',
    path: 'universekey/revoke/:keyId',
    summary: 'Revoke a key of the public API: it opens nothing any more',
    params: z.strictObject({ keyId: z.uuid() }),
    reply: z.object({ revoked: z.literal(true) }),
    needs: 'manageUniverse',
  }),
}
