import { dayIn } from '@kaiku/core/day.ts'
import type pg from 'pg'
import { bool, nullable, number, query, type Shape, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { noteRelease } from '../projection/projection-survey.ts'
import { type Range, within } from '../projection/truth-rows.ts'
import { placeReleasedAnew, release, removeWithGone } from '../protection/release.ts'
import { surveyByNumber } from '../survey/survey.ts'

const stateColumns = {
  survey: number,
  releasedOn: nullable(text),
  isHeld: bool,
  isImporting: bool,
  isGone: bool,
} satisfies Shape

/** What was put aside for a release that no longer comes. */
export const forgetWithheld = (client: pg.PoolClient, { universe, survey }: Dictionary) =>
  client.query('delete from projection_held where universe = $1 and survey = $2', [universe, survey])

/** Puts aside what a range brings to protected surveys: it is told with their next release. */
export async function withhold(stores: Stores, client: pg.PoolClient, range: Range, surveys: readonly number[]) {
  for (const survey of surveys) {
    const { settings } = (await surveyByNumber(stores, survey)).definition
    if (settings.protection)
      await client.query(
        `insert into projection_held (universe, survey, number, day)
         select distinct universe, survey, number, $2::date from interview_change c
         where ${within(range)} and survey = $1 and not released on conflict do nothing`,
        [survey, dayIn(settings.timeZone, Date.now())],
      )
  }
}

/** In SQL: a survey is protected, so that a release may be due. */
export const isProtecting = `(exists (select from projection_held)
  or exists (select from projection_survey where released_on is not null))`

const state = `select survey, released_on::text as "releasedOn",
    exists (select from projection_held h where h.survey = p.survey) as "isHeld",
    exists (select from import i where (i.universe, i.survey) = (p.universe, p.survey) and state = 'running') as "isImporting",
    exists (select from projection_held h join protected_interview o using (universe, survey, number)
      left join interview i using (universe, survey, number) where h.survey = p.survey and i.number is null) as "isGone"
  from projection_survey p`

/**
 * Releases what is due: of each protected survey once a day, from the day on that it is first filled; at once, who is
 * gone. Tells whether anything changed for the feed to bring.
 */
export async function releaseDue(stores: Stores, client: pg.PoolClient): Promise<boolean> {
  const { rows } = await query(
    client,
    stateColumns,
    `${state} where released_on is not null or exists (select from projection_held h where h.survey = p.survey)`,
  )
  let some = false
  for (const { survey, releasedOn, isHeld, isImporting, isGone } of rows) {
    const dictionary = await surveyByNumber(stores, survey)
    const { protection, timeZone } = dictionary.definition.settings
    const today = dayIn(timeZone, Date.now())
    // The first one waits for the whole file.
    const isDue = releasedOn === null ? isHeld && !isImporting : releasedOn < today
    if (!protection || !(isDue || isGone)) continue
    some = (await inTransaction(client, () => releaseOne(client, dictionary, isDue ? today : null))) || some
  }
  return some
}

/** `today`: the day of the release; null: only who is gone is taken out. */
async function releaseOne(client: pg.PoolClient, dictionary: Dictionary, today: string | null): Promise<boolean> {
  if (today === null) return removeWithGone(client, dictionary)
  const { universe, survey, placement } = dictionary
  const own = [universe, survey]
  const { rows } = await query(
    client,
    { isFirst: bool, isMoved: bool },
    `select released_on is null as "isFirst", coalesce(released_placement <> $3, false) as "isMoved"
     from projection_survey where universe = $1 and survey = $2 for update`,
    [...own, placement],
  )
  const [state] = rows
  if (state?.isMoved) await placeReleasedAnew(client, dictionary)
  const formed = await release(client, dictionary, today, state?.isFirst === true)
  // What is held is released or waits as it is; corrections that were too few are looked at again.
  await client.query(
    `delete from projection_held h where universe = $1 and survey = $2 and not exists (
       select from protected_interview p join interview i using (universe, survey, number)
       where (p.universe, p.survey, p.number) = (h.universe, h.survey, h.number))`,
    own,
  )
  if (formed > 0 || state?.isFirst === false) await noteRelease(client, dictionary, { day: today, placement })
  return true
}

async function inTransaction<T>(client: pg.PoolClient, use: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await use()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The first release of a survey that is protected from now on, with all that is there. */
export const releaseAll = (client: pg.PoolClient, dictionary: Dictionary): Promise<boolean> =>
  inTransaction(client, () =>
    releaseOne(client, dictionary, dayIn(dictionary.definition.settings.timeZone, Date.now())),
  )
