import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { type Command, type CommandContext, named } from './command/command.ts'
import { migrate } from './db/migrate.ts'
import { openStores } from './db/stores.ts'
import { type Rehearsed, rehearse, withCopy } from './restore/rehearse.ts'

export const command: Command = {
  name: 'migrate',
  summary: 'Bring the tables up to date; a start does so by itself.',
  usage: '[--rehearse]',
  options: {
    rehearse: { type: 'boolean', summary: 'do it to a copy that is removed again, and say what it would do' },
    scratch: {
      type: 'string',
      value: 'DIR',
      summary: 'with --rehearse: where there is room for two copies (default: that of the system)',
    },
  },
  positionals: [0, 0],
  run: async (context) => {
    const { configuration, options, print, log } = context
    const stores = await openStores({ ...configuration, log })
    try {
      if (options.rehearse === true) {
        for (const line of told(await onCopy(context, stores))) print(line)
        return
      }
      const steps = await migrate(stores.owner)
      print(steps.length === 0 ? 'Everything is up to date.' : `Done: ${steps.join(', ')}.`)
    } finally {
      await stores.close()
    }
  },
}

const onCopy = ({ options }: CommandContext, stores: Parameters<typeof withCopy>[0]): Promise<Rehearsed> => {
  const scratch = resolve(named(options.scratch) ?? tmpdir())
  return withCopy(stores, scratch, (from, backup) => rehearse({ from, until: { backup }, scratch }))
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`

/** What was rehearsed, line by line. */
function told({ steps, changes, milliseconds }: Rehearsed): string[] {
  if (steps.length === 0) return ['Everything is up to date.']
  const breaking = changes.filter(({ breaks }) => breaks)
  return [
    ...steps.map((step) => `${step.name}: ${seconds(step.milliseconds)}`),
    ...changes.map(({ what, of, breaks }) => `${of}: ${what}${breaks ? ' (*)' : ''}`),
    `${steps.length} steps took ${seconds(milliseconds)} on a copy, which is removed; nothing else was changed.`,
    breaking.length === 0
      ? 'A Kaiku of before can go on meanwhile.'
      : '(*) A Kaiku of before cannot go on with that: end web and work before.',
  ]
}
