import type { Form, FormPart } from '@kaiku/contract/form.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { formOf } from '../form/default-form.ts'
import { type FormPlan, isDecided, meets, planOf, questionsOf } from '../form/form-plan.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { storeSent } from '../sent-interview/sent-interview.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { abandonedAnswers, endAnswer, type FormAnswer, forgetEnded } from './form-answer.store.ts'
import { fullQuota, releaseSeats, takeSeats } from './quota.ts'

/** How a form went on. */
export type Next =
  | { readonly is: 'page'; readonly at: number }
  | { readonly is: 'end'; readonly ending: Ending | null; readonly plan: FormPlan }
  /** By another tab of the same link, where respondents are protected. */
  | { readonly is: 'answeredBefore' }
type Ending = Pick<Form['thanks'][number], 'title' | 'text'>

/**
 * What comes behind a page: the next that is asked, or the end, where the answers have become an interview. `sample`: whose
 * they are, where they came by a link of their own.
 */
export async function goOn(
  stores: Stores,
  dictionary: Dictionary,
  form: Form,
  answer: FormAnswer,
  behind: number,
  sample: string | null,
): Promise<Next> {
  const plan = planOf(dictionary, form, answer.given, answer.answers)
  const isMet = ({ when }: { readonly when: string }) => meets(dictionary, when, plan.stored)
  const out = form.screenOut.findIndex((one) => isDecided(form, one.when, behind) && isMet(one))
  if (out >= 0) {
    await endAnswer(stores, answer, { state: 'screenedOut', ending: out })
    return { is: 'end', ending: form.screenOut[out] ?? null, plan }
  }
  const full = (at: number) => endAnswer(stores, answer, { state: 'full', ending: at })
  const early = await fullQuota(stores, dictionary, form, plan.stored, behind)
  if (early >= 0 && (await full(early))) return { is: 'end', ending: form.quotas[early] ?? null, plan }
  const next = plan.pages.find(({ at }) => at > behind)
  if (next) return { is: 'page', at: next.at }
  // Somebody may have come past it by an address.
  const passed = plan.pages.find(({ parts }) => parts.some((part) => isMissing(part, plan.answers)))
  if (passed) return { is: 'page', at: passed.at }
  const late = await takeSeats(stores, dictionary, form, answer, form.quotas.filter(isMet))
  if (late !== null) {
    await full(form.quotas.indexOf(late))
    return { is: 'end', ending: late, plan }
  }
  if (!(await keep(stores, dictionary, answer, plan.answers, { sample, isPartial: false }))) {
    await releaseSeats(stores, answer)
    await endAnswer(stores, answer, { state: 'screenedOut', ending: null })
    return { is: 'answeredBefore' }
  }
  const thanks = form.thanks.findIndex(isMet)
  await endAnswer(stores, answer, { state: 'done', ending: thanks < 0 ? null : thanks })
  return { is: 'end', ending: form.thanks[thanks] ?? null, plan }
}

const isMissing = (part: FormPart, answers: SentAnswers) =>
  'required' in part && part.required && questionsOf(part).some((id) => !Object.hasOwn(answers, id))

/**
 * Stores what was answered as an interview, once, however often it is sent. False: who has the link has answered in
 * another way meanwhile, or was erased.
 */
async function keep(
  stores: Stores,
  dictionary: Dictionary,
  { id, begunAt }: FormAnswer,
  answers: SentAnswers,
  { sample, isPartial }: { readonly sample: string | null; readonly isPartial: boolean },
): Promise<boolean> {
  const { settings } = dictionary.definition
  const date = dictionary.role('date')?.question.id
  const duration = settings.quality?.duration
  const now = Date.now()
  const sent: SentAnswers = Object.assign(
    {},
    date === undefined ? {} : { [date]: dayIn(settings.timeZone, now) },
    duration === undefined || isPartial ? {} : { [duration]: Math.round((now - begunAt.getTime()) / 1_000) },
    answers,
  )
  const left = new Map(Object.entries(sent))
  for (;;) {
    const by = sample === null ? {} : { sample }
    const interview = { externalId: `form:${id}`, answers: Object.fromEntries(left), isPartial, ...by }
    const { rejected } = await storeSent(stores, dictionary.universe, dictionary.extName, [interview], { once: true })
    const [reject] = rejected
    if (!reject) return true
    if (reject.place === 'externalId') return false
    // A place that is not there any more is no reason to lose the rest.
    if (!left.delete(reject.place.replace(/^answers\./, '')))
      throw new Error(`an answer of a form was not taken: ${reject.place}: ${reject.reason}`)
  }
}

/** Rows of one step. */
const most = 200

/** Keeps what was broken off as partial interviews, and forgets what ended long ago. Answers how many were kept. */
export async function keepAbandoned(stores: Stores): Promise<number> {
  let kept = 0
  for (;;) {
    const found = await abandonedAnswers(stores, most)
    const failed: unknown[] = []
    for (const answer of found)
      try {
        if (await keepOne(stores, answer)) kept++
      } catch (error) {
        // The others do not wait for it.
        failed.push(error)
      }
    if (found.length === most && failed.length < most) continue
    if (failed.length > 0) throw failed[0]
    break
  }
  await forgetEnded(stores)
  return kept
}

/** Whether there was anything to keep. */
async function keepOne(stores: Stores, answer: FormAnswer): Promise<boolean> {
  const dictionary = await surveyByNumber(stores, answer.survey)
  const form = formOf(dictionary, answer.form)
  const plan = form && planOf(dictionary, form, answer.given, answer.answers)
  const isKept = plan !== null && Object.keys(answer.answers).length > 0
  if (isKept) await keep(stores, dictionary, answer, plan.answers, { sample: answer.sample, isPartial: true })
  await releaseSeats(stores, answer)
  await endAnswer(stores, answer, { state: 'partial', ending: null })
  return isKept
}
