import { basename } from 'node:path'
import type { ColumnRole, FileDecisions, UnderstoodColumn, UnderstoodFile } from '@kaiku/contract/new-survey.ts'
import { LRUCache } from 'lru-cache'
import type { Draft, FileColumn } from '../column/column.ts'
import type { Profile } from '../column/profile.ts'
import { readDefinition } from '../definition/read-definition.ts'
import { assumptionLines } from '../inference/assumption-lines.ts'
import { fitting } from '../inference/decision.ts'
import { shownDoubts } from '../inference/doubt.ts'
import { type Inferred, inferFrom, profileOfAnswers } from '../inference/inference.ts'
import { openTable, type ReadTable } from '../table-reader/table.ts'
import type { Made } from './new-survey.store.ts'

/** What files hold that were looked at a moment ago: each change of a decision looks at it again. */
const remembered = new LRUCache<string, Profile>({ max: 3, ttl: 10 * 60_000 })
const shownValues = 6
const longestShown = 200

/** Reads a file as `kaiku try` does, with what somebody settled of it. Throws a Fault where it cannot be read so. */
export async function understandFile(file: string, timeZone: string, decisions: FileDecisions): Promise<Made> {
  const table = await openTable(file)
  try {
    const profile = remembered.get(file) ?? (await profileOfAnswers(table))
    remembered.set(file, profile)
    const name = basename(table.name)
      .replace(/\.[A-Za-z0-9]{1,5}$/, '')
      .replaceAll('_', ' ')
    const inferred = inferFrom(table, profile, { name, timeZone, decisions })
    return {
      decisions,
      understood: shown(table, profile, inferred, decisions, decisions.name ?? name),
      definition: Object.fromEntries(inferred.files),
      assumptions: `${assumptionLines(inferred.assumptions).join('\n')}\n`,
    }
  } finally {
    await table.close()
  }
}

function shown(
  table: ReadTable,
  { rows, blankRows }: Profile,
  inferred: Inferred,
  decisions: FileDecisions,
  name: string,
): UnderstoodFile {
  const { settings } = readDefinition(inferred.files).definition
  return {
    name,
    extName: settings.extName,
    rows,
    blankRows,
    source: table.source,
    encoding: table.encoding,
    doubts: shownDoubts(inferred.guessed, decisions.answers),
    columns: inferred.read.columns.map((column) => shownColumn(column, table, inferred)),
  }
}

function shownColumn(column: FileColumn, table: ReadTable, { read, assumptions }: Inferred): UnderstoodColumn {
  const { header } = column
  const draft = read.drafts.find(({ columns }) => columns.includes(column)) ?? null
  const first = draft?.columns[0] ?? null
  const isKey = read.key === column
  const level = draft && first === column ? (read.views[0]?.indexOf(draft) ?? -1) : -1
  const question = draft?.question
  return {
    column: header,
    title: (typeof question?.title === 'string' ? question.title : '') || column.title,
    question: question?.id ?? null,
    type: question?.type ?? null,
    role: roleOf(draft),
    fits: draft && first === column ? fitting(draft, table.kind) : [],
    leftOut: draft || isKey ? null : whyLeftOut(column, read.technical),
    isKey,
    level: level < 0 ? null : level + 1,
    partOf: first && first !== column ? first.header : null,
    min: question && 'min' in question ? (question.min ?? null) : null,
    max: question && 'max' in question ? (question.max ?? null) : null,
    falling: question?.type === 'scale' && question.falling === true,
    missing: (question?.missing ?? []).map(String),
    filled: column.filled,
    values: [...column.values]
      .sort(([, a], [, b]) => b - a)
      .slice(0, shownValues)
      .map(([text, n]) => ({ text: text.slice(0, longestShown), rows: n })),
    more: column.many || column.values.size > shownValues,
    notes: assumptions
      .filter((one) => one.column === header)
      .map(({ assumption, reason }) => ({ assumption: cut(assumption), reason: cut(reason) })),
  }
}

const cut = (text: string) => text.slice(0, 500)

const told: readonly ColumnRole[] = ['date', 'weight', 'contact', 'comment', 'pii', 'identifier', 'background']
const roleOf = (draft: Draft | null): ColumnRole =>
  told.find((role) => draft?.question.roles?.some((one) => one === role)) ?? 'none'

function whyLeftOut(column: FileColumn, technical: ReadonlySet<string>): UnderstoodColumn['leftOut'] {
  if (column.answered === 0) return 'empty'
  if (technical.has(column.header.trim())) return 'technical'
  return column.rising && /^column_\d+$/.test(column.header) ? 'counts' : 'decided'
}
