import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import { number, query, text } from '../db/rows.ts'
import { openStores } from '../db/stores.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { rebuild } from '../feed/rebuild.ts'
import type { Backup } from './backup-list.ts'
import { differences, listOf } from './checking-list.ts'
import { asSuperuser } from './cluster.ts'
import type { Repository } from './repository.ts'
import { restore } from './restore.ts'

type Verified = {
  readonly made: Backup
  /** Tables and surveys that are equal to the list of the backup. */
  readonly equal: number
  /** A line for each that is not, or whose figures cannot be made of its interviews. */
  readonly wrong: readonly string[]
}

type Verifying = {
  readonly from: Repository
  readonly backup: string | undefined
  /** Where there is room for all of it, for a while. */
  readonly scratch: string
  readonly say: (line: string) => void
}

/**
 * Restores a backup to a place that is removed again, holds every table against the list that was made at its moment,
 * makes the figures anew and compares them with every interview. Throws a refusal for a damaged backup.
 */
export async function verify({ from, backup, scratch, say }: Verifying): Promise<Verified> {
  const place = mkdtempSync(join(scratch, 'kaiku-verify-'))
  // As root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(place, 0o711)
  try {
    const data = join(place, 'data')
    const made = await restore({ from, to: data, until: { backup } })
    say(`Restored ${made.id}.`)
    const stores = await openStores({ data, own: 'must' })
    try {
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
    } finally {
      await stores.close()
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
