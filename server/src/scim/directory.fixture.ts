import { createScimToken } from '../scim-token/scim-token.ts'
import { openTwoUniverses } from '../user/two-universes.fixture.ts'
import { actorOf } from './scim-kind.ts'

/** Two universes, and a directory that provisions each: calls of SCIM as acme's or globex's directory sends them. */
export async function openDirectories() {
  const kaiku = await openTwoUniverses()
  const tokenOf = async (universe: string) => {
    const actor = actorOf({ universe, name: 'test', address: '' })
    return (await createScimToken(kaiku.stores, { universe, userId: null }, 'Directory', actor)).token
  }
  const [acme, globex] = [await tokenOf(kaiku.acme), await tokenOf(kaiku.globex)]
  const asWith =
    (token: string) =>
    async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers: object = {}) => {
      const answer = await kaiku.app.inject({
        ...{ method, url: `/api/scim/v2/${path}` },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() }
    }
  return { ...kaiku, asWith, directory: asWith(acme), other: asWith(globex), token: acme }
}
export type Directories = Awaited<ReturnType<typeof openDirectories>>

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
export const where = (filter: string) => `?filter=${encodeURIComponent(filter)}`
