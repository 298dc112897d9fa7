import type { Draft, FileColumn } from '../column/column.ts'
import type { Profile } from '../column/profile.ts'
import { means } from '../column/vocabulary.ts'
import { choice, labelled, yesNo } from '../column-kind/choice.ts'
import { date, leadingDate, partOfDate } from '../column-kind/date.ts'
import { multiples } from '../column-kind/multiple.ts'
import { number } from '../column-kind/number.ts'
import { scalesOf, wordScale } from '../column-kind/scale.ts'
import { changedScale } from '../column-kind/scale-change.ts'
import { separated } from '../column-kind/separated.ts'
import { personal, remark, text, withComments } from '../column-kind/text-column.ts'
import type { ExportColumns } from '../table-reader/export-head.ts'
import type { ReadTable } from '../table-reader/table.ts'

/** The questions that columns are taken for. `known`: what the program that exported the file always writes. */
export function draftsOf(
  columns: readonly FileColumn[],
  profile: Profile,
  table: ReadTable,
  known: ExportColumns | null,
): Draft[] {
  const grouped = multiples(
    columns.filter((one) => !isLabelled(one)),
    profile.sample,
  )
  const inGroup = new Set(grouped.flatMap((draft) => draft.columns))
  const single = columns.filter((one) => !inGroup.has(one))
  const scales = new Map(scalesOf(single).map((draft) => [draft.columns[0], draft]))
  const drafts = single.map((column) => {
    const draft = scales.get(column) ?? draftOf(column, table)
    const doubt = changedScale(draft, columns, profile.sample)
    return doubt ? { ...draft, use: { ...draft.use, doubtful: true }, notes: [...draft.notes, doubt] } : draft
  })
  const all = [...drafts, ...grouped].sort((a, b) => (a.columns[0]?.index ?? 0) - (b.columns[0]?.index ?? 0))
  return withRoles(withComments(all), known?.day ?? [])
}

/** A declared dictionary says more than the look of the codes. */
const isLabelled = ({ variable }: FileColumn) => (variable?.valueLabels.size ?? 0) > 0

function draftOf(column: FileColumn, table: ReadTable): Draft {
  const part = partOfDate(column)
  if (part && column.forms.time > 0) return text(column, [part])
  const found =
    personal(column) ??
    date(column, table.kind) ??
    wordScale(column) ??
    labelled(column) ??
    (isLabelled(column) ? number(column) : null) ??
    yesNo(column) ??
    remark(column) ??
    separated(column) ??
    choice(column) ??
    number(column) ??
    text(column)
  return part ? { ...found, notes: [part] } : found
}

/** Gives the roles that only one question can have: the date, the weight, the contact. */
function withRoles(drafts: readonly Draft[], days: readonly string[]): Draft[] {
  const dated = (name: string) =>
    drafts.find(({ question, columns: [column] }) => question.type === 'date' && column?.header.trim() === name)
  const day = days.map(dated).find((draft) => draft !== undefined) ?? leadingDate(drafts)
  const weights = drafts.filter(({ question }) => question.roles?.includes('weight'))
  const weight = weights.find(({ columns }) => columns[0]?.variable?.weight) ?? weights[0]
  const contacts = drafts.filter(
    ({ columns: [column], question }) => column && question.type === 'text' && isContact(column, question.roles ?? []),
  )
  const contact = contacts.find(({ columns: [column] }) => column && means(column.words, 'identifier')) ?? contacts[0]
  return drafts.map((draft) => {
    const roles = (draft.question.roles ?? []).filter((role) => role !== 'weight' || draft === weight)
    if (draft === day) {
      const note = { assumption: 'the day of the interview', reason: 'the only date, or the one named so' }
      return {
        ...draft,
        question: { ...draft.question, roles: [...roles, 'date' as const] },
        notes: [...draft.notes, note],
      }
    }
    if (draft === contact) {
      const note = { assumption: 'tells customers apart', reason: 'one value per person' }
      return {
        ...draft,
        question: { ...draft.question, roles: [...roles, 'contact' as const] },
        notes: [...draft.notes, note],
      }
    }
    return { ...draft, question: { ...draft.question, roles } }
  })
}

const customer = /^(?:customer|client|member|kunden?|asiakas\w*|kund\w*|jäsen\w*|guest|patient)$/
const isContact = (column: FileColumn, roles: readonly string[]) =>
  column.forms.email > column.filled / 2 ||
  (roles.includes('pii') && (means(column.words, 'phone') || means(column.words, 'email'))) ||
  (roles.includes('identifier') && column.words.some((word) => customer.test(word)))
