import type { Component } from '@kaiku/contract/page.ts'
import { resultCalls } from '@kaiku/contract/result.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, record } from '../audit/audit.ts'
import { recordBrokenCall } from '../bug/broken-call.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { attributeIds } from '../dictionary/interview-attribute.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { mount } from '../http/mount.ts'
import { surveyFor } from '../preview/previewed-survey.ts'
import { recordLook } from '../protection/look.ts'
import { childNodes, searchNodes } from './nodes.ts'
import { type FigureRequest, figuresFor, type Options, type Path, placeFor, questionFor } from './result.ts'
import { sharedServer } from './served.ts'

/**
 * What is asked for. A component's own filter may be relative to today, targets look ahead from it, and statements know it,
 * so the day belongs to them.
 */
const requestOf = ({ selection }: FigureRequest, components: readonly Component[], leavesSlow: boolean) => [
  components,
  components.some(({ type, filter }) => filter !== undefined || type === 'Targets' || type === 'Sql')
    ? selection.today
    : '',
  leavesSlow,
]

/** A statement that stands on no published page of the survey is asked as at the console, and told of like there. */
function ownStatement({ who, dictionary }: FigureRequest, component: Component): string[] {
  if (component.type !== 'Sql') return []
  const { statement } = component
  const published = (who.preview ? [] : dictionary.definition.pages).flatMap(({ components }) => components)
  return published.some((one) => one.type === 'Sql' && one.statement === statement) ? [] : [statement]
}

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
    const dictionary = await surveyFor(stores, who, survey)
    const whole = await wholePath(stores, dictionary, path)
    const { compare, page } = more
    await recordLook(stores, who, ip, dictionary, { path: whole, compare, ...(page !== undefined && { page }) })
    return questionFor(stores, who, dictionary, { ...more, path: whole }, Date.now())
  }
  const server = sharedServer(stores, { cache })
  const serveFigures = (
    question: FigureRequest,
    components: readonly Component[],
    request: FastifyRequest,
    leavesSlow: boolean,
  ) =>
    server.serve(
      question,
      requestOf(question, components, leavesSlow),
      request.headers,
      (state) => figuresFor(question, components, state, Object.assign(optionsFor(request), { leavesSlow })),
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
      return serveFigures(question, components, request, true)
    },
    async query(who, input, request) {
      const question = await ask(who, input, request)
      const { components } = input
      const leavesSlow = components.length > 1
      const own = leavesSlow ? undefined : components.flatMap((one) => ownStatement(question, one))[0]
      if (own !== undefined)
        await record(stores, actorOf(who, request.ip), {
          action: 'data.export',
          subject: question.dictionary.extName,
          after: { report: 'sql', path: question.path, statement: own },
        })
      return serveFigures(question, components, request, leavesSlow)
    },
    async children(who, { survey, path, locale }, request) {
      const { selection } = await ask(who, { survey, path, compare: 'none' }, request)
      return childNodes(who, selection, locale ?? who.locale)
    },
    async search(who, { survey, ...asked }) {
      return searchNodes(who, await surveyFor(stores, who, survey), asked)
    },
  })
}
