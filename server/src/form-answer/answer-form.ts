import type { Form } from '@kaiku/contract/form.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { formOf } from '../form/default-form.ts'
import { type FormPlan, planOf } from '../form/form-plan.ts'
import { nextPage } from '../form/next-page.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { storeSent } from '../sent-interview/sent-interview.ts'
import { surveyByNumber } from '../survey/survey.ts'
import {
  abandonedAnswers,
  beginAnswer,
  endAnswer,
  type FormAnswer,
  forgetEnded,
  saveAnswers,
} from './form-answer.store.ts'

/** How a form went on. */
export type Next =
  | { readonly is: 'page'; readonly at: number }
  | { readonly is: 'end'; readonly ending: Form['thanks'][number] | null; readonly plan: FormPlan }

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
  if (next.is === 'page') return next
  const { list, ending, plan } = next
  if (list === 'thanks')
    await keep(stores, dictionary, answer, plan.answers, { sample, isPartial: false, at: endedAt.getTime() })
  await endAnswer(stores, answer, { state: list === 'thanks' ? 'done' : 'screenedOut', ending })
  return { is: 'end', ending: ending === null ? null : (form[list][ending] ?? null), plan }
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
  const begun = await beginAnswer(stores, dictionary, { token, form: form.id, given, begunAt, sample: null })
  if (begun.state !== 'open') return begun.state
  const saved = await saveAnswers(stores, begun, answers)
  if (!isDone || saved.state !== 'open') return saved.state
  await goOn(stores, dictionary, form, saved, Number.POSITIVE_INFINITY, null, endedAt)
  return 'done'
}

/** Stores what was answered as an interview, once, however often it is sent. */
async function keep(
  stores: Stores,
  dictionary: Dictionary,
  { id, begunAt }: FormAnswer,
  answers: SentAnswers,
  { sample, isPartial, at }: { readonly sample: string | null; readonly isPartial: boolean; readonly at: number },
): Promise<void> {
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
    const { rejected } = await storeSent(stores, dictionary.universe, dictionary.extName, [interview])
    const [reject] = rejected
    // Erased meanwhile, for good.
    if (!reject || reject.place === 'externalId') return
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
  await endAnswer(stores, answer, { state: 'partial', ending: null })
  return isKept
}
