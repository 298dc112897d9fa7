import { type Form, form } from '@kaiku/contract/form.ts'
import { localised } from '@kaiku/contract/localised.ts'
import { question } from '@kaiku/contract/question.ts'
import { z } from 'zod'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { FormOwner } from '../form/form.page.ts'
import { questionsOf } from '../form/form-plan.ts'
import type { SentAnswers } from '../interview-row/json-rows.ts'

export const sentAnswers = z.record(
  z.string().max(200),
  z.union([z.string().max(10_000), z.number(), z.array(z.string().max(200)).max(1_000).readonly(), z.null()]),
)

/** All that a device needs to show a form by itself: its questions, and no other of the survey. */
export const kioskForm = z.object({
  settings: z.object({ locale: z.string(), timeZone: z.string() }),
  questions: z.array(z.object({ question, number: z.int(), column: z.string(), retyped: z.boolean() })),
  /** Of places that the address names. */
  names: z.array(z.object({ key: z.string(), nodes: z.array(z.object({ id: z.string(), name: localised })) })),
  form,
  owner: z.object({ title: z.string(), logo: z.string(), colour: z.string() }),
  locales: z.array(z.string()),
  given: sentAnswers,
})
export type KioskForm = z.output<typeof kioskForm>

/** Of a form that is open, for one of its addresses. */
export function kioskFormOf(
  { definition, questions }: Dictionary,
  asked: Form,
  more: { readonly owner: FormOwner; readonly locales: readonly string[]; readonly given: SentAnswers },
): KioskForm {
  const isAsked = new Set(asked.pages.flatMap(({ parts }) => parts.flatMap(questionsOf)))
  const known: SentAnswers = Object.assign({}, asked.fixed, more.given)
  const { locale, timeZone } = definition.settings
  return {
    settings: { locale, timeZone },
    questions: [...questions.values()].flatMap((stored) => {
      const { id } = stored.question
      if (isAsked.has(id)) return [stored]
      if (!Object.hasOwn(known, id)) return []
      // Of what the address says that alone: what else there is is not everybody’s business.
      const codes = [known[id]].flat().map(String)
      const one = structuredClone(stored)
      if ('options' in one.question)
        one.question.options = one.question.options.filter(({ code }) => codes.includes(String(code)))
      return [one]
    }),
    names: definition.views.flatMap((view) => {
      if (!('key' in view)) return []
      const place = String(known[view.key])
      const nodes = view.nodes.filter(({ id }) => id === place).map(({ id, name }) => ({ id, name }))
      return nodes.length === 0 ? [] : [{ key: view.key, nodes }]
    }),
    form: asked,
    owner: more.owner,
    locales: [...more.locales],
    given: more.given,
  }
}

/** What forms look at of a dictionary. */
export const kioskDictionary = ({ settings, questions, names }: KioskForm): Dictionary => {
  const part: Pick<Dictionary, 'questions' | 'views' | 'role'> & { readonly definition: unknown } = {
    definition: { settings, views: names },
    questions: new Map(questions.map((stored) => [stored.question.id, stored])),
    views: new Map(),
    role: () => null,
  }
  return part as Dictionary
}
