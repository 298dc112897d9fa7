import { Migrator } from 'kysely'
import type pg from 'pg'
import { UsageError } from '../fault/usage-error.ts'
import { migrations } from './postgres/migrations.ts'
import { queries } from './postgres.ts'
import { bool, query, text } from './rows.ts'

/** Brings the tables up to date as the role `owner`; the names of the steps taken. Several at once wait for each other. */
export async function migrate(owner: pg.Pool): Promise<string[]> {
  const db = queries<Record<string, never>>(owner)
  // Rooms that grow side by side have numbers of their own: a lower one may come later.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  })
  await refuseNewer(owner)
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find((step) => step.status === 'Error')
  if (error) throw new Error(`the step ${failed?.migrationName ?? 'before the first'} failed`, { cause: error })
  return results.filter((step) => step.status === 'Success').map((step) => step.migrationName)
}

async function refuseNewer(owner: pg.Pool): Promise<void> {
  const { rows } = await query(owner, { is: bool }, `select to_regclass('kysely_migration') is not null as is`)
  if (!rows[0]?.is) return
  const taken = await query(owner, { name: text }, 'select name from kysely_migration order by name')
  const [unknown] = taken.rows.filter(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown)
    throw new UsageError(
      `a newer Kaiku has written here (it took the step ${unknown.name}): update this one, or use other data`,
    )
}
