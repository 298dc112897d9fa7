import { serve } from '@kaiku/server/app/main.ts'
import { readConfiguration } from '@kaiku/server/configuration/configuration.ts'
import { migrations } from '@kaiku/server/db/postgres/migrations.ts'

type Step = (typeof migrations)[string]

/** A step of the next version of Kaiku: it adds, as steps do. */
const newer: Step = {
  async up(db) {
    await db.schema.createTable('newer').addColumn('n', 'integer').execute()
    for (const table of ['interview', 'session', 'survey', 'alert'])
      await db.schema.alterTable(table).addColumn('newer', 'text').execute()
    for (const table of ['universe', 'person', 'role'])
      await db.schema
        .alterTable(table)
        .addColumn('newer', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    await db.schema.createIndex('interview_newer').on('interview').column('newer').execute()
  },
}

// `web --data DIR`, as the next version of Kaiku is started.
const data = process.argv[4]
Object.assign(migrations, { '9999-newer': newer })
await serve(readConfiguration(process.env, data === undefined ? {} : { data }), { part: 'web' })
