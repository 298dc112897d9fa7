import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { small } from '../definition/small.fixture.ts'
import { publish } from '../publishing/definition.ts'
import { createUniverse } from '../universe/universe.ts'
import { command } from './survey.command.ts'

let opened: TestStores
beforeAll(async () => {
  // The command attaches to these stores, as it does to those of a running server.
  opened = await openTestStores({ own: true })
  const { id } = await createUniverse(opened.stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })
  await createUniverse(opened.stores, { name: 'globex', title: 'Globex', timeZone: 'Europe/Helsinki' })
  await publish(opened.stores, id, small, 'test')
})
afterAll(() => opened?.close())

/** Everything the command writes, then how it refused. */
async function run(positionals: string[], options: Record<string, string | boolean> = {}): Promise<string[]> {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const progress = () => ({ at: () => {}, end: () => {} })
  const configuration = readConfiguration({ KAIKU_DATA: opened.data })
  try {
    await command.run({ options, positionals, configuration, print: write, log: write, progress })
  } catch (error) {
    write(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
  return lines
}

it('leads from a survey to a file and to the same survey elsewhere, and says what is not so', async () => {
  const file = join(opened.data, 'small.zip')
  expect(await run(['export', 'acme', 'small'])).toEqual([expect.stringContaining('UsageError: usage: kaiku survey')])
  expect(await run(['export', 'nowhere', 'small', file])).toEqual(['UsageError: there is no universe "nowhere"'])
  expect(await run(['export', 'acme', 'large', file])).toEqual([expect.stringContaining('There are: small')])
  expect(await run(['export', 'acme', 'small', file])).toEqual([
    expect.stringMatching(/^Wrote small to .*, [\d,]+ bytes/),
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const made = await run(['import', file], { universe: 'globex', as: 'tiny' })
  expect(made[0]).toMatch(/^tiny was made of an export of small of acme of /)
  expect(made).toContain('Settings that are others in this universe, so figures may be too: timeZone')
  expect(made).toContain('Not in the export:')
  expect(await run(['import', file], { universe: 'globex', as: 'tiny' })).toEqual([
    expect.stringMatching(/^Fault: .*tiny/),
  ])
  expect(await run(['import', file], { universe: 'globex', as: 'not a name!' })).toEqual([
    expect.stringMatching(/^Fault: /),
  ])
})
