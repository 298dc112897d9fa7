import { figureProofCalls } from '@kaiku/contract/figure-proof.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { mount } from '../http/mount.ts'
import { recordLook } from '../protection/look.ts'
import { questionFor } from '../result/result.ts'
import { sharedServer } from '../result/served.ts'
import { findSurvey } from '../survey/survey.ts'
import { figureProof } from './figure-proof.ts'

export const figureProofRoutes = (app: FastifyInstance, stores: Stores, { cache }: Configuration) =>
  mount(app, figureProofCalls, {
    async figureProof(who, { survey, path, indicator, at, locale }, { ip, headers }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const whole = await wholePath(stores, dictionary, path)
      await recordLook(stores, who, ip, dictionary, { path: whole, compare: 'none' })
      const question = questionFor(stores, who, dictionary, { path: whole, compare: 'none', locale }, Date.now())
      // What happened to interviews since then is not told by the state of the figures alone, so nothing of it is kept.
      return sharedServer(stores, { cache }).serve(
        question,
        ['proof', indicator, at],
        headers,
        (state) => figureProof(question, indicator, at, state),
        false,
      )
    },
  })
