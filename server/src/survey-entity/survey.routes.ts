import { createHash } from 'node:crypto'
import { surveyCalls } from '@kaiku/contract/survey.ts'
import { seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance } from 'fastify'
import { metadataCsv, metadataOf } from '../codebook/metadata.ts'
import { metadataSav } from '../codebook/metadata-sav.ts'
import type { Stores } from '../db/stores.ts'
import { mount, ready } from '../http/mount.ts'
import { variableCounts } from '../key-driver/variable-count.ts'
import { surveyFor } from '../preview/previewed-survey.ts'
import { grantsOf } from '../role/assignment.ts'
import { refuseUnseen, scopeOf } from '../selection/scope.ts'
import { findSurvey, listSurveys } from '../survey/survey.ts'
import { findUniverse } from '../universe/universe.ts'
import { surveyEntity } from './survey-entity.ts'

export const surveyRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, surveyCalls, {
    async list(who, { universe, locale }) {
      const named = universe === 'all' ? who.universe : (await findUniverse(stores, universe))?.id
      // A universe that is not the viewer's has no surveys, like one that is not there.
      if (named === undefined || !who.universes.includes(named)) return []
      // Who looks through somebody else's eyes looks into this universe alone.
      if (named !== who.universe && who.within) return []
      const there = named === who.universe ? who : await memberOf(stores, who, named)
      const surveys = await listSurveys(stores, named)
      return surveys
        .filter(({ extName }) => seesSurvey(there, extName))
        .map(({ extName, loadCount, definition: { settings } }) => ({
          extName,
          loadCount,
          title: localise(settings.title, locale ?? who.locale, settings.locale),
        }))
    },
    async one(who, { survey, locale }) {
      const dictionary = await surveyFor(stores, who, survey)
      refuseUnseen(who, dictionary)
      return surveyEntity(who, dictionary, locale ?? who.locale, Date.now())
    },
    async metadata(who, { survey, locale, format }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      const scope = scopeOf(who, dictionary, 'seeIndicators')
      const today = dayIn(dictionary.definition.settings.timeZone, Date.now())
      const counts = await variableCounts(stores, dictionary, scope, today)
      const found = metadataOf(dictionary, counts, locale ?? who.locale)
      if (format === 'json') return found
      return format === 'csv'
        ? file(Buffer.from(metadataCsv(found)), 'text/csv; charset=utf-8')
        : file(metadataSav(found), 'application/x-spss-sav')
    },
    async loadCount(who, { survey }) {
      const dictionary = await findSurvey(stores, who.universe, survey)
      refuseUnseen(who, dictionary)
      return { loadCount: dictionary.loadCount }
    },
  })

/** The viewer with the rights that they have in another universe. */
async function memberOf({ service }: Stores, who: Viewer, universe: string): Promise<Viewer> {
  return { ...who, universe, grants: await grantsOf(service, universe, who.userId) }
}

function file(bytes: Buffer, type: string) {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return ready({ etag, bytes, encoding: 'identity', type })
}
