import type { Form, FormPart } from '@kaiku/contract/form.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'
import { type FormPlan, isDecided, meets, planOf, questionsOf } from './form-plan.ts'

/** What comes behind a page: another, or an ending of one of the form's lists, by its place there; null: the usual one. */
export type NextPage = { readonly plan: FormPlan } & (
  | { readonly is: 'page'; readonly at: number }
  | { readonly is: 'end'; readonly list: 'screenOut' | 'thanks'; readonly ending: number | null }
)

export const endingOf = (form: Form, next: NextPage): Form['thanks'][number] | null =>
  next.is === 'page' || next.ending === null ? null : (form[next.list][next.ending] ?? null)

/** What somebody who has answered so much is asked, or told, behind a page. */
export function nextPage(
  dictionary: Dictionary,
  form: Form,
  { given, answers }: { readonly given: SentAnswers; readonly answers: SentAnswers },
  behind: number,
): NextPage {
  const plan = planOf(dictionary, form, given, answers)
  const isMet = ({ when }: { readonly when: string }) => meets(dictionary, when, plan.stored)
  const next =
    plan.pages.find(({ at }) => at > behind) ??
    // Somebody may have come past it by an address.
    plan.pages.find(({ parts }) => parts.some((part) => isMissing(part, plan.answers)))
  // Where nothing is asked any more, all is decided, also what was never asked.
  const out = form.screenOut.findIndex((one) => (!next || isDecided(form, one.when, behind)) && isMet(one))
  if (out >= 0) return { is: 'end', list: 'screenOut', ending: out, plan }
  if (next) return { is: 'page', at: next.at, plan }
  const thanks = form.thanks.findIndex(isMet)
  return { is: 'end', list: 'thanks', ending: thanks < 0 ? null : thanks, plan }
}

const isMissing = (part: FormPart, answers: SentAnswers) =>
  'required' in part && part.required && questionsOf(part).some((id) => !Object.hasOwn(answers, id))
