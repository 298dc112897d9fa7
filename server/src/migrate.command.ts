import type { Command } from './command/command.ts'
import { migrate } from './db/migrate.ts'
import { openStores } from './db/stores.ts'

export const command: Command = {
  name: 'migrate',
  summary: 'Bring the tables up to date; a start does so by itself.',
  usage: '',
  options: {},
  positionals: [0, 0],
  run: async ({ configuration, print, log }) => {
    const stores = await openStores({ ...configuration, log })
    try {
      const steps = await migrate(stores.owner)
      print(steps.length === 0 ? 'Everything is up to date.' : `Done: ${steps.join(', ')}.`)
    } finally {
      await stores.close()
    }
  },
}
