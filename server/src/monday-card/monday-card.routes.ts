import { mondayCardCalls } from '@kaiku/contract/monday-card.ts'
import type { FastifyInstance } from 'fastify'
import { toldState } from '../aggregate/data-state.ts'
import type { Stores } from '../db/stores.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { mount } from '../http/mount.ts'
import { recordLook } from '../protection/look.ts'
import { questionFor } from '../result/result.ts'
import { findSurvey } from '../survey/survey.ts'
import { mondayCard } from './monday-card.ts'

export const mondayCardRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, mondayCardCalls, {
    async read(who, { survey, path, compare, locale = who.locale }, { ip }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const whole = await wholePath(stores, dictionary, path)
      await recordLook(stores, who, ip, dictionary, { path: whole, compare })
      const question = questionFor(stores, who, dictionary, { path: whole, compare, locale }, Date.now())
      return mondayCard(question, await toldState(stores, dictionary))
    },
  })
