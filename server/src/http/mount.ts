import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Call, InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault, type FaultDetail } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { refusal } from '@kaiku/core/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Callers } from '../connection/guard.ts'
import { placeText, schemaFaults } from '../fault/definition-fault.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

declare module 'fastify' {
  interface FastifyRequest {
    who: Viewer
  }
  interface FastifyContextConfig {
    duringSetUp?: boolean
    /** Refused while the disk has too little room. */
    takesRoom?: boolean
    /** Whoever has a ticket for its address is answered, too. */
    takesTicket?: boolean
    /** Open to who looks at a survey's draft. */
    inPreview?: boolean
  }
}

/** Bytes that are the finished answer, as a cache keeps them. `encoding`: how they are compressed. */
export type ReadyReply = {
  readonly etag: string
  readonly bytes: Buffer
  readonly encoding: Encoding
  readonly type: string
}
const readyMark = Symbol('ready')
export type Ready = ReadyReply & { readonly [readyMark]: true }

/** An answer that needs no further work. `type` is JSON where none is given. */
export const ready = (reply: Omit<ReadyReply, 'type'> & { readonly type?: string }): Ready => ({
  type: 'application/json; charset=utf-8',
  ...reply,
  [readyMark]: true,
})
const isReady = (answer: unknown): answer is Ready =>
  typeof answer === 'object' && answer !== null && readyMark in answer

/** One handler per call of the contract, which may also answer ready bytes. */
export type Handlers<Calls extends Record<string, Call>> = {
  [Name in keyof Calls]: (
    who: Viewer,
    input: InputOf<Calls[Name]>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<ReplyOf<Calls[Name]> | Ready | Readable>
}

/** Binds calls to handlers under `/api/`. A call without a handler does not compile. */
export function mount<Calls extends Record<string, Call>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: Handlers<Calls>,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const handle = handlers[name as keyof Calls] as (
      who: Viewer,
      input: never,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<unknown>
    app.route({
      method: call.method,
      url: `/api/${call.path}`,
      schema: schemaOf(name, call),
      config: {
        callers: callersOf(call),
        scope: call.scope,
        duringSetUp: call.duringSetUp === true,
        takesRoom: takesRoom(call),
        takesTicket: call.kind === 'file',
        inPreview: call.inPreview === true,
      },
      ...(call.largestBody === undefined ? {} : { bodyLimit: call.largestBody }),
      // The call's own schemas read the input below; Fastify keeps them for the OpenAPI document only.
      validatorCompiler: () => (value) => ({ value }),
      serializerCompiler: () => JSON.stringify,
      handler: async (request, reply) => {
        if (callersOf(call) === 'people') refuseUnlessAllowed(call, request.who)
        const answer = await handle(request.who, read(call, request) as never, request, reply)
        if (answer instanceof Readable)
          return call.kind === 'events' ? sendEvents(answer, reply) : sendFile(answer, reply)
        return isReady(answer) ? sendReady(answer, request, reply) : sendChecked(call, answer, reply)
      },
    })
  }
}

/** A call with a scope is for keys alone. */
function callersOf({ auth, scope, standsAlone }: Call): Callers {
  if (scope !== undefined) return 'programs'
  if (auth === 'none') return standsAlone ? 'anybody' : 'guests'
  return 'people'
}

function refuseUnlessAllowed(call: Call, who: Viewer) {
  if (call.needs && !may[call.needs](who)) throw new Fault('forbidden', 'You may not do this.')
  if (who.isReadOnly && doesChange(call)) throw refuse('forbidden', 'viewAs.readOnly')
}

const doesChange = ({ method, changes, changesNothing }: Call) => changes || (method !== 'GET' && !changesNothing)

/** Who signs in or out, or looks, is let. */
const takesRoom = (call: Call) => doesChange(call) && call.auth !== 'none' && !call.path.startsWith('session/')

const tagOf = (path: string) => path.replace(/^vuejs\//, '').split('/')[0] ?? path

function schemaOf(name: string, call: Call): FastifySchema {
  return {
    operationId: `${tagOf(call.path)}.${name}`,
    summary: call.summary,
    tags: [tagOf(call.path)],
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    ...(call.scope === undefined ? {} : { security: [{ key: [] }], description: `Needs a key with ${call.scope}.` }),
    ...(call.kind === 'upload' ? { consumes: ['multipart/form-data'] } : {}),
    response: { 200: call.reply },
  }
}

const nothing = z.strictObject({})
const mostDetails = 20

/** Path, query and body in one; the path comes last, so that neither of the others can readdress a call. */
function read(call: Call, request: FastifyRequest): unknown {
  const body =
    call.kind === 'upload' ? {} : parse(call.body ?? nothing.nullish(), request.body, 'body', call.judgesTexts)
  const query = parse(call.query ?? nothing, request.query, 'query')
  const params = parse(call.params ?? nothing, request.params, 'path')
  return { ...Object(query), ...Object(body), ...Object(params) }
}

function parse(schema: z.ZodType, value: unknown, part: string, judgesTexts = false): unknown {
  if (!judgesTexts && hasForeignText(value))
    throw new Fault('invalid', `The ${part} holds a character that no text may hold.`)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const details = schemaFaults(result.error.issues, value)
    .slice(0, mostDetails)
    .map(({ place, expected, found }): FaultDetail => ({ place: placeText([part, ...place]), expected, found }))
  throw new Fault('invalid', `The ${part} of the call is not what it takes.`, details)
}

/** NUL and lone surrogates, which the stores refuse. */
function hasForeignText(value: unknown): boolean {
  if (typeof value === 'string') return refusal(value) !== null
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => hasForeignText(key) || hasForeignText(inner))
}

/** Rows as they are read, so that no length of them fills the memory: CSV, where the handler says nothing else. */
const sendFile = (rows: Readable, reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-store')
    .type(String(reply.getHeader('content-type') ?? 'text/csv; charset=utf-8'))
    .send(rows)

/** Messages as they come: no proxy keeps them back. A connection that lasted is not kept for another call: stopping would wait for it. */
const sendEvents = (messages: Readable, reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-store')
    .header('connection', 'close')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(messages)

/** Only what the call declares leaves the server. */
function sendChecked(call: Call, answer: unknown, reply: FastifyReply) {
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(call.reply.parse(answer))
}

/** With its tag, and without its bytes to who has them. */
export function sendReady({ etag, bytes, encoding, type }: Ready, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  reply.header('vary', 'accept-encoding, kaiku-universe')
  const known = request.headers['if-none-match']?.split(',').map(plainTag)
  if (known?.includes(plainTag(etag)) || known?.includes('*')) return reply.code(304).send()
  reply.type(type)
  if (encoding === 'identity') return reply.send(bytes)
  if (acceptedEncoding(request.headers['accept-encoding']) === encoding)
    return reply.header('content-encoding', encoding).send(bytes)
  return reply.send(encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes))
}

const plainTag = (tag: string) => tag.trim().replace(/^W\//, '')
