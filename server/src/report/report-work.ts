import { Readable } from 'node:stream'
import { type DocumentKind, isDocument, type ReportKind } from '@kaiku/contract/report-kind.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { formatDay } from '@kaiku/core/format.ts'
import { pathToPage } from '@kaiku/core/screen.ts'
import { toldState } from '../aggregate/data-state.ts'
import { wordsOf } from '../component-table/figure-cells.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { deckOf } from '../deck/deck.ts'
import { pdfOf } from '../document/document.ts'
import type { DocumentContent } from '../document/document-content.ts'
import { type ProofAddress, proofAddresses, proofOf } from '../figure-proof/proof-address.ts'
import { factsOf } from '../figure-table/table-facts.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { cardParts } from '../monday-card/card-document.ts'
import { benchmarkParts } from '../page-document/benchmark-document.ts'
import { pageParts } from '../page-document/page-document.ts'
import { ownName } from '../person/person-name.ts'
import { recordLook } from '../protection/look.ts'
import { askedFor, placeFor, questionFor } from '../result/result.ts'
import { type SignedInViewer, viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { plain, type SheetCell } from '../table-file/sheet-cell.ts'
import { tableTypes } from '../table-file/table-file.ts'
import { workbook } from '../table-file/workbook.ts'
import type { TaskMade, TaskRun, TaskWorker } from '../task/task-work.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { actionReport, alertReport } from './alert-report.ts'
import { indicatorReport } from './indicator-report.ts'
import { codebookReport, csvReport, interviewReport, parquetReport, spssReport } from './interview-report.ts'
import { rankingReport } from './ranking-report.ts'
import { inputOf, type ReportOutput, refuseUnlessOffered, rightsOf, takingAlong, titleOf } from './report.ts'
import type { DocumentMaker, OwnFile, ReportContext, ReportInput, ReportMaker } from './report-made.ts'
import { reportPage } from './report-page.ts'
import { reportText } from './report-text.ts'
import { campaignReport, sampleReport } from './sample-report.ts'

const makers: Readonly<Record<Exclude<ReportKind, DocumentKind>, ReportMaker>> = {
  ranking: rankingReport,
  indicators: indicatorReport,
  interviews: interviewReport,
  csv: csvReport,
  spss: spssReport,
  parquet: parquetReport,
  codebook: codebookReport,
  alerts: alertReport,
  actions: actionReport,
  samples: sampleReport,
  campaign: campaignReport,
}
const ofPage: DocumentMaker = async (context, name) => {
  const { stores, who, dictionary } = context.question
  return pageParts((await reportPage(stores, who, dictionary, name)).components, context)
}
const documents: Readonly<Record<DocumentKind, DocumentMaker>> = {
  page: ofPage,
  deck: ofPage,
  card: cardParts,
  benchmark: benchmarkParts,
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
  const input = inputOf(task)
  const { kind, path, compare, locale } = input
  const who = takingAlong(viewer.who)
  const dictionary = await surveyByNumber(stores, task.survey)
  refuseUnlessOffered(who, dictionary, kind)
  const whole = await wholePath(stores, dictionary, path)
  await recordLook(stores, who, '', dictionary, { path: whole, compare })
  const now = Date.now()
  const question = questionFor(stores, who, dictionary, { path: whole, compare, locale }, now)
  const state = await toldState(stores, dictionary)
  const words = wordsOf(locale)
  const title = await titleOf(stores, who, dictionary, input)
  const page = input.page ?? dictionary.definition.pages[0]?.extname ?? 'rankings'
  const shown = pathToPage(page, { survey: dictionary.extName, drillPath: path }, addressQuery(viewer, compare))
  const asked = await askedFor(question, { type: 'Text', text: '' }, state)
  const proving = { dictionary, selection: asked.scan.selection, query: addressQuery(viewer, 'yearBefore'), publicUrl }
  const context: ReportContext = {
    question,
    state,
    words,
    progress,
    signal,
    proofOf: (at, component) => proofOf(proving, at, component),
  }
  const word = (key: Parameters<typeof reportText>[0]) => reportText(key, locale)
  const facts: SheetCell[][] = [
    ...factsOf(asked, whole, title, words).slice(1),
    [word('dataState'), state.loadCount],
    [word('madeFor'), await ownName(stores, viewer.who)],
    [word('madeAt'), { moment: now }],
  ]
  const link = (address: string) => new URL(address, publicUrl).href
  const proofs = tellsFigures.has(kind) ? await proofAddresses(question, state, proving.query) : []
  const told: Told = {
    input,
    title,
    facts,
    address: link(shown),
    proofs: proofs.map(({ title: indicator, address }) => ({ title: indicator, address: link(address) })),
  }
  const made = isDocument(kind) ? await documentOf(kind, told, context) : await fileOf(kind, told, context)
  const output: ReportOutput = {
    facts: facts.map(([name, said]) => ({ title: String(plain(name ?? null)), text: factText(said ?? null, locale) })),
    loadCount: state.loadCount,
    rights: rightsOf(viewer.who, dictionary),
  }
  return {
    name: `${fileName(title)} ${new Date(now).toISOString().slice(0, 10)}.${made.extension}`,
    type: made.type,
    content: made.content,
    hours: kept,
    output,
  }
}

/** Kinds whose first sheet leads to where their figures come from. */
const tellsFigures: ReadonlySet<ReportKind> = new Set<ReportKind>(['ranking', 'indicators'])

/** What a report says of itself before what it is made of. */
type Told = {
  readonly input: ReportInput
  readonly title: string
  readonly facts: readonly (readonly SheetCell[])[]
  readonly address: string
  /** Where the figures of the whole come from. */
  readonly proofs: readonly Pick<ProofAddress, 'title' | 'address'>[]
}

async function fileOf(
  kind: Exclude<ReportKind, DocumentKind>,
  { title, facts, address, proofs }: Told,
  context: ReportContext,
): Promise<OwnFile> {
  const { locale, say } = context.words
  const made = await makers[kind](context)
  if ('content' in made) return made
  const first: (readonly SheetCell[])[] = [
    [reportText('report', locale), title],
    ...facts,
    [reportText('address', locale), { text: short(address), address }],
    ...proofs.map(({ title: indicator, address: link }): SheetCell[] => [
      `${reportText('proof', locale)}: ${indicator}`,
      { text: short(link), address: link },
    ]),
  ]
  const content = workbook([{ name: say('table.about'), columns: [], rows: [first] }, ...made])
  return { extension: 'xlsx', type: tableTypes.xlsx, content }
}

const longestShown = 80
/** Printed, an address as long as some are would make all of the sheet small. */
const short = (address: string) => (address.length > longestShown ? `${address.slice(0, longestShown)}…` : address)

async function documentOf(
  kind: DocumentKind,
  { input, title, facts, address }: Told,
  context: ReportContext,
): Promise<OwnFile> {
  const { question, state, signal } = context
  const { locale, paper, orientation } = input
  const parts = await documents[kind](context, input.page)
  const lines = facts
    .map(([name, said]) => [String(plain(name ?? null)), factText(said ?? null, locale)] as const)
    .filter(([, said]) => said !== '')
  const { trendDetails } = await placeFor(question, state)
  const look = await readUniverse(question.stores.service, question.dictionary.universe)
  const content: DocumentContent = {
    title,
    locale,
    paper,
    landscape: orientation === 'landscape',
    colour: look.settings.colour,
    owner: look.title,
    logo: look.settings.logo,
    facts: lines,
    summary: trendDetails === '' ? [] : [trendDetails.replaceAll('**', '')],
    address: { title: reportText('address', locale), address },
    contents: reportText('contents', locale),
    foot: [title, ...lines.slice(1, -2).map(([name, said]) => `${name}: ${said}`)].join(' · '),
    parts,
  }
  if (kind === 'deck') {
    const few = context.words.say('table.few')
    return { extension: 'pptx', type: slideType, content: readable(await deckOf({ content, few }, signal)) }
  }
  return { extension: 'pdf', type: 'application/pdf', content: readable(await pdfOf(content, signal)) }
}

const slideType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const readable = (bytes: Uint8Array) => Readable.from([bytes], { objectMode: false })

/** As it is read. */
function factText(said: SheetCell, locale: string): string {
  if (typeof said !== 'object' || said === null) return String(said ?? '')
  if ('day' in said) return formatDay(said.day, locale)
  return 'moment' in said
    ? new Date(said.moment).toISOString().slice(0, 16).replace('T', ' ')
    : String(plain(said) ?? '')
}

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
