import type { MappedQuestion } from '@kaiku/contract/mapping.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** More than a person picks from. */
const mostCodes = 2_000
const mostSteps = 200

/** A question as a mapping sees it: all the texts by which its answers may be called. */
export type AskedQuestion = {
  readonly question: Question
  /** Codes that are answers → their titles in every language. */
  readonly codes: ReadonlyMap<string, readonly string[]>
  /** The tree whose places it names; null: none. */
  readonly place: string | null
}

type Title = Question['title']
/** A text in every language in which there is one. */
export const everyText = (title: Title | undefined): string[] =>
  title === undefined ? [] : typeof title === 'string' ? [title] : Object.values(title)

/** The questions that people answer. */
export function askedQuestions({ definition }: Dictionary): AskedQuestion[] {
  return definition.questions
    .filter(({ computed }) => !computed)
    .map((question) => {
      const view = definition.views.find((one) => 'nodes' in one && one.key === question.id)
      return { question, codes: codesOf(question, view), place: view?.extName ?? null }
    })
}

function codesOf(question: Question, view: Dictionary['definition']['views'][number] | undefined) {
  const codes = new Map<string, string[]>()
  const add = (code: string, title: Title | undefined) =>
    codes.set(code, [...(codes.get(code) ?? []), ...everyText(title)])
  if (view && 'nodes' in view)
    for (const { id, name, codes: others = [] } of view.nodes) {
      add(id, name)
      for (const code of others) add(code, name)
    }
  if ('options' in question) for (const { code, title } of question.options) add(code, title)
  if (question.type === 'scale' && question.max - question.min <= mostSteps)
    for (let code = question.min; code <= question.max; code++) add(String(code), undefined)
  if ('labels' in question) for (const { code, title } of question.labels) add(String(code), title)
  for (const code of question.missing) add(String(code), undefined)
  return codes
}

/** The same as people read it; `before`: what the survey has published. */
export function shownQuestion(
  { question, codes, place }: AskedQuestion,
  { questions: before }: Dictionary,
  { definition }: Dictionary,
  locale: string,
): MappedQuestion {
  const said = (title: Title) => localise(title, locale, definition.settings.locale)
  const view = definition.views.find(({ extName }) => extName === place)
  const titles = new Map<string, Title>()
  if ('options' in question) for (const { code, title } of question.options) titles.set(code, title)
  if ('labels' in question) for (const { code, title } of question.labels) titles.set(String(code), title)
  if (view && 'nodes' in view) for (const { id, name } of view.nodes) titles.set(id, name)
  const isChoice = question.type === 'choice' || question.type === 'multiple'
  return {
    id: question.id,
    title: said(question.title),
    type: question.type,
    codes: [...codes.keys()].slice(0, mostCodes).map((code) => ({ code, title: said(titles.get(code) ?? code) })),
    isOpen: question.type === 'text' || (isChoice && question.open && place === null),
    takesOptions: isChoice && place === null,
    place: view ? said(view.title) : null,
    isNew: !before.has(question.id),
  }
}
