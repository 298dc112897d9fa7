import { keptTokenCalls } from '@kaiku/contract/kept-token.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { checkedToken } from '../saved-filter/saved-filter.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { keepToken, keptToken } from './kept-token.ts'

export const keptTokenRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  mount(app, keptTokenCalls, {
    async keep(who, { survey, token }) {
      const dictionary = await open(who, survey)
      return { reference: await keepToken(stores, who, dictionary, checkedToken(who, dictionary, token)) }
    },
    async one(who, { survey, reference }) {
      const dictionary = await open(who, survey)
      const token = await keptToken(stores, dictionary, reference)
      return { token: checkedToken(who, dictionary, token) }
    },
  })
}
