import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import { jsonReader } from '../connection/json-body.ts'
import type { Stores } from '../db/stores.ts'
import { type Directory, directoryOf, refuseUnlessManaging, scimAddress } from '../scim-token/scim-token.ts'
import { bearer } from '../sign-in/identity.ts'
import { refuseSuspended } from '../universe/suspension.ts'
import { notThere, scimErrorOf, told } from './scim-fault.ts'
import { scimGroups } from './scim-group.ts'
import { type Caller, namesVersion, type ScimKind } from './scim-kind.ts'
import { listUrn, mostPerPage, projected, readAsked, type ScimResource } from './scim-resource.ts'
import { described, oneOf } from './scim-schema.ts'
import { scimUsers } from './scim-user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    directory: Directory
  }
}

const mediaType = 'application/scim+json; charset=utf-8'
/** Calls of one token, and wrong tokens from one address, in a minute. */
const limit = { calls: 3_000, refused: 60 }

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const kinds: Readonly<Record<string, ScimKind>> = { Users: scimUsers, Groups: scimGroups }

/** SCIM 2.0 (RFC 7643, 7644) under `/api/scim/v2`, for directories with a token of their own. */
export async function scimRoutes(app: FastifyInstance, stores: Stores, { publicUrl }: Configuration): Promise<void> {
  await app.register(
    async (scim) => {
      speakScim(scim)
      letDirectoriesIn(scim, stores)
      const base = scimAddress(publicUrl)
      describe(scim, base)
      for (const [path, kind] of Object.entries(kinds)) serve(scim, stores, base, `/${path}`, kind)
      // A route and not the handler of what is not found: the files of the web client, once built, answer everywhere.
      scim.all('/*', async () => {
        throw notThere()
      })
    },
    { prefix: '/api/scim/v2' },
  )
}

/** Bodies and answers of SCIM's own media type, refusals in SCIM's own shape. */
function speakScim(scim: FastifyInstance) {
  const parse = jsonReader(scim)
  scim.removeAllContentTypeParsers()
  scim.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string' },
    (request, body, done) =>
      // Some directories name a type where they send nothing.
      body === '' ? done(null, undefined) : parse(request, body, done),
  )
  scim.setErrorHandler((error, request, reply) => {
    const refusal = scimErrorOf(error)
    if (refusal === null) request.log.error({ err: error }, 'a call broke')
    const { status, body } = refusal ?? told(500, `Something broke on our side (${request.id}).`)
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"')
    return send(reply.code(status), body)
  })
}

const send = (reply: FastifyReply, body: object) =>
  reply.header('cache-control', 'no-store').type(mediaType).send(JSON.stringify(body))

/** Every route answers to a directory's token and to no user's session. */
function letDirectoriesIn(scim: FastifyInstance, stores: Stores) {
  scim.decorate('callers', 'directories')
  scim.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true }
    const takesRoom = typeof route.method === 'string' && changing.has(route.method)
    route.config = { ...route.config, takesRoom }
  })
  const perMinute = { timeWindow: '1 minute' }
  const calls = scim.createRateLimit({
    ...perMinute,
    max: limit.calls,
    keyGenerator: ({ directory }: FastifyRequest) => `scim ${directory.tokenId}`,
  })
  const refused = scim.createRateLimit({ ...perMinute, max: limit.refused, keyGenerator: ({ ip }) => `no scim ${ip}` })
  const isTooMuch = async (check: typeof calls, request: FastifyRequest) => {
    const state = await check(request)
    return !state.isAllowed && state.isExceeded
  }
  scim.decorateRequest('directory')
  scim.doors.set('directories', async (request) => {
    const found = await directoryOf(stores, bearer(request))
    if (found) request.directory = found
    if (await isTooMuch(found ? calls : refused, request)) throw new Fault('busy', 'Too many requests: wait a minute.')
    if (!found) throw new Fault('unauthenticated', 'This needs a SCIM token of a universe.')
    await refuseSuspended(stores, found.universe)
    await refuseUnlessManaging(stores, found)
  })
}

function describe(scim: FastifyInstance, base: string) {
  const { ServiceProviderConfig, ResourceTypes, Schemas } = described(base, mostPerPage)
  scim.get('/ServiceProviderConfig', async (_request, reply) => send(reply, ServiceProviderConfig))
  for (const [path, all] of Object.entries({ ResourceTypes, Schemas })) {
    const whole = { total: all.length, startIndex: 1, resources: all }
    scim.get(`/${path}`, async (_request, reply) => send(reply, listed(whole)))
    scim.get<{ Params: At }>(`/${path}/:id`, async ({ params }, reply) =>
      send(reply, oneOf<{ id: string }>(all, params.id)),
    )
  }
}

type At = { id: string }

const listed = (page: { total: number; startIndex: number; resources: readonly object[] }) => ({
  schemas: [listUrn],
  totalResults: page.total,
  startIndex: page.startIndex,
  itemsPerPage: page.resources.length,
  Resources: page.resources,
})

function serve(scim: FastifyInstance, stores: Stores, base: string, path: string, kind: ScimKind) {
  const callerOf = ({ directory, ip, headers }: FastifyRequest): Caller => ({
    universe: directory.universe,
    userId: directory.madeBy,
    name: directory.name,
    base,
    address: ip,
    ifMatch: headers['if-match'] ?? null,
  })
  const answer = (request: FastifyRequest, reply: FastifyReply, resource: ScimResource) => {
    const { version } = resource.meta
    reply.header('etag', version)
    const known = request.headers['if-none-match']
    if (request.method === 'GET' && known && namesVersion(known, version)) return reply.code(304).send()
    return send(reply, projected(resource, readAsked(request.query), kind.urn))
  }
  const one = `${path}/:id`

  scim.get(path, async (request, reply) => {
    const asked = readAsked(request.query)
    const { total, resources } = await kind.list(stores, callerOf(request), asked)
    const { startIndex } = asked
    return send(
      reply,
      listed({ total, startIndex, resources: resources.map((resource) => projected(resource, asked, kind.urn)) }),
    )
  })
  scim.get<{ Params: At }>(one, async (request, reply) =>
    answer(request, reply, await kind.one(stores, callerOf(request), request.params.id, readAsked(request.query))),
  )
  scim.post(path, async (request, reply) => {
    readAsked(request.query)
    const made = await kind.create(stores, callerOf(request), request.body)
    return answer(request, reply.code(201).header('location', made.meta.location), made)
  })
  for (const [method, change] of [
    ['PUT', kind.replace],
    ['PATCH', kind.patch],
  ] as const)
    scim.route<{ Params: At }>({
      method,
      url: one,
      handler: async (request, reply) => {
        readAsked(request.query)
        return answer(request, reply, await change(stores, callerOf(request), request.params.id, request.body))
      },
    })
  scim.delete<{ Params: At }>(one, async (request, reply) => {
    await kind.remove(stores, callerOf(request), request.params.id)
    return reply.code(204).send()
  })
}
