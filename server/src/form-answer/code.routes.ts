import { readCode } from '@kaiku/core/recipient-code.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { codePage } from '../form/form.page.ts'
import { formText } from '../form/form-text.ts'
import { recipientByCode } from '../recipient/recipient.ts'
import { lookFor } from './refusal-page.ts'

/** Codes that one address may try in a minute: a letter is read by one person, a household shares an address. */
const most = { tries: 20, within: 60_000 }
const hidden = { config: { callers: 'guests', takesRoom: false }, schema: { hide: true } } as const

/** Where somebody types the code of their letter. */
export const codeRoutes = (app: FastifyInstance, stores: Stores) => {
  const mayTry = atMost(stores, 'code', most.tries, most.within)
  void app.register(async (codes) => {
    codes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    codes.get('/a', hidden, async (request, reply) => show(request, reply, '', null))
    codes.post('/a', hidden, async (request, reply) => {
      const typed = request.body instanceof URLSearchParams ? (request.body.get('code') ?? '').slice(0, 100) : ''
      if (!(await mayTry(request.ip))) return show(request, reply.code(429), typed, 'codeMany')
      const code = readCode(typed)
      if (!(await recipientByCode(stores, code))) return show(request, reply.code(422), typed, 'codeUnknown')
      return reply.header('cache-control', 'no-store').redirect(`/a/${code}`, 303)
    })
  })
}

function show(request: FastifyRequest, reply: FastifyReply, typed: string, fault: 'codeMany' | 'codeUnknown' | null) {
  const look = lookFor(request, reply)
  const html = codePage(look, typed, fault && formText(fault, look.locale))
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}
