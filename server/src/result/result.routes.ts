import type { Component } from '@kaiku/contract/page.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordBrokenCall } from '../bug/broken-call.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { attributeIds } from '../dictionary/interview-attribute.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { mount } from '../http/mount.ts'
import { recordLook } from '../protection/look.ts'
import { findSurvey } from '../survey/survey.ts'
import { childNodes, searchNodes } from './nodes.ts'
import { type FigureRequest, figuresFor, type Options, type Path, placeFor, questionFor } from './result.ts'
import { sharedServer } from './served.ts'

/** What is asked for. A component's own filter may be relative to today, and targets look ahead from it, so the day belongs to them. */
const requestOf = ({ selection }: FigureRequest, components: readonly Component[]) => [
  components,
  components.some(({ type, filter }) => filter !== undefined || type === 'Targets') ? selection.today : '',
]

/** Notes, stars, alerts and samples change while the figures stay as they are. */
const showsMore = (component: Component) =>
  component.type === 'GamificationOverviewConfig' ||
  (component.type === 'InterviewList' && component.columns?.includes(attributeIds.note) === true) ||
  (component.type === 'Comments' && component.starred === true)

export const resultRoutes = (app: FastifyInstance, stores: Stores, { cache, rollup }: Configuration) => {
  const keep = recordBrokenCall(stores)
  /** A component that breaks leaves the rest of its page standing; its bug is kept like that of a call. */
  const optionsFor = (request: FastifyRequest): Options => ({
    rollup,
    onBug: (error) => {
      request.log.error(error)
      if (error instanceof Error) keep(error, request)
    },
  })
  const ask = async (
    who: Viewer,
    { survey, path, ...more }: Path & { readonly survey: string; readonly page?: string },
    { ip }: FastifyRequest,
  ) => {
    const dictionary = await findSurvey(stores, who.universe, survey)
    const whole = await wholePath(stores, dictionary, path)
    const { compare, page } = more
    await recordLook(stores, who, ip, dictionary, { path: whole, compare, ...(page !== undefined && { page }) })
    return questionFor(stores, who, dictionary, { ...more, path: whole }, Date.now())
  }
  const server = sharedServer(stores, { cache })
  const serveFigures = (question: FigureRequest, components: readonly Component[], request: FastifyRequest) =>
    server.serve(
      question,
      requestOf(question, components),
      request.headers,
      (state) => figuresFor(question, components, state, optionsFor(request)),
      !components.some(showsMore),
    )
  mount(app, resultCalls, {
    async place(who, input, request) {
      const question = await ask(who, input, request)
      return server.serve(question, 'place', request.headers, (state) => placeFor(question, state, optionsFor(request)))
    },
    async page(who, input, request) {
      const question = await ask(who, input, request)
      const { dictionary } = question
      const page = dictionary.definition.pages.find(({ extname }) => extname === input.page)
      if (!page) throw new Fault('not_found', `There is no page "${input.page}".`)
      const { components } = page
      return serveFigures(question, components, request)
    },
    async query(who, input, request) {
      const question = await ask(who, input, request)
      const { components } = input
      return serveFigures(question, components, request)
    },
    async children(who, { survey, path, locale }, request) {
      const { selection } = await ask(who, { survey, path, compare: 'none' }, request)
      return childNodes(who, selection, locale ?? who.locale)
    },
    async search(who, { survey, ...asked }) {
      return searchNodes(who, await findSurvey(stores, who.universe, survey), asked)
    },
  })
}
