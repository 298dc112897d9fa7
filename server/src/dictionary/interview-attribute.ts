import type { Definition } from '@kaiku/contract/definition.ts'
import type { FiltersFile } from '@kaiku/contract/filter.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { type QualityFlag, qualityFlags } from '@kaiku/core/answer-quality.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { StoredQuestion } from './dictionary.ts'

/** What is said about an interview beside its answers, by names of their own. Notes are shown only; figures do not know them. */
export const attributeIds = { tag: 'interview.tag', quality: 'interview.quality', note: 'interview.note' } as const
export type InterviewAttribute = keyof typeof attributeIds

const titles: Readonly<Record<InterviewAttribute, Localised>> = {
  tag: { en: 'Tags', fi: 'Tunnisteet', sv: 'Taggar', de: 'Schlagwörter' },
  quality: { en: 'Quality', fi: 'Laatu', sv: 'Kvalitet', de: 'Qualität' },
  note: { en: 'Notes', fi: 'Muistiinpanot', sv: 'Anteckningar', de: 'Notizen' },
}
const common = { roles: [], missing: [], hidden: false }

/** Above the number of any question, so that an attribute has columns of its own. */
const firstNumber = 1_000_001

const flagTitles: Readonly<Record<QualityFlag['flag'], Localised>> = {
  tooFast: { en: 'Too fast', fi: 'Liian nopea', sv: 'För snabb', de: 'Zu schnell' },
  straightLining: {
    en: 'Same answer throughout',
    fi: 'Sama vastaus kaikkeen',
    sv: 'Samma svar rakt igenom',
    de: 'Durchgehend gleich',
  },
  duplicate: { en: 'Duplicate', fi: 'Kaksoiskappale', sv: 'Dubblett', de: 'Doppelt' },
}

const questions: readonly Extract<Question, { type: 'multiple' }>[] = [
  { ...common, type: 'multiple', id: attributeIds.tag, title: titles.tag, options: [], open: true },
  {
    ...common,
    type: 'multiple',
    id: attributeIds.quality,
    title: titles.quality,
    open: false,
    options: qualityFlags.map((code) => ({ code, title: flagTitles[code] })),
  },
]

const stored = questions.map((question, at): StoredQuestion => {
  const number = firstNumber + at
  return { question, number, column: `q${number}`, retyped: false }
})

/** In PostgreSQL, over `interview i`: the codes of an attribute as an array, null where there are none. */
const truths: Readonly<Record<string, string>> = {
  [attributeIds.tag]: 'i.tags',
  [attributeIds.quality]: `jsonb_path_query_array(i.quality, '$[*].flag')`,
}

type Defining = Pick<Definition, 'questions'> & { readonly settings: Pick<Definition['settings'], 'quality'> }
const isThere = (definition: Defining, id: string) =>
  !definition.questions.some((own) => own.id === id) &&
  (id !== attributeIds.quality || definition.settings.quality !== undefined)

/** The attributes that figures can be made of, by name, unless a question of the survey has that name already. Without rules of quality there are no flags. */
export const storedAttributes = (definition: Defining): ReadonlyMap<string, StoredQuestion> =>
  new Map(stored.flatMap((mark) => (isThere(definition, mark.question.id) ? [[mark.question.id, mark] as const] : [])))

/** The same as questions. */
export const attributeQuestions = (definition: Defining): Question[] =>
  [...storedAttributes(definition).values()].map(({ question }) => question)

export const attributeTruth = ({ question }: StoredQuestion): string => truths[question.id] ?? 'null'

/** Notes as a column of a list: no store of figures has them. */
export const noteAttribute: StoredQuestion = {
  question: { ...common, type: 'text', id: attributeIds.note, title: titles.note },
  number: 0,
  column: '',
  retyped: false,
}

/** Whether it tells what people said about single interviews. */
export const isUserAttribute = ({ id }: Pick<Question, 'id'>): boolean =>
  id === attributeIds.tag || id === attributeIds.note

const without: Readonly<Record<string, Localised>> = {
  [attributeIds.tag]: { en: 'No tags', fi: 'Ei tunnisteita', sv: 'Inga taggar', de: 'Ohne Schlagwörter' },
  [attributeIds.quality]: { en: 'Not flagged', fi: 'Ei huomautettavaa', sv: 'Inget att anmärka', de: 'Unauffällig' },
}

/** What an interview without this attribute is called; undefined for what is no attribute. */
export const titleWithoutAttribute = ({ id }: Pick<Question, 'id'>): Localised | undefined => without[id]

const group: Localised = { en: 'Interview', fi: 'Haastattelu', sv: 'Intervju', de: 'Interview' }

/** The survey's filters and, behind them, one by every attribute that none of them looks at. */
export function withAttributeFilters(filters: FiltersFile, definition: Defining): FiltersFile {
  const { filterGroups } = filters.standard
  const own = [...filterGroups, ...filters.time.filterGroups].flatMap((one) => one.filters)
  const taken = new Set(own.flatMap(({ extName, question }) => [extName, question ?? extName]))
  const offered = [...storedAttributes(definition).values()].filter(({ question: { id } }) => !taken.has(id))
  if (offered.length === 0) return filters
  const marks = {
    title: group,
    expanded: false,
    ungrouped: false,
    flatten: false,
    filters: offered.map(({ question: { id, title } }) => ({
      extName: id,
      title,
      question: id,
      multipleSelections: true,
      exclude: true,
    })),
  }
  return { ...filters, standard: { filterGroups: [...filterGroups, marks] } }
}
