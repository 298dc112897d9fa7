import pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { isPersonal } from '../figure/personal.ts'
import { type CopiedTable, copiedTables } from '../universe-copy/copied-table.ts'

export type SurveyChoice = {
  readonly withAnswers: boolean
  /** Whether contact data and answers that tell who somebody is go along with the answers. */
  readonly withContacts: boolean
}

const ofConfiguration = new Set(['question_column', 'view_column'])
const ofAnswers = new Set([
  'interview',
  'import',
  'import_change',
  'interview_correction',
  'correction_file',
  'correction_file_change',
  'interview_note',
  'interview_tagging',
  'response_check',
  'response_finding',
  'interview_exclusion',
  'erasure',
])

/** Every table that an archive of a survey may hold, in the order in which they refer to each other. */
export const surveyTables: readonly CopiedTable[] = copiedTables.filter(
  ({ name }) => ofConfiguration.has(name) || name === 'node' || name === 'script' || ofAnswers.has(name),
)

/** The tables of which rows go into an archive of a survey. */
export function chosenTables({ definition }: Dictionary, { withAnswers, withContacts }: SurveyChoice): CopiedTable[] {
  const isCarried = ({ name }: CopiedTable) =>
    !ofAnswers.has(name) || (withAnswers && (withContacts || name === 'interview' || name === 'interview_exclusion'))
  // Places that only answers name stay with them.
  const named = definition.views.filter((view) => !('levels' in view)).map(({ extName }) => extName)
  const personal = definition.questions.filter(isPersonal).map(({ id }) => id)
  return surveyTables.filter(isCarried).map((table) => {
    if (table.name === 'node' && !withAnswers)
      return Object.assign({}, table, { where: `t.view = any(${list(named)})` })
    // A script goes along as a draft: what others wrote runs once somebody publishes it.
    if (table.name === 'script') return Object.assign({}, table, { without: ['version', 'saved_by'] })
    if (withContacts) return table
    if (table.name === 'interview') return Object.assign({}, table, withoutPersonal(list(personal)))
    if (table.name === 'interview_exclusion')
      return Object.assign({}, table, { without: ['finding'], said: { reason: `''::text` } })
    return table
  })
}

const list = (texts: readonly string[]) => `array[${texts.map((text) => pg.escapeLiteral(text)).join(', ')}]::text[]`

/** An interview of which nobody learns who gave it: its key may be a mail address. */
const withoutPersonal = (personal: string) => ({
  without: ['import', 'row_hash', 'print'],
  said: Object.fromEntries([
    ['row_key', `'interview ' || t.number`],
    ['contact', 'null::text'],
    ...['answers', 'original', 'matched', 'translations', 'topics'].map((column) => [
      column,
      `t.${column} - ${personal}`,
    ]),
  ]),
})

/** What stays behind, as an archive lists it. */
export const leftBehind = ({ withAnswers, withContacts }: SurveyChoice): string[] => [
  'samples, campaigns and who was written to',
  'alerts, effects that ran, mentions',
  'people, roles, saved filters, personal pages',
  'message templates, links, webhooks, schedules',
  'published versions of the script: its text goes along as a draft',
  'earlier versions of the definition, and the audit log',
  ...(withAnswers ? [] : ['answers, and places that only answers name']),
  ...(withAnswers && !withContacts
    ? [
        'contact data, and answers to questions that tell who somebody is',
        'keys of interviews: a later file with the same interviews adds them once more',
        'imports, corrections as a list, notes, changes of tags, response checks',
      ]
    : []),
]
