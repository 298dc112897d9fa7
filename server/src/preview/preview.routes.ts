import { previewCalls } from '@kaiku/contract/preview.ts'
import type { Previewed } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { FastifyInstance } from 'fastify'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mount } from '../http/mount.ts'
import { findSurvey } from '../survey/survey.ts'
import { placeNames } from '../view/place-names.ts'
import { drafted } from './preview-door.ts'
import { previewOf } from './previewed-survey.ts'

const mostAwaited = 100

/** A role and where, by names from the view's root down; everywhere where there are none. */
function roleSeen({ name, path }: NonNullable<Previewed['role']>, dictionary: Dictionary, locale: string) {
  const [view = '', , ...ids] = path
  return { name, place: ids.length === 0 ? [] : (placeNames(dictionary, view, ids, locale) ?? ids) }
}

/** What a draft hides that turns protection on; null: the survey is protected already, or is not to be. */
function protecting(
  { definition: before }: Dictionary,
  { definition: { settings, questions } }: Dictionary,
  locale: string,
) {
  if (before.settings.protection || !settings.protection) return null
  const { minimumN, minimumNComments, protectionPeriod: period } = settings
  const background = questions.filter(({ roles, hidden }) => roles.includes('background') && !hidden)
  return {
    minimumN,
    minimumNComments,
    period,
    background: background.slice(0, mostAwaited).map(({ title }) => localise(title, locale, settings.locale)),
  }
}

/** What a preview tells of itself, also to who looks at it through the eyes of somebody who configures nothing. */
export const previewRoutes = (app: FastifyInstance, stores: Stores) =>
  mount(app, previewCalls, {
    async state(who, { survey, locale = who.locale }) {
      const { dictionary: published, isOfPages } =
        who.preview?.survey === survey
          ? { dictionary: await findSurvey(stores, who.universe, survey), isOfPages: who.preview.isOfPages }
          : await drafted(stores, who, survey)
      const { dictionary, faults, ...told } = await previewOf(stores, published, isOfPages)
      const awaited = [...(dictionary?.questions.values() ?? [])].filter((one) => one.awaited).slice(0, mostAwaited)
      const language = published.definition.settings.locale
      return {
        ...told,
        isOfPages,
        role: who.preview?.role ? roleSeen(who.preview.role, published, locale) : null,
        drafts: [...told.drafts],
        faults: faults.map(({ file = '', place, expected, found }) => ({ file, place, expected, found })),
        protecting: dictionary ? protecting(published, dictionary, locale) : null,
        awaited: awaited.map(({ question }) => localise(question.title, locale, language)),
      }
    },
  })
