import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '../backup/backup-list.ts'
import { openRepository, type Repository } from '../backup/repository.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { migrate, type Steps } from '../db/migrate.ts'
import type { Stores } from '../db/stores.ts'
import { type Aside, restoreAside } from './aside.ts'
import { changesBetween, readShape, type ShapeChange } from './table-shape.ts'

/** What bringing the tables up to date would do. */
export type Rehearsed = {
  readonly made: Backup
  readonly steps: readonly { readonly name: string; readonly milliseconds: number }[]
  readonly changes: readonly ShapeChange[]
  /** Of all of it, with what is not a step. */
  readonly milliseconds: number
}

/** Brings the tables of a backup up to date in a place that is removed again. Throws what a start would. */
export const rehearse = (aside: Aside, steps?: Steps): Promise<Rehearsed> =>
  restoreAside(aside, async ({ owner }, made) => {
    const before = await readShape(owner)
    const taken: { name: string; milliseconds: number }[] = []
    const start = performance.now()
    await migrate(owner, Object.assign({ took: note }, steps && { steps }))
    const milliseconds = performance.now() - start
    return { made, steps: taken, changes: changesBetween(before, await readShape(owner)), milliseconds }

    function note(name: string, milliseconds: number) {
      taken.push({ name, milliseconds })
    }
  })

/** Copies a Kaiku, which may run, and hands the copy over as a backup that is removed again. */
export async function withCopy<T>(
  stores: Stores,
  scratch: string,
  use: (from: Repository, backup: string) => Promise<T>,
): Promise<T> {
  const place = mkdtempSync(join(scratch, 'kaiku-copy-'))
  chmodSync(place, 0o700)
  try {
    const key = join(place, 'key')
    writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 })
    const from = await openRepository({ place: join(place, 'copy'), keyFile: key, s3: null }, { make: true })
    const { id } = await takeBackup(stores, { to: from, keepDays: null })
    return await use(from, id)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
