import type { Backup } from '../backup/backup-list.ts'
import { writeWhole } from '../command/whole-file.ts'
import { migrate } from '../db/migrate.ts'
import { UsageError } from '../fault/usage-error.ts'
import { findUniverse } from '../universe/universe.ts'
import { exportUniverse, refuseProtected } from '../universe-copy/export-universe.ts'
import { type Aside, restoreAside } from './aside.ts'

/**
 * Writes one universe of a backup into a file as `kaiku universe export` would have done then. Nothing is written where
 * the backup is damaged, has no such universe, or one with protected surveys.
 */
export const writeUniverse = (
  aside: Aside,
  name: string,
  file: string,
): Promise<{ readonly made: Backup; readonly size: number }> =>
  restoreAside(aside, async (stores, made) => {
    await migrate(stores.owner)
    const universe = await findUniverse(stores, name)
    if (!universe) throw new UsageError(`there is no universe "${name}" in ${made.id}`)
    await refuseProtected(stores, universe)
    return { made, size: await writeWhole(file, exportUniverse(stores, universe, { withAnswers: true })) }
  })
