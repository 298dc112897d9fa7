import { operatorIn, record } from '../audit/audit.ts'
import type { Command } from '../command/command.ts'
import { openStores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { createUniverse, listUniverses } from './universe.ts'

const usage = 'list | create NAME'

export const command: Command = {
  name: 'universe',
  summary: 'List the universes (tenants), or create one.',
  usage,
  options: {
    title: { type: 'string', value: 'TEXT', summary: 'what people call it (default: the name)' },
    zone: { type: 'string', value: 'ZONE', summary: 'IANA time zone (default: UTC)' },
  },
  positionals: [1, 2],
  run: async ({ positionals, options, configuration, print, log }) => {
    const [verb, name] = positionals
    const isCreate = verb === 'create' && name !== undefined
    if (!isCreate && !(verb === 'list' && name === undefined)) throw new UsageError(`usage: kaiku universe ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      if (isCreate) {
        const title = typeof options.title === 'string' ? options.title : name
        const timeZone = typeof options.zone === 'string' ? options.zone : 'UTC'
        const made = await createUniverse(stores, { name, title, timeZone })
        await record(stores, operatorIn(made.id), {
          action: 'universe.create',
          subject: made.name,
          after: { title, timeZone },
        })
        print(`Created ${made.name}.`)
      } else
        for (const universe of await listUniverses(stores))
          print(`${universe.name.padEnd(20)} ${universe.title} (${universe.timeZone})`)
    } finally {
      await stores.close()
    }
  },
}
