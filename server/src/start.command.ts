import type { Command } from './command/command.ts'

export const command: Command = {
  name: 'start',
  summary: 'Start Kaiku: the embedded stores, the web server and the worker, until Ctrl-C.',
  usage: '',
  options: {
    port: { type: 'string', value: 'PORT', summary: 'port to listen on (PORT; default: 8080)' },
    'no-sample': { type: 'boolean', summary: 'make no sample universe on the first start' },
  },
  positionals: [0, 0],
  run: async ({ configuration, options }) => {
    // The web server is all of Kaiku: no other command waits for it to load.
    const { serve } = await import('./app/main.ts')
    await serve(configuration, { sample: options['no-sample'] !== true })
  },
}
