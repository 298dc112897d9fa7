import { Migrator } from 'kysely'
import type pg from 'pg'
import { migrations } from './postgres/migrations.ts'
import { queries } from './postgres.ts'

/** Brings the tables up to date as the role `owner`; the names of the steps taken. Several at once wait for each other. */
export async function migrate(owner: pg.Pool): Promise<string[]> {
  const db = queries<Record<string, never>>(owner)
  // Rooms that grow side by side have numbers of their own: a lower one may come later.
  const migrator = new Migrator({
    ...{ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: true },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find((step) => step.status === 'Error')
  if (error) throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error })
  return results.filter((step) => step.status === 'Success').map((step) => step.migrationName)
}
