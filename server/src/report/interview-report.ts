import type { Question } from '@kaiku/contract/question.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { keepsAll } from '../figure/personal.ts'
import { interviewColumns, interviewRows } from '../interview-list/interview-file.ts'
import { countListing, openListing } from '../interview-list/interview-list.ts'
import { askedFor } from '../result/result.ts'
import { type Scope, scopeOf } from '../selection/scope.ts'
import type { SheetCell } from '../table-file/sheet-cell.ts'
import type { ReportMaker } from './report-made.ts'
import { reportText } from './report-text.ts'

/**
 * The interviews of the selection that the viewer may open and take along, with every answer that may be seen of all of
 * them, and what the codes stand for. Throws Fault `forbidden` in a protected survey.
 */
export const interviewReport: ReportMaker = async ({ question, state, words, progress }) => {
  const { who, dictionary } = question
  const own = scopeOf(who, dictionary, 'seeInterviews')
  const shown = shownQuestions(who, dictionary, own)
  const asked = await askedFor(question, { type: 'InterviewList', limit: 1 }, state)
  const listing = openListing(asked, { columns: shown.map(({ id }) => id) }, own)
  const total = Math.max(1, await countListing(listing))
  return [
    {
      name: reportText('interviews', words.locale),
      columns: interviewColumns(listing),
      rows: interviewRows(listing, (n) => progress(n / total)),
      frozen: 1,
    },
    {
      name: reportText('codebook', words.locale),
      columns: ['question', 'title', 'type', 'code', 'label', 'missing'].map((title) => ({ title })),
      rows: [shown.flatMap((one) => codeRows(one, asked.translate))],
      frozen: 1,
    },
  ]
}

/** Those whose answers leave every interview in: a list is never shorter for what it shows. */
const shownQuestions = (who: Viewer, dictionary: Dictionary, own: Scope): Question[] =>
  [...dictionary.questions.values()]
    .map(({ question }) => question)
    .filter((one) => keepsAll(who, dictionary, one, own))

function codeRows(question: Question, translate: (text: Question['title']) => string): SheetCell[][] {
  const { id, title, type } = question
  const missing = new Set(question.missing.map(String))
  const codes: (readonly [string, string])[] =
    'options' in question
      ? question.options.map((one) => [one.code, translate(one.title)])
      : 'labels' in question
        ? question.labels.map((one) => [String(one.code), translate(one.title)])
        : []
  const row = (code: string, label: string): SheetCell[] => [
    ...[id, translate(title), type, code, label],
    code === '' ? null : Number(missing.has(code)),
  ]
  return codes.length === 0 ? [row('', '')] : codes.map(([code, label]) => row(code, label))
}
