import { buffer } from 'node:stream/consumers'
import type { MondayCard } from '@kaiku/contract/monday-card.ts'
import { reportKinds } from '@kaiku/contract/report-kind.ts'
import { isMailAlone, type MailingState, type ScheduleFields } from '@kaiku/contract/report-schedule.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { pathTo, pathToPage } from '@kaiku/core/screen.ts'
import { toldState } from '../aggregate/data-state.ts'
import { actorOf, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { proofAddresses } from '../figure-proof/proof-address.ts'
import type { MailFile } from '../mail/mail.ts'
import { mondayCard } from '../monday-card/monday-card.ts'
import { namesOf } from '../person/person-name.ts'
import { recordLook } from '../protection/look.ts'
import { refuseUnlessOffered, reportTask, rightsOf, takingAlong } from '../report/report.ts'
import { makeReport } from '../report/report-work.ts'
import { questionFor } from '../result/result.ts'
import { type SignedInViewer, viewerNow } from '../session/who.ts'
import { surveyByNumber } from '../survey/survey.ts'
import type { NewTask } from '../task/task.ts'
import { checkMailDomain } from '../universe/universe-settings.ts'
import { type MailFigures, type MailLinks, mailFigures } from './mail-figures.ts'
import { ownPath } from './own-place.ts'

/** What is to be put into the mailbox: all but the link to a report, which is a task from then on. */
export type ReadyMail = {
  readonly to: string
  /** The survey’s name in addresses. */
  readonly survey: string
  readonly viewer: SignedInViewer
  readonly by: string
  readonly figures: MailFigures
  readonly card: MondayCard | null
  readonly links: MailLinks
  readonly file: MailFile | null
  readonly task: NewTask | null
  readonly made: MadeMail
}

/** What is mailed, by whom. */
export type ScheduledMail = Pick<ScheduleFields, 'title' | 'kind' | 'path' | 'compare' | 'page' | 'delivery'> & {
  readonly universe: string
  readonly survey: number
  readonly person: string | null
}

/** What is kept of a mail: the rights of its reader, the state of the data, the place, a hash of its figures. */
export type MadeMail = {
  readonly rights: string
  readonly loadCount: number
  readonly place: string
  readonly figures: string
  readonly fileName: string | null
}

/** Under which id, for whom; `leave`: where they say that they want no more of it; `last`: what they were sent before, where nothing is sent that is the same. */
type Wanted = {
  readonly id: string
  readonly person: string
  readonly leave: string
  readonly last: Pick<MadeMail, 'loadCount' | 'figures'> | null
}
type Run = { readonly stores: Stores; readonly publicUrl: string; readonly signal: AbortSignal }

/** Bytes: what is larger no mail server takes, and waits behind a link. */
const largestFile = 10 * 2 ** 20
/** What makes it nobody’s who has no right to it, as told by the Faults of figures and reports. */
const refusals: readonly string[] = ['forbidden', 'not_found']

/** Makes what one reader gets, as them at this moment; or why they get nothing. */
export async function makeScheduledMail(
  run: Run,
  schedule: ScheduledMail,
  wanted: Wanted,
): Promise<ReadyMail | MailingState> {
  const viewer = await viewerNow(run.stores, wanted.person, schedule.universe)
  if (!viewer) return 'noRight'
  const to = await addressOf(run.stores, viewer)
  if (to === null) return 'noAddress'
  try {
    return await makeFor(run, schedule, wanted, viewer, to)
  } catch (error) {
    if (error instanceof Fault && refusals.includes(error.code)) return 'noRight'
    throw error
  }
}

/** Where mail of the universe may go; null: nowhere of theirs. */
async function addressOf({ service }: Stores, { person, who }: SignedInViewer): Promise<string | null> {
  if (!person.email) return null
  try {
    await checkMailDomain(service, who.universe, person.email)
    return person.email
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid') return null
    throw error
  }
}

async function makeFor(
  { stores, publicUrl, signal }: Run,
  schedule: ScheduledMail,
  { id, leave, last }: Wanted,
  viewer: SignedInViewer,
  to: string,
): Promise<ReadyMail | MailingState> {
  const { kind, compare, page, title } = schedule
  const { locale } = viewer.who
  const dictionary = await surveyByNumber(stores, schedule.survey)
  const who = isMailAlone(kind) ? viewer.who : takingAlong(viewer.who)
  if (!isMailAlone(kind)) refuseUnlessOffered(who, dictionary, kind)
  const path = ownPath(who, dictionary, schedule.path)
  await recordLook(stores, who, '', dictionary, { path, compare })
  const state = await toldState(stores, dictionary)
  const question = questionFor(stores, who, dictionary, { path, compare, locale }, Date.now())
  const figures = await mailFigures(question, state)
  if (figures.isFew) return 'tooFew'
  if (last && followsData(kind) && (last.loadCount === state.loadCount || last.figures === figures.hash))
    return 'nothingNew'
  const card = kind === 'card' ? await mondayCard(question, state) : null
  const asked = isMailAlone(kind) ? null : { kind, path, compare, page: page ?? undefined, locale }
  const task = asked && (await reportTask(stores, who, dictionary, asked))
  // What tells of single people stays in Kaiku, where it goes with them.
  const file =
    task && schedule.delivery === 'attachment' && !task.tellsPeople
      ? await fileOf({ stores, publicUrl, signal }, task, viewer, dictionary)
      : null
  const at = { survey: dictionary.extName, drillPath: path }
  // Who comes by it is known to have opened the mail.
  const query = { universe: viewer.universe.name, linkable: id, ...(compare !== 'yearBefore' && { compare }) }
  const first = dictionary.definition.pages[0]?.extname ?? 'rankings'
  const shown = card ? 'mondaycard' : (page ?? first)
  const link = (address: string) => new URL(address, publicUrl).href
  const proofs = await proofAddresses(question, state, { universe: viewer.universe.name })
  return {
    to,
    viewer,
    figures,
    card,
    file,
    survey: dictionary.extName,
    task: file === null ? task : null,
    by: (await namesOf(stores.service, [schedule.person])).get(schedule.person ?? '') ?? title,
    links: {
      page: link(pathToPage(shown, at, query)),
      proofs: new Map(proofs.map(({ indicator, address }) => [indicator, link(address)])),
      leave,
      all: link(pathTo('schedules', { survey: dictionary.extName }, { universe: viewer.universe.name })),
    },
    made: {
      rights: rightsOf(viewer.who, dictionary),
      loadCount: state.loadCount,
      place: figures.place,
      figures: figures.hash,
      fileName: file?.name ?? null,
    },
  }
}

/** Whether it tells of interviews alone: alerts, samples and campaigns change without them. */
const followsData = (kind: ScheduleFields['kind']) =>
  isMailAlone(kind) || !['handleAlerts', 'manageSamples', 'sendCampaigns'].includes(reportKinds[kind].needs)

/** The report as a file; null: it is too large for a mail. */
async function fileOf(
  { stores, publicUrl, signal }: Run,
  { person, survey, input }: NewTask,
  { who }: SignedInViewer,
  { extName }: Dictionary,
): Promise<MailFile | null> {
  const task = { person, universe: survey.universe, survey: survey.survey, input }
  const { name, type, content } = await makeReport({ stores, task, progress: () => {}, signal }, publicUrl)
  const bytes = await buffer(content)
  if (bytes.length > largestFile) return null
  await record(stores, actorOf(who, ''), { action: 'data.export', subject: extName, after: { mailed: name } })
  return { name, type, content: bytes }
}
