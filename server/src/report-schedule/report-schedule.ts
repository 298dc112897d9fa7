import { isMailAlone, type ReportMailing, type ScheduleFields } from '@kaiku/contract/report-schedule.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { ownPageId } from '@kaiku/core/own-page.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { type Actor, record } from '../audit/audit.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { namesOf } from '../person/person-name.ts'
import { isOfPage, refuseUnlessOffered, takingAlong } from '../report/report.ts'
import { questionFor } from '../result/result.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { isZone } from '../universe/universe.ts'
import { planMailings, readHistory } from './mailing.store.ts'
import {
  endSchedule,
  insertSchedule,
  type Leaving,
  listSchedules,
  pauseSchedule,
  readSchedule,
  type StoredSchedule,
  setLeft,
  updateSchedule,
} from './report-schedule.store.ts'
import { nextOf, readersOf } from './schedule-plan.ts'
import { refuseUnknownReaders } from './schedule-reader.ts'

/** Schedules of one person that have not ended. */
const most = 50

const missing = () => new Fault('not_found', 'There is no such schedule.')
const isMine = (who: Viewer, { person }: Pick<StoredSchedule, 'person'>) => person === who.userId
const mayManage = (who: Viewer, schedule: StoredSchedule) => isMine(who, schedule) || may.manageUniverse(who)

/** As kept, with a path that leads on whatever else is forgotten. Throws the Faults of what the viewer may not have. */
async function checked(stores: Stores, who: Viewer, dictionary: Dictionary, fields: ScheduleFields) {
  const { kind, compare, zone } = fields
  if (!isZone(zone)) throw refuse('invalid', 'universe.zone', { zone })
  if (fields.people.length + fields.roles.length + fields.ownerLevels.length === 0)
    throw refuse('invalid', 'schedule.nobody')
  if (!isMailAlone(kind)) refuseUnlessOffered(who, dictionary, kind)
  // A page of one’s own is nobody else’s: what it shows cannot be mailed, and the link of a mail leads elsewhere.
  const isOwn = ownPageId(fields.page) !== null
  if (isOwn && !isMailAlone(kind) && isOfPage(kind)) throw refuse('invalid', 'schedule.ownPage')
  const path = await wholePath(stores, dictionary, fields.path)
  questionFor(stores, takingAlong(who), dictionary, { path, compare }, Date.now())
  await refuseUnknownReaders(stores, dictionary, fields)
  const dueAt = await nextOf(stores.service, who.universe, fields, Date.now())
  if (dueAt === null) throw refuse('invalid', 'schedule.never')
  return { fields: { ...fields, path, page: isOwn ? null : fields.page }, dueAt }
}

/** Has a report mailed again and again. Throws Faults. */
export async function createSchedule(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  wanted: ScheduleFields,
  actor: Actor,
): Promise<StoredSchedule> {
  const { fields, dueAt } = await checked(stores, who, dictionary, wanted)
  const id = await inUniverse(stores.pool, who.universe, async (client) => {
    const all = await listSchedules(client, who.universe)
    if (all.filter((one) => isMine(who, one) && one.state !== 'ended').length >= most)
      throw refuse('busy', 'schedule.most', { most })
    return insertSchedule(client, { ...dictionary, person: who.userId }, fields, dueAt)
  })
  await record(stores, actor, { action: 'schedule.change', subject: fields.title, after: { create: id, ...fields } })
  return known(stores, who, id)
}

/** Throws Fault `not_found` for another’s, `conflict` where it was changed meanwhile or has ended. */
export async function changeSchedule(
  stores: Stores,
  who: Viewer,
  id: string,
  { version, ...wanted }: ScheduleFields & { readonly version: number },
  actor: Actor,
): Promise<StoredSchedule> {
  const before = await known(stores, who, id)
  if (!isMine(who, before)) throw missing()
  const dictionary = await surveyByNumber(stores, before.survey)
  const { fields, dueAt } = await checked(stores, who, dictionary, wanted)
  const isChanged = await inUniverse(stores.pool, who.universe, (client) =>
    updateSchedule(client, { ...before, version }, fields, dueAt),
  )
  if (!isChanged) throw refuse('conflict', 'schedule.changed')
  await record(stores, actor, { action: 'schedule.change', subject: fields.title, after: { change: id, ...fields } })
  return known(stores, who, id)
}

/** A schedule that the viewer made, gets, or administers. Throws Fault `not_found` for any other. */
export async function known(stores: Stores, who: Viewer, id: string): Promise<StoredSchedule> {
  const found = await inUniverse(stores.pool, who.universe, (client) => readSchedule(client, who.universe, id))
  if (!found || !(mayManage(who, found) || (await isReader(stores, who, found)))) throw missing()
  return found
}

/** Whether the viewer is among those who get it, or was until they left. */
const isReader = async (stores: Stores, { userId }: Viewer, schedule: StoredSchedule): Promise<boolean> =>
  schedule.leftBy.includes(userId) || (await readersOf(stores, schedule)).includes(userId)

async function managed(stores: Stores, who: Viewer, id: string): Promise<StoredSchedule> {
  const found = await known(stores, who, id)
  if (!mayManage(who, found)) throw new Fault('forbidden', 'You may not do this.')
  if (found.state === 'ended') throw refuse('conflict', 'schedule.ended')
  return found
}

/** Pauses it, or goes on at its next time. Throws Faults, as the verbs below. */
export async function pause(stores: Stores, who: Viewer, id: string, isPaused: boolean, actor: Actor) {
  const found = await managed(stores, who, id)
  const next = isPaused ? null : await nextOf(stores.service, who.universe, found, Date.now())
  await inUniverse(stores.pool, who.universe, (client) => pauseSchedule(client, found, next))
  await record(stores, actor, { action: 'schedule.change', subject: found.title, after: { isPaused } })
  return known(stores, who, id)
}

/** Ends it for everybody. */
export async function end(stores: Stores, who: Viewer, id: string, actor: Actor) {
  const found = await managed(stores, who, id)
  await inUniverse(stores.pool, who.universe, (client) => endSchedule(client, found, 'ended'))
  await record(stores, actor, { action: 'schedule.change', subject: found.title, after: { end: id } })
  return known(stores, who, id)
}

/** Notes that the viewer wants no more of it, or wants it again. */
export async function leave(stores: Stores, who: Viewer, id: string, leaving: Leaving) {
  const found = await known(stores, who, id)
  if (!(await isReader(stores, who, found))) throw missing()
  await inUniverse(stores.pool, who.universe, (client) => setLeft(client, who.universe, id, who.userId, leaving))
  return known(stores, who, id)
}

/** Has everybody get it now. */
export async function run(stores: Stores, who: Viewer, id: string, actor: Actor) {
  const found = await managed(stores, who, id)
  const people = await readersOf(stores, found)
  await inTransaction(stores.service, (client) => planMailings(client, found, people, new Date(), true))
  await record(stores, actor, { action: 'schedule.change', subject: found.title, after: { run: id } })
  return known(stores, who, id)
}

/** What became of its mails: to who made it and to administrators of all, to its readers of their own. */
export async function historyOf(stores: Stores, who: Viewer, id: string): Promise<ReportMailing[]> {
  const found = await known(stores, who, id)
  const only = mayManage(who, found) ? null : who.userId
  const rows = await readHistory(stores.service, who.universe, id, only)
  const names = await namesOf(
    stores.service,
    rows.map(({ person }) => person),
  )
  return rows.map(({ person, runAt, endedAt, openedAt, place, ...rest }) => ({
    ...rest,
    runAt: runAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    openedAt: openedAt?.toISOString() ?? null,
    reader: names.get(person) ?? '',
    place: person === who.userId || may.manageUniverse(who) ? place : null,
  }))
}
