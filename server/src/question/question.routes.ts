import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { type EditedQuestion, questionCalls } from '@kaiku/contract/question-change.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise, type Translate } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit/audit.ts'
import { filesOf, listVersions } from '../backend/version.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mount } from '../http/mount.ts'
import { publish } from '../publishing/definition.ts'
import { permittedSurvey } from '../survey/permitted-survey.ts'
import { textsOf, withProperty } from './change-question.ts'
import { questionHistory } from './question-history.ts'
import { questionUses } from './question-use.ts'

/** The codebook in the hands of who configures the survey: each change is a version. */
export const questionRoutes = (app: FastifyInstance, stores: Stores) => {
  const permitted = (who: Viewer, survey: string) => permittedSurvey(stores, who, survey, 'editConfiguration')
  mount(app, questionCalls, {
    async read(who, { survey, locale }) {
      return editedQuestions(await permitted(who, survey), locale ?? who.locale)
    },
    async history(who, { survey, question }) {
      const dictionary = await permitted(who, survey)
      return questionHistory(stores, dictionary, questionIn(dictionary, question).id)
    },
    async change(who, { survey, question: id, version, change }, { ip }) {
      const dictionary = await permitted(who, survey)
      if (dictionary.version !== version) throw await publishedMeanwhile(stores, dictionary)
      const { locale } = dictionary.definition.settings
      const files = await filesOf(stores, dictionary, version)
      const next = withProperty(files, questionIn(dictionary, id), locale, change)
      try {
        const published = await publish(stores, who.universe, next, who.username, {
          actor: actorOf(who, ip),
          onto: version,
        })
        return { version: published.version }
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault
        const now = await permitted(who, survey)
        if (fault.code === 'conflict' && now.version !== version) throw await publishedMeanwhile(stores, now)
        const [first] = fault.details
        if (fault.code !== 'invalid' || !first) throw fault
        throw refuse('invalid', 'codebook.faulty', { what: `${first.place}: ${first.expected}` }, fault.details)
      }
    },
  })
}

function questionIn({ questions }: Dictionary, id: string): Question {
  const found = questions.get(id)?.question
  if (!found) throw refuse('not_found', 'figure.question', { id })
  return found
}

/** Names who published since. */
async function publishedMeanwhile(stores: Stores, dictionary: Dictionary): Promise<Fault> {
  const { version } = dictionary
  const own = (await listVersions(stores, dictionary)).find((one) => one.version === version)
  return refuse('conflict', 'codebook.published', { by: own?.by ?? '', version })
}

function editedQuestions({ definition, version }: Dictionary, locale: string): ReplyOf<(typeof questionCalls)['read']> {
  const { locale: own, minimumN } = definition.settings
  const translate: Translate = (text) => localise(text, locale, own)
  const uses = questionUses(definition, translate)
  const questions = definition.questions.map(
    (question): EditedQuestion => ({
      id: question.id,
      type: question.type,
      title: textsOf(question.title, own),
      text: textsOf(question.text, own),
      roles: question.roles,
      missing: question.missing,
      hidden: question.hidden,
      minimumN: question.minimumN ?? null,
      scale: question.type === 'scale' ? { min: question.min, max: question.max, falling: question.falling } : null,
      codes: codesOf(question).map(({ code, title }) => ({ code, label: textsOf(title, own) })),
      uses: [...(uses.get(question.id) ?? [])],
    }),
  )
  const inUse = questions.flatMap(({ title, text, codes }) =>
    [title, text, ...codes.map(({ label }) => label)].flatMap(Object.keys),
  )
  return { version, locale: own, locales: [...new Set([own, ...inUse])], minimumN, questions }
}

type Labelled = { readonly code: string | number; readonly title: unknown }

/** Options, or the steps and codes of numbers, with what they are called so far. */
function codesOf(question: Question): Labelled[] {
  const listed: Labelled[] = 'options' in question ? question.options : 'labels' in question ? question.labels : []
  const steps =
    question.type === 'scale' && question.max - question.min < mostSteps
      ? Array.from({ length: question.max - question.min + 1 }, (_, at) => question.min + at)
      : []
  const known = new Map(listed.map((one) => [one.code, one]))
  const codes =
    question.type === 'text' || question.type === 'date' ? [] : [...steps, ...known.keys(), ...question.missing]
  return [...new Set(codes)].map((code) => known.get(code) ?? { code, title: '' })
}
/** A longer scale is labelled at its ends, if at all. */
const mostSteps = 101
