import type { Definition } from '@kaiku/contract/definition.ts'
import type { Form, FormPart } from '@kaiku/contract/form.ts'
import type { Question, QuestionType } from '@kaiku/contract/question.ts'
import { readTemplate } from '@kaiku/core/alert-template.ts'
import { answerCondition } from '@kaiku/core/answer-condition.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { JsonPlace } from '../fault/json-text.ts'
import { isLocale } from './filter-check.ts'
import { type Against, byId, checkKnown, checkUnique, codeFault } from './question-check.ts'

const file = 'forms.json'

/** Names, conditions and templates of forms; a question is asked once, and conditions look back alone. */
export function checkForms(definition: Definition, against: Against): void {
  const { forms } = definition
  checkUnique(
    against,
    file,
    forms.map(({ id }, i) => ({ id, place: ['forms', i, 'id'] })),
  )
  const known = byId(definition.questions)
  for (const [i, form] of forms.entries()) checkForm(form, ['forms', i], known, against)
}

type Known = ReadonlyMap<string, Question>

function checkForm(form: Form, place: JsonPlace, known: Known, against: Against): void {
  const note = (at: JsonPlace, expected: string, found: string) => against(file, [...place, ...at], expected, found)
  form.locales.forEach((locale, at) => {
    if (!isLocale(locale)) note(['locales', at], 'a locale (en, fi, sv-FI)', `"${locale}"`)
  })
  const before = new Set<string>()
  const meet = (id: string, at: JsonPlace, types?: readonly QuestionType[]) => {
    if (!checkKnown(against, file, [...place, ...at], 'a question', id, known)) return
    const type = known.get(id)?.type
    if (known.get(id)?.computed) note(at, 'a question that people answer', `"${id}", which a script computes`)
    if (types && type && !types.includes(type)) note(at, `a question of type ${types.join(', ')}`, `type ${type}`)
    if (before.has(id)) note(at, 'each question once', `a second "${id}"`)
    before.add(id)
  }
  for (const [at, id] of form.given.entries()) meet(id, ['given', at])
  for (const [id, code] of Object.entries(form.fixed)) {
    meet(id, ['fixed', id])
    const question = known.get(id)
    const expected = question ? codeFault(question, code) : null
    if (expected !== null) note(['fixed', id], expected, JSON.stringify(code))
  }
  if (form.device !== undefined) meet(form.device, ['device'], ['choice'])
  const condition = (token: string, at: JsonPlace) => {
    const read = answerCondition(token, (id) => (before.has(id) ? known.get(id) : undefined))
    if (read.ok) return
    note(at, read.expected === 'a question' ? 'a question of an earlier page' : read.expected, `"${token}"`)
  }
  const template = (text: Localised, at: JsonPlace) => {
    for (const [locale, said] of Object.entries(typeof text === 'string' ? { '': text } : text))
      for (const one of readTemplate(said))
        if ('name' in one && !before.has(one.name))
          note(locale === '' ? at : [...at, locale], 'a question of an earlier page in braces', `{${one.name}}`)
  }
  form.pages.forEach((page, p) => {
    const at: JsonPlace = ['pages', p]
    condition(page.when, [...at, 'when'])
    if (page.title !== undefined) template(page.title, [...at, 'title'])
    const own: [string, JsonPlace, (readonly QuestionType[])?][] = []
    page.parts.forEach((part, k) => {
      const here: JsonPlace = [...at, 'parts', k]
      condition(part.when, [...here, 'when'])
      if ('text' in part && part.text !== undefined) template(part.text, [...here, 'text'])
      own.push(...askedBy(part, here))
      if ('matrix' in part)
        checkSteps(part.matrix, known, (expected, found) => note([...here, 'matrix'], expected, found))
    })
    for (const one of own) meet(...one)
  })
  form.screenOut.forEach(({ when }, at) => {
    if (when === '') note(['screenOut', at, 'when'], 'whom it is for', 'nothing')
  })
  checkUnique(
    against,
    file,
    form.quotas.map(({ id }, at) => ({ id, place: [...place, 'quotas', at, 'id'] })),
  )
  for (const list of ['screenOut', 'quotas', 'thanks'] as const)
    form[list].forEach((ending, at) => {
      condition(ending.when, [list, at, 'when'])
      template(ending.title, [list, at, 'title'])
      template(ending.text, [list, at, 'text'])
    })
}

function askedBy(part: FormPart, place: JsonPlace): [string, JsonPlace, (readonly QuestionType[])?][] {
  if ('question' in part) return [[part.question, [...place, 'question']]]
  if ('consent' in part) return [[part.consent, [...place, 'consent'], ['choice']]]
  if ('matrix' in part) return part.matrix.map((id, at) => [id, [...place, 'matrix', at], ['scale']])
  return []
}

/** Scales that stand under each other have one head. */
function checkSteps(ids: readonly string[], known: Known, note: (expected: string, found: string) => void): void {
  const scales = ids.flatMap((id) => {
    const question = known.get(id)
    return question?.type === 'scale' ? [question] : []
  })
  const [first] = scales
  const other = scales.find(({ min, max }) => min !== first?.min || max !== first?.max)
  if (first && other)
    note(`scales from ${first.min} to ${first.max}`, `"${other.id}" from ${other.min} to ${other.max}`)
}
