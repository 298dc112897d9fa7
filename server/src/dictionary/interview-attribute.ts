import type { Definition } from '@kaiku/contract/definition.ts'
import type { FiltersFile } from '@kaiku/contract/filter.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { type QualityFlag, qualityFlags } from '@kaiku/core/answer-quality.ts'
import { campaignFilterName } from '@kaiku/core/campaign-filter.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import pg from 'pg'
import type { StoredQuestion } from './dictionary.ts'

/** What is said about an interview beside its answers, by names of their own. Notes are shown only; figures do not know them. By campaigns only is filtered. */
export const attributeIds = {
  tag: 'interview.tag',
  quality: 'interview.quality',
  note: 'interview.note',
  campaign: campaignFilterName,
} as const
export type InterviewAttribute = keyof typeof attributeIds

const titles: Readonly<Record<InterviewAttribute, Localised>> = {
  tag: { en: 'Tags', fi: 'Tunnisteet', sv: 'Taggar', de: 'Schlagwörter' },
  quality: { en: 'Quality', fi: 'Laatu', sv: 'Kvalitet', de: 'Qualität' },
  note: { en: 'Notes', fi: 'Muistiinpanot', sv: 'Anteckningar', de: 'Notizen' },
  campaign: { en: 'Campaign', fi: 'Kampanja', sv: 'Kampanj', de: 'Kampagne' },
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

/** Which campaigns' messages its respondent got, as `meetsCampaign` of core reads it. It is no variable: nothing but the filter looks at it. */
export const campaignAttribute: StoredQuestion = {
  question: { ...common, type: 'multiple', id: attributeIds.campaign, title: titles.campaign, options: [], open: true },
  number: firstNumber + questions.length,
  column: `q${firstNumber + questions.length}`,
  retyped: false,
}

/** Where respondents are protected nothing leads from who was asked to an answer. */
export const knowsCampaigns = ({ questions: own, settings }: Asking): boolean =>
  !settings.protection && !own.some(({ id }) => id === attributeIds.campaign)
type Asking = Pick<Definition, 'questions'> & { readonly settings: { readonly protection: boolean } }

/**
 * In PostgreSQL: the codes of a sample `s`, as JSON; null where no campaign wrote to it. Of an interview: those of
 * campaigns that it came after.
 */
export function campaignCodes(timeZone: string, of: 'sample' | 'interview'): string {
  const zone = pg.escapeLiteral(timeZone)
  const day = (at: string) => `(${at} at time zone ${zone})::date`
  const after = `s.responded_at >= date_trunc('day', r.sent_at)`
  const state = `case when r.unsubscribed_at is not null then 'unsub' when r.state in ('delivered', 'failed') then r.state else 'pending' end`
  const answer = (at: string) => `case when ${at} is null then 'no' else 'yes' end`
  const days = `case when ${after} then (${day('s.responded_at')} - ${day('r.sent_at')})::text else '' end`
  const code = [`r.campaign`, state, answer('r.opened_at'), answer('r.clicked_at'), days].map((part) => `(${part})`)
  return `(select jsonb_agg(${code.join(` || ':' || `)} order by r.campaign)
    from campaign_recipient r join campaign c on (c.universe, c.id) = (r.universe, r.campaign)
    where r.universe = s.universe and r.survey = s.survey and r.sample = s.id and r.state <> 'left'
      ${of === 'sample' ? '' : `and s.responded_at >= coalesce(date_trunc('day', r.sent_at), c.at)`})`
}

/** The same, over `interview i`. */
export const campaignTruth = (timeZone: string): string =>
  `(select ${campaignCodes(timeZone, 'interview')} from sample s
    where s.universe = i.universe and s.survey = i.survey and s.interview = i.number order by s.id limit 1)`

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
