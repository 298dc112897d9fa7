import { type Migration, Migrator } from 'kysely'
import type pg from 'pg'
import { UsageError } from '../fault/usage-error.ts'
import { migrations } from './postgres/migrations.ts'
import { queries } from './postgres.ts'
import { bool, query, text } from './rows.ts'

/** Steps of the tables by their names, which begin with their number. */
export type Steps = Readonly<Record<string, Migration>>

type Migrating = {
  /** Those that this Kaiku knows; absent: all that are its own. */
  readonly steps?: Steps
  /** Hears how long each step took, as soon as it is done; it counts only once all of them are. */
  readonly took?: (step: string, milliseconds: number) => void
}

/**
 * Brings the tables up to date as the role `owner`, in one transaction: whatever ends it, nothing is done, and the next
 * start begins anew. The names of the steps taken. Several at once wait for each other. Throws a UsageError where a newer
 * Kaiku has written.
 */
export async function migrate(owner: pg.Pool, { steps = migrations, took }: Migrating = {}): Promise<string[]> {
  const db = queries<Record<string, never>>(owner)
  // Rooms that grow side by side have numbers of their own: a lower one may come later.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => (took ? timed(steps, took) : steps) },
    allowUnorderedMigrations: true,
  })
  await refuseNewer(owner, steps)
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find((step) => step.status === 'Error')
  // A newer one may have written while this one waited for it.
  if (error) await refuseNewer(owner, steps)
  if (error) throw new Error(`the step ${failed?.migrationName ?? 'before the first'} failed`, { cause: error })
  return results.filter((step) => step.status === 'Success').map((step) => step.migrationName)
}

const timed = (steps: Steps, took: (step: string, milliseconds: number) => void): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Migration] => [
      name,
      {
        async up(db) {
          const start = performance.now()
          await step.up(db)
          took(name, performance.now() - start)
        },
      },
    ]),
  )

async function refuseNewer(owner: pg.Pool, steps: Steps): Promise<void> {
  const { rows } = await query(owner, { is: bool }, `select to_regclass('kysely_migration') is not null as is`)
  if (!rows[0]?.is) return
  const taken = await query(owner, { name: text }, 'select name from kysely_migration order by name')
  const [unknown] = taken.rows.filter(({ name }) => !Object.hasOwn(steps, name))
  if (unknown)
    throw new UsageError(
      `a newer Kaiku has written here (it took the step ${unknown.name}): update this one, or use other data`,
    )
}
