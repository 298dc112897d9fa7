import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '@kaiku/core/release.ts'
import { type Finding, skipped } from '../checkup/finding.ts'
import type { Command } from '../command/command.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { readRunning } from '../embedded/data-directory.ts'
import { UsageError } from '../fault/usage-error.ts'
import { broken, examine } from './doctor.ts'

export const command: Command = {
  name: 'doctor',
  summary: 'Look at everything that Kaiku needs, and say what is wrong, what it means and what to do.',
  usage: '',
  options: {
    json: { type: 'boolean', summary: 'the findings as JSON, for programs' },
    'send-to': { type: 'string', value: 'ADDRESS', summary: 'send a mail to this address as a test' },
  },
  positionals: [0, 0],
  run: async ({ options, configuration, print, log }) => {
    const sendTo = options['send-to']
    if (typeof sendTo === 'string' && !/^[^\s@,;]+@[^\s@,;]+$/.test(sendTo))
      throw new UsageError('--send-to must be a mail address')
    const tell = options.json ? () => {} : (finding: Finding) => print(lineOf(finding))
    if (!options.json) print(`kaiku ${release}, ${configuration.data}`)
    const opened = await open(configuration, log)
    const { stores } = opened
    try {
      if (opened.finding) tell(opened.finding)
      const found = await examine(
        {
          configuration,
          stores,
          isRunning: stores !== null && (!Object.values(stores.embedded).some(Boolean) || isServing(configuration)),
          now: Date.now,
          sendTo: typeof sendTo === 'string' ? sendTo : null,
        },
        tell,
      )
      const all = opened.finding ? [opened.finding, ...found] : found
      const count = (state: Finding['state']) => all.filter((one) => one.state === state).length
      if (options.json) print(JSON.stringify({ kaiku: release, findings: all }, null, 2))
      else print(`${count('fault')} faults, ${count('warning')} warnings, ${count('ok')} in order`)
      return count('fault') > 0 ? 1 : 0
    } finally {
      await stores?.close()
    }
  },
}

/** Changes nothing: where Kaiku has never started, no stores are made. */
async function open(
  configuration: Configuration,
  log: (line: string) => void,
): Promise<{ readonly stores: Stores | null; readonly finding: Finding | null }> {
  const { data, databaseUrl, clickhouseUrl, clickhouseCluster } = configuration
  const isOwn = databaseUrl === undefined || clickhouseUrl === undefined
  if (isOwn && !existsSync(join(data, 'secrets.json')))
    return { stores: null, finding: skipped('stores', `Kaiku has never started on ${data}`) }
  try {
    return { stores: await openStores({ data, databaseUrl, clickhouseUrl, clickhouseCluster, log }), finding: null }
  } catch (error) {
    return { stores: null, finding: broken('stores', error) }
  }
}

const isServing = ({ data }: Configuration): boolean => (readRunning(data)?.webAddress ?? null) !== null

const marks = { ok: 'ok      ', warning: 'WARNING ', fault: 'FAULT   ', skipped: '-       ' } as const

function lineOf({ check, state, found, means, todo }: Finding): string {
  const more = [means, todo].filter((one) => one !== null).map((one) => `${' '.repeat(27)}${one}`)
  return [`${marks[state]} ${check.padEnd(17)} ${found}`, ...more].join('\n')
}
