import { type ReportSchedule, schedulesAtOnce } from '@kaiku/contract/report-schedule.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { localise } from '@kaiku/core/localised.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { namesOf } from '../person/person-name.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { lastRuns } from './mailing.store.ts'
import { levelsOf, viewOf } from './place-owner.ts'
import { listSchedules, type StoredSchedule } from './report-schedule.store.ts'
import { readersOf } from './schedule-plan.ts'
import { namesOfReaders } from './schedule-reader.ts'
import { overBecause } from './schedule-work.ts'

/** Those that the viewer made or gets. */
export async function ownSchedules(stores: Stores, who: Viewer, locale = who.locale): Promise<ReportSchedule[]> {
  const shown = await shownSchedules(stores, who, {}, locale)
  return shown.filter(({ isOwn, isReader, hasLeft }) => isOwn || isReader || hasLeft)
}

/** Those of the universe that are older than one, as many as come at once; null: the newest. */
export const allSchedules = (stores: Stores, who: Viewer, after: string | null, locale = who.locale) =>
  shownSchedules(stores, who, { after, most: schedulesAtOnce }, locale)

async function shownSchedules(
  stores: Stores,
  who: Viewer,
  wanted: Parameters<typeof listSchedules>[2],
  locale: string,
): Promise<ReportSchedule[]> {
  const found = await inUniverse(stores.pool, who.universe, (client) => listSchedules(client, who.universe, wanted))
  const runs = await runsFor(stores, who)
  const shown: ReportSchedule[] = []
  for (const one of found) shown.push(await shownSchedule(stores, who, one, { locale, runs }))
  return shown
}

/** The last runs of a universe's schedules: of what is mailed to the viewer, and of what is mailed to anybody. */
const runsFor = (stores: Stores, { universe, userId }: Viewer) =>
  inUniverse(stores.pool, universe, async (client) => ({
    own: await lastRuns(client, universe, userId),
    all: await lastRuns(client, universe, null),
  }))

/** As the viewer may see it: who gets it and what it is of is told to who made it and to administrators. */
export async function shownSchedule(
  stores: Stores,
  who: Viewer,
  schedule: StoredSchedule,
  known: { readonly locale?: string; readonly runs?: Awaited<ReturnType<typeof runsFor>> } = {},
): Promise<ReportSchedule> {
  const { locale = who.locale, runs = await runsFor(stores, who) } = known
  const { id, survey, person, rule, zone, title, kind, delivery, onlyNew, state, dueAt, version, leftBy, backOn } =
    schedule
  const isMine = person === who.userId
  const isTold = isMine || may.manageUniverse(who)
  const dictionary = await surveyByNumber(stores, survey)
  const { settings } = dictionary.definition
  const [names, readers, over] = await Promise.all([
    namesOf(stores.service, [person]),
    readersOf(stores, schedule),
    state === 'ended' ? schedule.endReason : overBecause(stores, schedule),
  ])
  const named = isTold ? await namesOfReaders(stores, who.universe, schedule) : null
  return {
    scheduleId: id,
    survey: dictionary.extName,
    surveyTitle: localise(settings.title, locale, settings.locale),
    title,
    kind,
    rule,
    zone,
    delivery,
    onlyNew,
    // What ends when it is due next is told at once.
    state: over === null ? state : 'ended',
    endReason: over,
    nextAt: over === null && state === 'waiting' ? dueAt.toISOString() : null,
    by: names.get(person ?? '') ?? '',
    isOwn: isMine,
    isReader: readers.includes(who.userId),
    hasLeft: leftBy.includes(who.userId),
    leftUntil: leftBy.includes(who.userId) ? (backOn[who.userId] ?? null) : null,
    more: named && {
      path: schedule.path,
      compare: schedule.compare,
      page: schedule.page,
      ...named,
      owners: levelsOf(dictionary, locale).filter(
        ({ view, level }) => view === viewOf(schedule.path) && schedule.ownerLevels.includes(level),
      ),
    },
    last: (isTold ? runs.all : runs.own).get(id) ?? null,
    version,
  }
}
