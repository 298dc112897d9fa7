import type { Question } from '@kaiku/contract/question.ts'
import type { QuestionProperty } from '@kaiku/contract/question-change.ts'
import { layOut } from '@kaiku/core/json-layout.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Files } from '../definition/read-definition.ts'

export const file = 'questions.json'
type Written = Record<string, unknown>

const isMembers = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The definition with one property of a question as it shall be; nothing else in the file is another one. `own`: the
 * survey's language. Throws Fault `invalid` for a property that the question cannot have.
 */
export function withProperty(files: Files, question: Question, own: string, change: QuestionProperty): Files {
  // Published files have been checked.
  const block: Written = JSON.parse((files.get(file) ?? '{}').replace(/^\uFEFF/, ''))
  const all: unknown[] = Array.isArray(block.questions) ? block.questions : []
  const questions = all.map((one) =>
    isMembers(one) && one.id === question.id ? changed(one, question, own, change) : one,
  )
  return new Map([...files, [file, `${layOut(Object.assign({}, block, { questions }))}\n`]])
}

const unfit = () => refuse('invalid', 'codebook.property')

function changed(written: Written, question: Question, own: string, change: QuestionProperty): Written {
  const withMember = (key: string, value: unknown) => Object.assign({}, written, { [key]: value })
  switch (change.property) {
    case 'title': {
      const title = withText(written.title, own, change)
      if (title === undefined || (change.locale === own && change.value === '')) throw unfit()
      return withMember('title', title)
    }
    case 'text':
      return withMember('text', withText(written.text, own, change))
    case 'label':
      return withLabel(written, question, own, change)
    case 'roles':
    case 'missing':
      return withMember(change.property, change.value.length === 0 ? undefined : change.value)
    case 'hidden':
      return withMember('hidden', change.value || undefined)
    case 'minimumN':
      return withMember('minimumN', change.value ?? undefined)
    case 'scale': {
      if (question.type !== 'scale') throw unfit()
      const { min, max, falling } = change
      return Object.assign({}, written, { min, max, falling: falling || undefined })
    }
  }
}

type InLanguage = { readonly locale: string; readonly value: string }

/** A text with another one in a language; undefined: there is none left. */
function withText(written: unknown, own: string, { locale, value }: InLanguage): Localised | undefined {
  const texts = new Map(Object.entries(textsOf(written, own)))
  if (value === '') texts.delete(locale)
  else texts.set(locale, value)
  if (texts.size === 0) return undefined
  const alone = texts.size === 1 ? texts.get(own) : undefined
  return alone ?? Object.fromEntries(texts)
}

/** A text by language; one for all is in the survey's own. */
export function textsOf(written: unknown, own: string): Record<string, string> {
  if (typeof written === 'string') return written === '' ? {} : { [own]: written }
  if (!isMembers(written)) return {}
  return Object.fromEntries(
    Object.entries(written).flatMap(([locale, text]) => (typeof text === 'string' ? [[locale, text]] : [])),
  )
}

function withLabel(
  written: Written,
  question: Question,
  own: string,
  { code, locale, value }: Extract<QuestionProperty, { property: 'label' }>,
): Written {
  const key = 'options' in question ? 'options' : 'labels' in question ? 'labels' : null
  const isNumber = key === 'labels'
  if (key === null || isNumber !== (typeof code === 'number')) throw unfit()
  const stands = written[key]
  const list: unknown[] = Array.isArray(stands) ? stands : []
  const found = list.find((one) => isMembers(one) && one.code === code)
  const title = withText(isMembers(found) ? found.title : undefined, own, { locale, value })
  if (isMembers(found)) {
    // An option is one of those that may be chosen, so it keeps a name; a step of a scale may go without.
    if (!isNumber && (title === undefined || (locale === own && value === ''))) throw unfit()
    const next = list.flatMap((one) =>
      one !== found ? [one] : title === undefined ? [] : [Object.assign({}, found, { title })],
    )
    return Object.assign({}, written, { [key]: next })
  }
  const mayHave = isNumber || ('open' in question && question.open) || question.missing.includes(code)
  if (title === undefined || !mayHave) throw unfit()
  return Object.assign({}, written, { [key]: [...list, { code, title }] })
}
