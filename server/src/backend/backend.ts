import type { OperatedSurvey } from '@kaiku/contract/backend.ts'
import { localise } from '@kaiku/core/localised.ts'
import { nullable, number, query, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { projectionStatus } from '../maintenance/projection-status.ts'
import { surveyByNumber } from '../survey/survey.ts'

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

/** Every universe, by name, with how many surveys it has. */
export async function operatedUniverses({ service }: Stores) {
  const { rows } = await query(
    service,
    { name: text, title: text, timeZone: text, surveys: number },
    `select u.name, u.title, u.time_zone as "timeZone",
       (select count(*)::int from survey s where s.universe = u.id and s.version > 0) as surveys
     from universe u order by u.name`,
  )
  return rows
}
