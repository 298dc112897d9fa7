import type { Part } from './app/main.ts'
import type { Command } from './command/command.ts'

const port = { type: 'string', value: 'PORT', summary: 'port to listen on (PORT; default: 8080)' } as const

/** A process that runs until Ctrl-C. */
const process = (name: string, part: Part, summary: string, options: Command['options'] = {}): Command => ({
  name,
  summary,
  usage: '',
  options,
  positionals: [0, 0],
  run: async ({ configuration, options }) => {
    // The web server is all of Kaiku: no other command waits for it to load.
    const { serve } = await import('./app/main.ts')
    await serve(configuration, { part, sample: part === 'all' && options['no-sample'] !== true })
  },
})

export const start = process(
  'start',
  'all',
  'Start Kaiku: the embedded stores, the web server and the background work, until Ctrl-C.',
  { port, 'no-sample': { type: 'boolean', summary: 'make no sample universe on the first start' } },
)
export const stores = process('stores', 'stores', 'Start the embedded stores alone, for “kaiku web” and “kaiku work”.')
export const web = process('web', 'web', 'Start the web server alone, on stores that run.', { port })
export const work = process('work', 'work', 'Start the background work alone, on stores that run.')
