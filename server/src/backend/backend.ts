import type { OperatedSurvey, OperatedUniverse } from '@kaiku/contract/backend.ts'
import { localise } from '@kaiku/core/localised.ts'
import { queueStates } from '../background-work/queue-state.ts'
import { bool, nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { projectionStatus } from '../maintenance/projection-status.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { waitingTables } from '../work-page/waiting-table.ts'

/** Every survey of every universe, as its operator sees it. */
export async function operatedSurveys(stores: Stores, locale: string): Promise<OperatedSurvey[]> {
  const { rows } = await query(
    stores.service,
    {
      survey: number,
      title: text,
      // Null where nothing was imported yet.
      file: nullable(text),
      state: nullable(text),
      rows: nullable(number),
      at: nullable(time),
    },
    `select s.number as survey, u.title, last.file, last.state, last.rows, last.at
     from survey s join universe u on u.id = s.universe
     left join lateral (
       select file, state, done_rows::float8 as rows, coalesce(finished_at, started_at) as at from import i
       where i.universe = s.universe and i.survey = s.number order by started_at desc limit 1) last on true`,
  )
  const more = new Map(rows.map((row) => [row.survey, row]))
  const found: OperatedSurvey[] = []
  for (const { survey, universe, extName, loadCount, projected, waiting, bytes } of await projectionStatus(stores)) {
    const { definition, version } = await surveyByNumber(stores, survey)
    const { title = universe, file, state, rows: read, at } = more.get(survey) ?? {}
    found.push({
      universe,
      extName,
      loadCount,
      waiting,
      bytes,
      version,
      universeTitle: title,
      interviews: projected,
      title: localise(definition.settings.title, locale, definition.settings.locale),
      lastImport: at ? { file: file ?? '', state: state ?? '', rows: read ?? 0, at: at.toISOString() } : null,
    })
  }
  return found
}

const universeColumns = {
  name: text,
  title: text,
  timeZone: text,
  surveys: number,
  members: number,
  activeMembers: nullable(number),
  bugs: number,
  suspendedAt: nullable(time),
  suspendedBy: text,
  isDeleting: bool,
} satisfies Shape

/** Every universe, by name, with what it holds, what waits in it and what has failed. */
export async function operatedUniverses(stores: Stores): Promise<OperatedUniverse[]> {
  const { rows } = await query(
    stores.service,
    universeColumns,
    `select u.name, u.title, u.time_zone as "timeZone",
       (select count(*)::int from survey s where s.universe = u.id and s.version > 0) as surveys,
       (select count(*)::int from membership m where m.universe = u.id and m.state <> 'deactivated') as members,
       case when coalesce(u.settings ->> 'visitNames', 'true') = 'true' and coalesce((u.settings ->> 'visitDays')::int, 30) >= 30
         then (select count(distinct v.person)::int from visit_person v
           where v.universe = u.id and v.day > (now() at time zone u.time_zone)::date - 30) end as "activeMembers",
       (select count(*)::int from bug b where b.universe = u.id) as bugs,
       u.suspended_at as "suspendedAt", u.suspended_by as "suspendedBy",
       exists (select from universe_deletion d where d.former = u.id) as "isDeleting"
     from universe u order by u.name`,
  )
  const surveys = await projectionStatus(stores)
  const queues = (await Promise.all(Object.values(waitingTables).map((table) => queueStates(stores, table)))).flat()
  const sum = <T extends { readonly universe: string }>(
    of: readonly T[],
    universe: string,
    count: (one: T) => number,
  ) => of.filter((one) => one.universe === universe).reduce((total, one) => total + count(one), 0)
  return rows.map(({ suspendedAt, ...row }) =>
    Object.assign(row, {
      suspendedAt: suspendedAt?.toISOString() ?? null,
      interviews: sum(surveys, row.name, ({ projected }) => projected),
      bytes: sum(surveys, row.name, ({ bytes }) => bytes),
      waiting: sum(surveys, row.name, ({ waiting }) => waiting),
      queued: sum(queues, row.name, ({ waiting }) => waiting),
      givenUp: sum(queues, row.name, ({ givenUp }) => givenUp),
    }),
  )
}
