import type { Form, FormPage, FormPart } from '@kaiku/contract/form.ts'
import { answerCondition } from '@kaiku/core/answer-condition.ts'
import { holds } from '@kaiku/core/condition-holds.ts'
import { parseToken } from '@kaiku/core/filter-token.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { jsonRows, type SentAnswers } from '../interview-row/json-rows.ts'

/** A page that somebody is asked, with those of its parts that they are asked. `at`: which of the form's. */
export type PlannedPage = {
  readonly at: number
  readonly title: FormPage['title']
  readonly parts: readonly FormPart[]
}
/** What counts: answers to what is asked, and what is known without asking. */
type Taken = {
  readonly answers: SentAnswers
  /** The same as they are kept, which conditions and texts look at. */
  readonly stored: Answers
}
export type FormPlan = Taken & { readonly pages: readonly PlannedPage[] }

/** Questions that a part asks. */
export function questionsOf(part: FormPart): readonly string[] {
  if ('question' in part) return [part.question]
  if ('matrix' in part) return part.matrix
  return 'consent' in part ? [part.consent] : []
}

/**
 * What a form asks somebody who has answered so much. Conditions look at answers of earlier pages alone, and answers to
 * what is not asked any more, since one went back and answered otherwise, do not count.
 */
export function planOf(dictionary: Dictionary, form: Form, given: SentAnswers, answers: SentAnswers): FormPlan {
  const counted = new Map<string, SentAnswers[string]>(Object.entries(Object.assign({}, form.fixed, given)))
  const pages: PlannedPage[] = []
  let known = taken(dictionary, counted)
  for (const [at, page] of form.pages.entries()) {
    if (!meets(dictionary, page.when, known.stored)) continue
    const before = known.stored
    const parts = page.parts.filter(({ when }) => meets(dictionary, when, before))
    if (parts.length === 0) continue
    pages.push({ at, title: page.title, parts })
    for (const id of parts.flatMap(questionsOf)) {
      const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
      if (answer !== undefined && answer !== null) counted.set(id, answer)
    }
    known = taken(dictionary, counted)
  }
  return { pages, ...known }
}

/** Answers that the survey takes, and as they are kept: it may have been published anew since they were given. */
function taken(dictionary: Dictionary, answers: ReadonlyMap<string, SentAnswers[string]>): Taken {
  const left = new Map(answers)
  for (;;) {
    const sent = Object.fromEntries(left)
    const read = jsonRows(dictionary)('', sent)
    if (!('reason' in read)) return { answers: sent, stored: JSON.parse(read.json) }
    if (!left.delete(read.column)) throw new Error(`${read.column}: ${read.reason}`)
  }
}

/**
 * Whether nothing that is asked behind a page changes any more what a token says; -1: before the first. What is left out is
 * met by who was not asked yet.
 */
export function isDecided(form: Form, token: string, behind: number): boolean {
  const read = parseToken(token)
  if (!read.ok) return false
  const later = new Set(form.pages.slice(behind + 1).flatMap(({ parts }) => parts.flatMap(questionsOf)))
  return [...read.value.keys()].every((id) => !later.has(id))
}

/** Whether answers meet a token; one that names what the survey has no more meets nothing. */
export function meets(dictionary: Dictionary, token: string, answers: Answers): boolean {
  const read = answerCondition(token, (id) => dictionary.questions.get(id)?.question)
  return read.ok && holds(read.value.condition, (id) => answers[id])
}
