import type { Question } from '@kaiku/contract/question.ts'
import { localise } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'
import type { Metadata } from './metadata.ts'

type SheetName = 'variables' | 'codes' | 'indicatorList' | 'hierarchies' | 'filterList'

/** The dictionary as sheets of a workbook, with what the definition says beside it. `named`: what the sheets are called. */
export function metadataSheets(
  told: Metadata,
  { questions, definition }: Dictionary,
  locale: string,
  named: (sheet: SheetName) => string,
): WorkbookSheet[] {
  const sheet = (name: SheetName, titles: readonly string[], rows: SheetCell[][]) => ({
    name: named(name),
    columns: titles.map((title) => ({ title })),
    rows: [rows],
    frozen: 1,
  })
  const asked = (id: string) => questions.get(id)?.question
  const text = (one: Question | undefined) =>
    one?.text === undefined ? null : localise(one.text, locale, definition.settings.locale)
  return [
    sheet(
      'variables',
      [
        ...['id', 'title', 'text', 'type', 'roles', 'decimals', 'from', 'to', 'missing'],
        // Of the whole survey, whatever the report was asked of.
        ...['nValidInSurvey', 'nMissingInSurvey', 'minInSurvey', 'maxInSurvey'],
      ],
      told.variables.map(({ id, title, type, roles, nValid, nMissing, min, max, codes }) => [
        ...[id, title, text(asked(id)), type, roles.join(' '), ...limitsOf(asked(id))],
        codes.flatMap(({ code, missing }) => (missing ? [code] : [])).join(' '),
        ...[nValid, nMissing, min, max],
      ]),
    ),
    sheet('codes', ['question', 'code', 'label', 'missing', 'nInSurvey'], told.variables.flatMap(codeRows)),
    sheet(
      'indicatorList',
      ['id', 'title', 'unit', 'decimals', 'target', 'formula'],
      told.indicators.map(({ id, title, unit, decimals, target, formula }) => [
        ...[id, title, unit, decimals, target, formula],
      ]),
    ),
    sheet(
      'hierarchies',
      ['id', 'title', 'levels', 'places'],
      told.hierarchies.map(({ extName, title, levels, nodes }) => [extName, title, levels.join(' › '), nodes]),
    ),
    sheet(
      'filterList',
      ['id', 'title', 'question', 'set'],
      told.filters.map(({ extName, title, question: of, set }) => [extName, title, of, set]),
    ),
  ]
}

/** Decimals, and the numbers between which answers are valid. */
function limitsOf(question: Question | undefined): SheetCell[] {
  if (question?.type === 'scale') return [0, question.min, question.max]
  if (question?.type === 'number') return [question.decimals, question.min ?? null, question.max ?? null]
  return [null, null, null]
}

const codeRows = ({ id, codes }: Metadata['variables'][number]): SheetCell[][] =>
  codes.map(({ code, title, missing, n }) => [id, code, title, Number(missing), n])
