import { previewCalls } from '@kaiku/contract/preview.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import { mount } from '../http/mount.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { findSurvey } from '../survey/survey.ts'
import { previewOf } from './previewed-survey.ts'

const mostAwaited = 100

/** What a preview tells of itself, also to who looks at it through the eyes of somebody who configures nothing. */
export const previewRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, previewCalls, {
    async state(who, { survey, locale = who.locale }) {
      const published =
        who.preview?.survey === survey
          ? await findSurvey(stores, who.universe, survey)
          : await permittedSurvey(stores, who, survey, 'editConfiguration')
      const { dictionary, faults, ...told } = await previewOf(stores, published)
      const awaited = [...(dictionary?.questions.values() ?? [])].filter((one) => one.awaited).slice(0, mostAwaited)
      const language = published.definition.settings.locale
      return {
        ...told,
        drafts: [...told.drafts],
        faults: faults.map(({ file = '', place, expected, found }) => ({ file, place, expected, found })),
        awaited: awaited.map(({ question }) => localise(question.title, locale, language)),
      }
    },
  })
