import { resultCalls } from '@kaiku/contract/result.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import type { Configuration } from '../configuration.ts'
import { mount } from '../http/mount.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { childNodes, searchNodes } from './nodes.ts'
import { figuresFor, type Options, placeFor, questionFor } from './result.ts'
import { openServer } from './served.ts'

export const resultRoutes = (app: FastifyInstance, stores: Stores, { cache, rollup }: Configuration) => {
  const options: Options = {
    rollup,
    onBug: (error) => app.log.error(error),
  }
  const server = openServer(stores, { cache })
  mount(app, resultCalls, {
    async place(who, input, { headers }) {
      const question = questionFor(stores, who, await findSurvey(stores, who.universe, input.survey), input, Date.now())
      return server.serve(question, 'place', headers, (state) => placeFor(question, state, options))
    },
    async page(who, input, { headers, ip }) {
      const dictionary = await findSurvey(stores, who.universe, input.survey)
      const question = questionFor(stores, who, dictionary, input, Date.now())
      const page = dictionary.definition.pages.find(({ extname }) => extname === input.page)
      if (!page) throw new Fault('not_found', `There is no page "${input.page}".`)
      // Many narrow looks at a protected survey could tell what none of them tells.
      if (dictionary.definition.settings.protection)
        await record(stores, actorOf(who, ip), {
          ...{ action: 'page.view', subject: dictionary.extName },
          after: { page: input.page, path: input.path, compare: input.compare },
        })
      const { components } = page
      return server.serve(question, components, headers, (state) => figuresFor(question, components, state, options))
    },
    async query(who, input, { headers }) {
      const question = questionFor(stores, who, await findSurvey(stores, who.universe, input.survey), input, Date.now())
      const { components } = input
      return server.serve(question, components, headers, (state) => figuresFor(question, components, state, options))
    },
    async children(who, { survey, path, locale }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const { selection } = questionFor(stores, who, dictionary, { path, compare: 'none' }, Date.now())
      return childNodes(who, selection, locale ?? who.locale)
    },
    async search(who, { survey, view, query, limit, locale }) {
      return searchNodes(who, await findSurvey(stores, who.universe, survey), view, query, limit, locale ?? who.locale)
    },
  })
}
