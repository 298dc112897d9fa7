import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { atMost } from '../connection/at-most.ts'
import type { Stores } from '../db/stores.ts'
import { takeWhole } from '../form-answer/answer-form.ts'
import { type FormRequest, givenBy, localesOf, openForm } from '../form-answer/open-form.ts'
import { kioskFormOf, sentAnswers } from './kiosk-form.ts'

/** Answers that one address may send in a minute: a device sends a day’s at once, and goes on a minute later. */
const most = { tries: 600, within: 60_000 }
const largest = 256 * 1024
/** Seconds for which a device keeps what it could not send. */
const longest = 90 * 86_400

const kept = z.strictObject({
  key: z.string().regex(/^[\w-]{43}$/, 'a key of 43 letters'),
  answers: sentAnswers,
  /** Seconds ago. */
  begun: z.number().min(0).max(longest),
  saved: z.number().min(0).max(longest),
  isDone: z.boolean(),
})

/** What a device on site asks of Kaiku, which shows a form by itself: the form, and to take answers. */
export const kioskRoutes = (app: FastifyInstance, stores: Stores) => {
  const maySend = atMost(stores, 'kiosk', most.tries, most.within)
  app.get('/form/:universe/:survey/kiosk.json', hidden, async (request: FormRequest, reply) => {
    const opened = await openForm(stores, request)
    if (!opened) throw closed()
    const { dictionary, form, owner } = opened
    const more = { owner, locales: localesOf(form, dictionary), given: givenBy(request, opened) }
    return reply.header('cache-control', 'no-store').send(kioskFormOf(dictionary, form, more))
  })
  app.post('/form/:universe/:survey/kept', taking, async (request: FormRequest) => {
    if (!(await maySend(request.ip))) throw new Fault('busy', 'Too many answers at once: send the rest in a minute.')
    const read = kept.safeParse(request.body)
    if (!read.success) throw new Fault('invalid', z.prettifyError(read.error))
    const { key, answers, isDone } = read.data
    const opened = await openForm(stores, request, key)
    if (!opened) throw closed()
    const { dictionary, form } = opened
    const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000)
    const { begun, saved } = read.data
    const made = { token: key, given: givenBy(request, opened), begunAt: at(begun), endedAt: at(saved) }
    return { state: await takeWhole(stores, dictionary, form, Object.assign({ answers, isDone }, made)) }
  })
}

const closed = () => new Fault('not_found', 'This form is not open.')
const hidden = { config: { callers: 'guests', takesRoom: false }, schema: { hide: true } } as const
const taking = { config: { callers: 'guests', takesRoom: true }, schema: { hide: true }, bodyLimit: largest } as const
