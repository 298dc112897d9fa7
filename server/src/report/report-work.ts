import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathToPage } from '@kaiku/core/screen.ts'
import { toldState } from '../aggregate/data-state.ts'
import { wordsOf } from '../component-table/figure-cells.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { factsOf } from '../figure-table/table-facts.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { ownName } from '../person/person-name.ts'
import { recordLook } from '../protection/look.ts'
import { askedFor, questionFor } from '../result/result.ts'
import { type SignedInViewer, viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { plain, type SheetCell } from '../table-file/sheet-cell.ts'
import { tableTypes } from '../table-file/table-file.ts'
import { workbook } from '../table-file/workbook.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import { actionReport, alertReport } from './alert-report.ts'
import { indicatorReport } from './indicator-report.ts'
import { interviewReport } from './interview-report.ts'
import { rankingReport } from './ranking-report.ts'
import { inputOf, type ReportOutput, refuseUnlessOffered, rightsOf, takingAlong } from './report.ts'
import type { ReportMaker } from './report-made.ts'
import { reportText, reportTitle } from './report-text.ts'
import { sampleReport } from './sample-report.ts'

const makers: Readonly<Record<ReportKind, ReportMaker>> = {
  ranking: rankingReport,
  indicators: indicatorReport,
  interviews: interviewReport,
  alerts: alertReport,
  actions: actionReport,
  samples: sampleReport,
}

/** Hours for which a report can be fetched. */
const kept = 7 * 24

/** Makes reports, each as its person: what they may see at that moment. */
export const reportWorker = (configuration: Pick<Configuration, 'publicUrl'>): TaskWorker => ({
  type: 'report',
  make: (run) => makeReport(run, configuration.publicUrl),
})

/** What is to be made, for whom: of a task, or of what is mailed. */
export type ReportRun = Omit<TaskRun, 'task'> & {
  readonly task: Pick<TaskRun['task'], 'person' | 'universe' | 'survey' | 'input'>
}

/** Makes a report as its person. Throws the Faults of one that they may not have. */
export async function makeReport({ stores, task, progress, signal }: ReportRun, publicUrl: string): Promise<TaskMade> {
  const viewer = await viewerNow(stores, task.person, task.universe)
  if (!viewer || task.survey === null) throw new Fault('forbidden', 'This person has no account here any more.')
  const { kind, path, compare, page, locale } = inputOf(task)
  const who = takingAlong(viewer.who)
  const dictionary = await surveyByNumber(stores, task.survey)
  refuseUnlessOffered(who, dictionary, kind)
  const whole = await wholePath(stores, dictionary, path)
  await recordLook(stores, who, '', dictionary, { path: whole, compare })
  const now = Date.now()
  const question = questionFor(stores, who, dictionary, { path: whole, compare, locale }, now)
  const state = await toldState(stores, dictionary)
  const words = wordsOf(locale)
  const sheets = await makers[kind]({ question, state, words, progress, signal })
  const asked = await askedFor(question, { type: 'Text', text: '' }, state)
  const title = reportTitle(kind, asked.translate(dictionary.definition.settings.title), locale)
  const { extName, definition } = dictionary
  const shownOn = page ?? definition.pages[0]?.extname ?? 'rankings'
  const shown = pathToPage(shownOn, { survey: extName, drillPath: path }, addressQuery(viewer, compare))
  const address = new URL(shown, publicUrl).href
  const word = (key: Parameters<typeof reportText>[0]) => reportText(key, locale)
  const facts: SheetCell[][] = [
    ...factsOf(asked, whole, title, words).slice(1),
    [word('dataState'), state.loadCount],
    [word('madeFor'), await ownName(stores, viewer.who)],
    [word('madeAt'), { moment: now }],
  ]
  const first: SheetCell[][] = [[word('report'), title], ...facts, [word('address'), { text: address, address }]]
  const output: ReportOutput = {
    facts: facts.map(([name, said]) => ({
      title: String(plain(name ?? null)),
      text: factText(said ?? null),
    })),
    loadCount: state.loadCount,
    rights: rightsOf(viewer.who, dictionary),
  }
  return {
    name: `${fileName(title)} ${new Date(now).toISOString().slice(0, 10)}.xlsx`,
    type: tableTypes.xlsx,
    content: workbook([{ name: words.say('table.about'), columns: [], rows: [first] }, ...sheets]),
    hours: kept,
    output,
  }
}

/** As a sheet shows it. */
const factText = (said: SheetCell): string =>
  typeof said === 'object' && said !== null && 'moment' in said
    ? new Date(said.moment).toISOString().slice(0, 16).replace('T', ' ')
    : String(plain(said) ?? '')

const addressQuery = ({ universe }: SignedInViewer, compare: string) => ({
  universe: universe.name,
  ...(compare !== 'yearBefore' && { compare }),
})

const longestName = 120
/** Without what file systems do not take. */
const fileName = (title: string) =>
  Array.from(
    title
      .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, longestName)
    .join('')
