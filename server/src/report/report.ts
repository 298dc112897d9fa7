import { createHash } from 'node:crypto'
import { comparison } from '@kaiku/contract/page.ts'
import type { Report, ReportState, ReportStatus } from '@kaiku/contract/report.ts'
import { orientations, papers, type ReportKind, reportKindNames, reportKinds } from '@kaiku/contract/report-kind.ts'
import type { TaskState } from '@kaiku/contract/task.ts'
import { grantsFor, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { z } from 'zod'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { questionFor } from '../result/result.ts'
import { scopeOf } from '../selection/scope.ts'
import { createTask, type NewTask, type StoredTask, shownFile, taskOf } from '../task/task.ts'
import type { ReportInput } from './report-made.ts'
import { reportPage } from './report-page.ts'
import { reportText } from './report-text.ts'

/** What a task keeps of what was asked for. */
const reportInput = z.object({
  kind: z.enum(reportKindNames),
  path: z.string(),
  compare: comparison,
  page: z.string().nullable(),
  locale: z.string(),
  paper: z.enum(papers).default('a4'),
  orientation: z.enum(orientations).default('portrait'),
})

/** What is kept of what was made: what it is of, and the rights of its person when it was made. */
const reportOutput = z.object({
  facts: z.array(z.object({ title: z.string(), text: z.string() })),
  loadCount: z.number(),
  rights: z.string(),
})
export type ReportOutput = z.output<typeof reportOutput>

export const inputOf = (task: Pick<StoredTask, 'input'>): ReportInput => reportInput.parse(task.input)
export const outputOf = (task: StoredTask): ReportOutput | null => reportOutput.safeParse(task.output).data ?? null

/** Whoever takes something along: every right holds only where export does, too. */
export const takingAlong = (who: Viewer): Viewer => ({ ...who, takesAlong: true })

/** Throws Fault `forbidden` where the survey does not offer the report, or the viewer may not have it. */
export function refuseUnlessOffered(who: Viewer, dictionary: Dictionary, kind: ReportKind): void {
  const { flag, needs } = reportKinds[kind]
  if (!dictionary.definition.settings[flag]) throw refuse('forbidden', 'report.off')
  scopeOf(takingAlong(who), dictionary, needs)
  // Who is asked is known to nobody there, nor is what they answered one by one.
  if (needs === 'seeInterviews' && dictionary.definition.settings.protection)
    throw refuse('forbidden', 'protected.interviews')
}

type Asked = {
  readonly kind: ReportKind
  readonly path: string
  readonly compare: ReportInput['compare']
  readonly page?: string | undefined
  readonly locale?: string | undefined
  readonly paper?: ReportInput['paper'] | undefined
  readonly orientation?: ReportInput['orientation'] | undefined
}

/** Those that are of the page on which they were asked for, part by part. */
export const isOfPage = (kind: ReportKind) => kind === 'page' || kind === 'deck'

/** The page that shows the same as a report; the others are of the page on which they were asked for. */
const pageOf: Partial<Readonly<Record<ReportKind, string>>> = {
  card: 'mondaycard',
  ranking: 'rankings',
  interviews: 'interviews',
  csv: 'interviews',
  spss: 'interviews',
  parquet: 'interviews',
  alerts: 'alerts',
  actions: 'alerts',
  samples: 'samples',
}

/** Those of figures that tell of people all the same: a page, its slides and a card have comments, a codebook the codes that people wrote. */
const tellingKinds: readonly ReportKind[] = ['page', 'deck', 'card', 'codebook']

/**
 * What a task is to make. Throws Fault `forbidden` where the survey does not offer it, or the viewer may not have it, and
 * `not_found` for a page.
 */
export async function reportTask(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { kind, path, compare, page, locale = who.locale, paper = 'a4', orientation = 'portrait' }: Asked,
): Promise<NewTask> {
  refuseUnlessOffered(who, dictionary, kind)
  const shownOn = pageOf[kind] ?? page ?? null
  const input: ReportInput = { kind, path, compare, page: shownOn, locale, paper, orientation }
  const title = await titleOf(stores, who, dictionary, input)
  return {
    type: 'report',
    person: who.userId,
    survey: dictionary,
    // Of the same page as another document, among one’s tasks.
    title: kind === 'deck' ? `${title} (PowerPoint)` : title,
    tellsPeople: reportKinds[kind].needs !== 'seeIndicators' || tellingKinds.includes(kind),
    input,
  }
}

/** Begins a report; what cannot be selected is refused at once. */
export async function beginReport(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: Asked,
): Promise<ReportState> {
  const task = await reportTask(stores, who, dictionary, asked)
  const path = await wholePath(stores, dictionary, asked.path)
  const { compare, locale = who.locale } = asked
  questionFor(stores, takingAlong(who), dictionary, { path, compare, locale }, Date.now())
  return stateOf(await taskOf(stores, who.universe, who.userId, await createTask(stores, task)))
}

/** What a report is called: what it is or, of a page, the page, and of which survey. Throws Fault `not_found` for a page. */
export async function titleOf(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { kind, page, locale }: ReportInput,
): Promise<string> {
  const { settings } = dictionary.definition
  const say = (text: Localised) => localise(text, locale, settings.locale)
  const what = isOfPage(kind) ? say((await reportPage(stores, who, dictionary, page)).title) : reportText(kind, locale)
  return `${what} – ${say(settings.title)}`
}

/** A report of the viewer's own. Throws Fault `not_found` for another's, and in another survey. */
export async function ownReport(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  reportUUID: string,
): Promise<StoredTask> {
  const task = await taskOf(stores, who.universe, who.userId, reportUUID)
  if (task.type !== 'report' || task.survey !== dictionary.survey)
    throw new Fault('not_found', 'There is no such report.')
  return task
}

const statuses: Readonly<Record<TaskState, ReportStatus>> = {
  new: 'QUEUED',
  ready: 'QUEUED',
  waiting: 'QUEUED',
  processing: 'PROCESSING',
  done: 'FINISHED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
}

export const stateOf = (task: StoredTask): ReportState => ({
  reportUUID: task.id,
  status: task.state === 'done' && task.fileName === null ? 'EXPIRED' : statuses[task.state],
  position: task.position,
  progress: task.progress,
})

/** `by`: the name of its person. */
export function shownReport(task: StoredTask, by: string): Report {
  const { kind, path, compare, page, paper, orientation } = inputOf(task)
  return {
    ...stateOf(task),
    survey: task.extName ?? '',
    kind,
    title: task.title,
    path,
    compare,
    page,
    paper,
    orientation,
    by,
    state: task.state,
    createdAt: task.at.toISOString(),
    endedAt: task.endedAt?.toISOString() ?? null,
    refusal: task.refusal,
    file: shownFile(task),
    facts: outputOf(task)?.facts ?? [],
  }
}

/** What somebody may do in a survey, as a hash: other rights, another hash. */
export function rightsOf(who: Viewer, { extName }: Dictionary): string {
  const { isRoot, seesNamesAbove, within } = who
  const grants = grantsFor(who.grants, extName).map((grant) => JSON.stringify({ ...grant, role: '' }))
  const held = [isRoot, seesNamesAbove ?? false, grants.sort(), within ?? null]
  return createHash('sha256').update(JSON.stringify(held)).digest('base64url')
}
