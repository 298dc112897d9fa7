import { backendCalls } from '@kaiku/contract/backend.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type { FastifyInstance } from 'fastify'
import { publish } from '../definition/definition.ts'
import { mount } from '../http/mount.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { operatedSurveys } from './backend.ts'
import { changesOf, filesOf, listVersions } from './version.ts'

export const backendRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, backendCalls, {
    surveys: ({ locale }) => operatedSurveys(stores, locale),
    versions: async ({ universe }, { survey }) => listVersions(stores, await findSurvey(stores, universe, survey)),
    files: async ({ universe }, { survey, version }) =>
      changesOf(stores, await findSurvey(stores, universe, survey), version),
    async rollBack({ universe, username }, { survey, version, published }) {
      const dictionary = await findSurvey(stores, universe, survey)
      if (dictionary.version !== published)
        throw new Fault('conflict', `Version ${dictionary.version} was published meanwhile: look at it first.`)
      const next = await publish(stores, universe, await filesOf(stores, dictionary, version), username)
      return { version: next.version }
    },
  })
