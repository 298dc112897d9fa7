import type { Backup } from '../backup/backup-list.ts'
import { differences, listOf } from '../backup/checking-list.ts'
import { asSuperuser } from '../backup/cluster.ts'
import { migrate } from '../db/migrate.ts'
import { number, query, text } from '../db/rows.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { rebuild } from '../feed/rebuild.ts'
import { type Aside, restoreAside } from './aside.ts'

type Verified = {
  readonly made: Backup
  /** Tables and surveys that are equal to the list of the backup. */
  readonly equal: number
  /** A line for each that is not, or whose figures cannot be made of its interviews. */
  readonly wrong: readonly string[]
}

/**
 * Restores a backup to a place that is removed again, holds every table against the list that was made at its moment,
 * makes the figures anew and compares them with every interview. Throws a refusal for a damaged backup.
 */
export const verify = (aside: Aside, say: (line: string) => void): Promise<Verified> =>
  restoreAside(aside, async (stores, made) => {
    say(`Restored ${made.id}.`)
    const wrong: string[] = []
    const found = await asSuperuser(stores.directory, listOf)
    if (made.list) wrong.push(...differences(made.list, found))
    else wrong.push('the backup has no list to compare with: somebody was writing all the time when it was made')
    const equal = (made.list ? made.list.tables.length + made.list.surveys.length : 0) - wrong.length
    await migrate(stores.owner)
    const { rows } = await query(
      stores.service,
      { survey: number, name: text },
      `select s.number as survey, u.name || '/' || s.ext_name as name
       from survey s join universe u on u.id = s.universe where s.version > 0 order by 2`,
    )
    for (const { survey, name } of rows) {
      await rebuild(stores, survey)
      const difference = await compareWithTruth(stores, survey)
      const sums = await compareRollup(stores, survey)
      if (!isEqual(difference) || sums.length > 0) wrong.push(`survey ${name}: figures differ from its interviews`)
      else say(`survey ${name}: figures of ${difference.interviews} interviews, equal row for row`)
    }
    return { made, equal: Math.max(0, equal), wrong }
  })
