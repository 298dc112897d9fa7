import type pg from 'pg'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { holdsText, writtenInPath } from '../db/holds-text.ts'

/** Days for which it is known what was sent. */
const kept = 400

export const mailingsForgotten: RecurringWork = {
  name: 'scheduled mails',
  of: 'kaiku',
  when: { hour: 3 },
  async run({ stores: { service } }) {
    await service.query('delete from report_mailing where ended_at < now() - make_interval(days => $1)', [kept])
    return null
  },
}

/** Removes schedules whose filters or titles hold one of the texts, in lower case; answers how many. */
export async function forgetSchedules(
  client: pg.PoolClient,
  universe: string,
  surveys: readonly number[],
  texts: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from report_schedule where universe = $1 and survey = any($2) and ${holdsText(`${writtenInPath('path')} || ' ' || title`)}`,
    [universe, surveys, texts],
  )
  return rowCount ?? 0
}
