import { filterReferenceCalls } from '@kaiku/contract/filter-reference.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { checkedToken } from '../saved-filter/saved-filter.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { referencedToken, storeToken } from './filter-reference.ts'

export const filterReferenceRoutes = (app: FastifyInstance, stores: Stores) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  mount(app, filterReferenceCalls, {
    async keep(who, { survey, token }) {
      const dictionary = await open(who, survey)
      return { reference: await storeToken(stores, who, dictionary, checkedToken(who, dictionary, token)) }
    },
    async one(who, { survey, reference }) {
      const dictionary = await open(who, survey)
      const token = await referencedToken(stores, dictionary, reference)
      return { token: checkedToken(who, dictionary, token) }
    },
  })
}
