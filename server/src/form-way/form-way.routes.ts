import { formWayCalls } from '@kaiku/contract/form-way.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { asFile } from '../upload/file-reply.ts'
import { formWays, posters } from './form-way.ts'

export const formWayRoutes = (app: FastifyInstance, stores: Stores, { publicUrl }: Configuration) => {
  const open = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'seeIndicators')
  mount(app, formWayCalls, {
    list: async (who, { survey, path, locale = who.locale }) =>
      formWays(stores, who, await open(who, survey), path, { locale, publicUrl }),
    async posters(who, { survey, locale = who.locale, ...asked }, _request, reply) {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const dictionary = await open(who, survey)
      const wanted = { path: asked.path, form: asked.form, paper: asked.paper, locale }
      return asFile(reply, await posters(stores, who, dictionary, wanted, { publicUrl, signal: gone.signal }))
    },
  })
}
