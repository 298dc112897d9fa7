import { z } from 'zod'
import { call } from './call.ts'

/** What a directory signs in to SCIM with; the token itself is shown once, when it is made. */
export const scimToken = z
  .object({
    tokenId: z.uuid(),
    name: z.string(),
    createdAt: z.string(),
    /** Null: never. */
    usedAt: z.string().nullable(),
  })
  .meta({ id: 'ScimToken' })
export type ScimToken = z.output<typeof scimToken>

export const scimTokenName = z.string().trim().min(1).max(100)

export const scimCalls = {
  tokens: call({
    method: 'GET',
    path: 'scim/tokens',
    summary: 'The SCIM tokens of the universe',
    reply: z.array(scimToken),
    needs: 'manageUsers',
  }),
  create: call({
    method: 'POST',
    path: 'scim/create',
    summary: 'Make a SCIM token; it is shown this once',
    body: z.strictObject({ name: scimTokenName }),
    reply: scimToken.extend({ token: z.string(), address: z.string() }),
    needs: 'manageUsers',
  }),
  revoke: call({
    method: 'DELETE',
    path: 'scim/revoke/:tokenId',
    summary: 'Revoke a SCIM token: it opens nothing any more',
    params: z.strictObject({ tokenId: z.uuid() }),
    reply: z.object({ revoked: z.literal(true) }),
    needs: 'manageUsers',
  }),
}
