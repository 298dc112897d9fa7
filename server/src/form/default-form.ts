import { type Form, form } from '@kaiku/contract/form.ts'
import type { Question } from '@kaiku/contract/question.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** Questions of a page that nobody laid out. */
const atOnce = 5
/** What respondents are not asked: it is known of them, or counted. */
const known: ReadonlySet<Question['roles'][number]> = new Set([
  ...(['date', 'weight', 'unit', 'contact', 'identifier', 'pii', 'background'] as const),
])

/** Those that `forms.json` has, else the one made of the questions. */
export const formsOf = (dictionary: Dictionary): readonly Form[] => {
  const { forms } = dictionary.definition
  return forms.length > 0 ? forms : [defaultForm(dictionary)]
}

/** The survey's form by its id, the first where none is named, or one made of its questions. Null: there is none such. */
export function formOf(dictionary: Dictionary, id: string | null): Form | null {
  const { forms } = dictionary.definition
  if (id === null) return forms[0] ?? defaultForm(dictionary)
  return forms.find((one) => one.id === id) ?? (forms.length === 0 && id === defaultId ? defaultForm(dictionary) : null)
}

const defaultId = 'form'

/** Without `forms.json`: the question of the first main indicator alone, then the others, and comments in the end. */
function defaultForm({ definition, views }: Dictionary): Form {
  const { settings, questions, indicators } = definition
  const [main] = settings.mainIndicators.flatMap((id) => indicators.find((one) => one.id === id) ?? [])
  const placing = new Set(
    [...views.values()].flatMap(({ view }) =>
      'levels' in view ? view.levels.map(({ question }) => question) : [view.key],
    ),
  )
  const asked = questions.filter(
    ({ id, hidden, computed, roles }) =>
      !hidden &&
      !computed &&
      !placing.has(id) &&
      id !== settings.quality?.duration &&
      !roles.some((role) => known.has(role)),
  )
  const isComment = ({ type }: Question) => type === 'text'
  const lead = asked.filter(({ id }) => main && 'question' in main && main.question === id)
  const others = asked.filter((one) => !lead.includes(one) && !isComment(one))
  const comments = asked.filter((one) => !lead.includes(one) && isComment(one))
  const pages = [lead, ...inParts(others), comments].filter((some) => some.length > 0)
  return form.parse({
    id: defaultId,
    title: settings.title,
    given: [...placing].filter((id) => questions.some((one) => one.id === id)),
    pages: (pages.length > 0 ? pages : [questions.slice(0, 1)]).map((some) => ({
      parts: some.map(({ id }) => ({ question: id })),
    })),
  })
}

const inParts = (questions: readonly Question[]): Question[][] =>
  Array.from({ length: Math.ceil(questions.length / atOnce) }, (_, at) =>
    questions.slice(at * atOnce, (at + 1) * atOnce),
  )
