import type { AnsweredQuestion } from '@kaiku/contract/interview.ts'
import type { SharedInterview } from '@kaiku/contract/interview-share.ts'
import { localise as sayIn } from '@kaiku/core/localised.ts'
import { mask } from '@kaiku/core/mask.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { rootNumber } from '../dictionary/tree.ts'
import { isPersonal } from '../figure/personal.ts'
import { storedInterview } from '../interview/find-interview.ts'
import { answered } from '../interview-page/read-interview.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { refuseSuspended } from '../universe/suspension.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { placer } from '../view/place.ts'
import { shareOf } from './interview-share.store.ts'

/** The address that was opened. */
type Link = { readonly survey: string; readonly interviewId: string; readonly secret: string }

/**
 * An interview as it was shared, and by which link; null: the link opens nothing (any more). Personal answers are left
 * out, and in what was said what tells who somebody is is masked. A survey that was protected meanwhile shares nothing.
 */
export async function sharedInterview(
  stores: Stores,
  { survey, interviewId, secret }: Link,
  locale: string,
): Promise<{
  readonly share: NonNullable<Awaited<ReturnType<typeof shareOf>>>
  readonly interview: SharedInterview
} | null> {
  const share = await shareOf(stores, secret)
  if (share === null || share.interview !== interviewId) return null
  await refuseSuspended(stores, share.universe)
  const dictionary = await surveyByNumber(stores, share.survey)
  const { settings } = dictionary.definition
  if (dictionary.extName.toLowerCase() !== survey.toLowerCase() || settings.protection) return null
  const { answers } = await storedInterview(stores, dictionary, interviewId)
  const say = (text: Parameters<typeof sayIn>[0]) => sayIn(text, locale, settings.locale)
  const questions = [...dictionary.questions.values()].map(({ question }) => question)
  const known = personalTexts(
    questions.filter(isPersonal).map(({ id }) => id),
    answers,
  )
  const { title, settings: look } = await inUniverse(stores.pool, share.universe, (client) =>
    readUniverse(client, share.universe),
  )
  const day = answers[dictionary.role('date')?.question.id ?? '']
  const [view] = dictionary.views.values()
  const [leaves] = placer(dictionary).knownLeaves([answers]) ?? []
  const place = view?.tree.line(leaves?.[view.number - 1] ?? rootNumber).at(-1)
  return {
    share,
    interview: {
      universe: { title, logo: look.logo, colour: look.colour },
      survey: say(settings.title),
      day: typeof day === 'string' ? day : null,
      place: place ? say(place.name) : '',
      questions: questions
        .filter((question) => !question.hidden && !isPersonal(question))
        .map((question) => withoutNames(answered(dictionary, question, answers, false, say), known)),
      expiresAt: share.expiresAt.toISOString(),
    },
  }
}

const personalTexts = (ids: readonly string[], answers: Answers): string[] =>
  ids.flatMap((id) => answers[id] ?? []).filter((value) => typeof value === 'string')

function withoutNames(question: AnsweredQuestion, known: readonly string[]): AnsweredQuestion {
  const { answer } = question
  if (answer === null || question.type !== 'text') return question
  return { ...question, answer: { ...answer, value: mask(String(answer.value), known) } }
}
