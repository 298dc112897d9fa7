import { randomUUID } from 'node:crypto'
import { externalId as externalIdShape, publicApiCalls } from '@kaiku/contract/public-api.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { lastingReply } from '../docs/lasting-reply.ts'
import { erasePerson } from '../erasure/erase-person.ts'
import { isPersonal } from '../figure/personal.ts'
import { mount } from '../http/mount.ts'
import { correctStored, readStored } from '../public-interview/public-interview.ts'
import { storeSentSamples } from '../sample-import/sent-sample.ts'
import { storeSent } from '../sent-interview/sent-interview.ts'
import { findSurvey } from '../survey/survey.ts'
import { letKeysIn } from '../universe-key/key-door.ts'
import { publicDescription } from './openapi.ts'

export const publicApiRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) => {
  letKeysIn(app, stores)
  mount(app, publicApiCalls, {
    async create(_who, { survey, externalId, ...interview }, request) {
      const known = externalId ?? idempotencyKey(request)
      const sent = { externalId: known, ...interview }
      const { stored, rejected } = await storeSent(stores, request.apiKey.universe, survey, [sent])
      const [[one], [reject]] = [stored, rejected]
      if (reject)
        throw new Fault('invalid', 'The interview cannot be taken.', [
          { place: `body.${reject.place}`, expected: reject.reason, found: reject.found },
        ])
      if (!one) throw new Error('an interview was neither stored nor rejected')
      return one
    },

    createMany: (_who, { survey, interviews }, { apiKey }) => storeSent(stores, apiKey.universe, survey, interviews),

    async one(_who, { survey, interviewId }, request) {
      const dictionary = await findSurvey(stores, request.apiKey.universe, survey)
      const interview = await readStored(stores, dictionary, interviewId)
      const personal = [...dictionary.questions.values()].some(
        ({ question }) => isPersonal(question) && interview.answers[question.id] !== undefined,
      )
      if (personal)
        await record(stores, keyActor(request), {
          action: 'contact.view',
          subject: dictionary.extName,
          after: { interview: interviewId },
        })
      return interview
    },

    async correct(_who, { survey, interviewId, answers }, request) {
      const dictionary = await findSurvey(stores, request.apiKey.universe, survey)
      await correctStored(stores, dictionary, interviewId, answers)
      await record(stores, keyActor(request), {
        action: 'data.correct',
        subject: dictionary.extName,
        after: { interview: interviewId, questions: Object.keys(answers) },
      })
      return { interviewId, corrected: true } as const
    },

    storeSamples: (_who, { survey, mode, samples }, { apiKey }) =>
      storeSentSamples(stores, apiKey.universe, survey, mode, samples, Date.now()),

    async erase(_who, { survey, contact }, request) {
      const dictionary = await findSurvey(stores, request.apiKey.universe, survey)
      const wanted = { universe: dictionary.universe, surveys: [dictionary], contact, sample: null }
      const { certificate, interviews } = await erasePerson(stores, wanted, keyActor(request))
      return {
        certificate,
        certificates: interviews.map(({ id, interview, erasedAt }) => ({
          certificateId: id,
          interviewId: interview,
          erasedAt: erasedAt.toISOString(),
        })),
      }
    },
  })
  const description = () => JSON.stringify(publicDescription(JSON.parse(JSON.stringify(app.swagger())), publicUrl))
  const open = { config: { callers: 'anybody' as const }, schema: { hide: true } }
  app.get('/api/v1/openapi.json', open, lastingReply(description))
}

/** How the audit log names a program. */
const keyActor = ({ apiKey, ip }: FastifyRequest): Actor => ({
  universe: apiKey.universe,
  userId: null,
  name: `key “${apiKey.label}”`,
  actingAs: null,
  address: ip,
})

/** What the header names; a new one where there is none. Throws Fault `invalid`. */
function idempotencyKey({ headers }: FastifyRequest): string {
  const named = headers['idempotency-key']
  if (named === undefined) return randomUUID()
  const { data } = externalIdShape.safeParse(named)
  if (data === undefined) throw new Fault('invalid', 'The header Idempotency-Key holds 1 to 200 characters.')
  return data
}
