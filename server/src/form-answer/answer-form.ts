import type { Form } from '@kaiku/contract/form.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { formOf } from '../form/default-form.ts'
import { type FormPlan, meets, planOf } from '../form/form-plan.ts'
import { endingOf, nextPage } from '../form/next-page.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { storeSent } from '../sent-interview/sent-interview.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { abandonedAnswers, beginAnswer, endAnswer, type FormAnswer, forgetEnded } from './form-answer.store.ts'
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
 * they are, where they came by a link of their own. `endedAt`: when the page was sent.
 */
export async function goOn(
  stores: Stores,
  dictionary: Dictionary,
  form: Form,
  answer: FormAnswer,
  behind: number,
  sample: string | null,
  endedAt = new Date(),
): Promise<Next> {
  const next = nextPage(dictionary, form, answer, behind)
  const { plan } = next
  if (next.is === 'end' && next.list === 'screenOut') {
    await endAnswer(stores, answer, { state: 'screenedOut', ending: next.ending })
    return { is: 'end', ending: endingOf(form, next), plan }
  }
  const full = (at: number) => endAnswer(stores, answer, { state: 'full', ending: at })
  const early = await fullQuota(stores, dictionary, form, plan.stored, behind)
  if (early >= 0 && (await full(early))) return { is: 'end', ending: form.quotas[early] ?? null, plan }
  if (next.is === 'page') return { is: 'page', at: next.at }
  const counted = form.quotas.filter(({ when }) => meets(dictionary, when, plan.stored))
  const late = await takeSeats(stores, dictionary, form, answer, counted)
  if (late !== null) {
    await full(form.quotas.indexOf(late))
    return { is: 'end', ending: late, plan }
  }
  if (!(await keep(stores, dictionary, answer, plan.answers, { sample, isPartial: false, at: endedAt.getTime() }))) {
    await releaseSeats(stores, answer)
    await endAnswer(stores, answer, { state: 'screenedOut', ending: null })
    return { is: 'answeredBefore' }
  }
  await endAnswer(stores, answer, { state: 'done', ending: next.ending })
  return { is: 'end', ending: endingOf(form, next), plan }
}

type Whole = {
  readonly token: string
  readonly given: SentAnswers
  readonly answers: SentAnswers
  readonly begunAt: Date
  readonly endedAt: Date
  /** Else somebody went away from it. */
  readonly isDone: boolean
}

/** Takes what was answered elsewhere, once for each token. Answers its state. */
export async function takeWhole(
  stores: Stores,
  dictionary: Dictionary,
  form: Form,
  { token, given, answers, begunAt, endedAt, isDone }: Whole,
): Promise<FormAnswer['state']> {
  const saved = await beginAnswer(stores, dictionary, { token, form: form.id, given, begunAt, sample: null, answers })
  if (!isDone || saved.state !== 'open') return saved.state
  await goOn(stores, dictionary, form, saved, Number.POSITIVE_INFINITY, null, endedAt)
  return 'done'
}

/**
 * Stores what was answered as an interview, once, however often it is sent. False: who has the link has answered in
 * another way meanwhile, or was erased.
 */
async function keep(
  stores: Stores,
  dictionary: Dictionary,
  { id, begunAt }: FormAnswer,
  answers: SentAnswers,
  { sample, isPartial, at }: { readonly sample: string | null; readonly isPartial: boolean; readonly at: number },
): Promise<boolean> {
  const { settings } = dictionary.definition
  const date = dictionary.role('date')?.question.id
  const duration = settings.quality?.duration
  const sent: SentAnswers = Object.assign(
    {},
    date === undefined ? {} : { [date]: dayIn(settings.timeZone, at) },
    duration === undefined || isPartial ? {} : { [duration]: Math.round((at - begunAt.getTime()) / 1_000) },
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
  const { sample, begunAt } = answer
  if (isKept) await keep(stores, dictionary, answer, plan.answers, { sample, isPartial: true, at: begunAt.getTime() })
  await releaseSeats(stores, answer)
  await endAnswer(stores, answer, { state: 'partial', ending: null })
  return isKept
}
