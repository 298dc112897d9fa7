import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import type { Command } from '../command/command.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { writeDirectory } from '../definition/definition-directory.ts'
import { json, small } from '../definition/small.fixture.ts'
import { command as importing } from '../import/import.command.ts'
import { command as universe } from '../universe-copy/universe.command.ts'
import { command as user } from '../user/person.command.ts'
import { apply, diff, exported, schema } from './definition.command.ts'

let opened: TestStores
beforeAll(async () => {
  // The commands attach to these stores, as they do to those of a running server.
  opened = await openTestStores({ own: true })
  await writeDirectory(join(opened.data, 'small'), small)
})
afterAll(async () => {
  await opened?.close()
})

/** Everything a command writes, then how it refused. */
async function run(
  command: Command,
  positionals: string[],
  options: Record<string, string | boolean> = {},
): Promise<string[]> {
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

it('leads from a universe to a published survey, its differences and its files', async () => {
  const source = join(opened.data, 'small')
  expect(await run(apply, [source])).toEqual([
    'Fault: There is no universe “sample”. There is none yet; kaiku universe create NAME makes one.',
  ])
  expect(await run(universe, ['create', 'acme'], { zone: 'Mars/Base' })).toEqual([
    'Fault: “Mars/Base” is no IANA time zone, such as Europe/Helsinki.',
  ])
  expect(await run(universe, ['create', 'acme'], { title: 'Acme Oy', zone: 'Europe/Helsinki' })).toEqual([
    'Created acme.',
  ])
  expect(await run(universe, ['list'])).toEqual(['acme                 Acme Oy (Europe/Helsinki)'])
  expect(await run(diff, [source])).toEqual([
    'small would be new in acme.',
    '+ questions.json: a file',
    '+ settings.json: a file',
    '+ views.json: a file',
  ])
  expect(await run(apply, [source])).toEqual(['Published small in acme as version 1.'])
  expect(await run(apply, [source])).toEqual(['Nothing to do: these files are version 1 of small in acme.'])
  expect(await run(diff, [source])).toEqual(['Nothing would change: these files are published.'])

  const target = join(opened.data, 'out')
  expect(await run(exported, ['small', target])).toEqual([`Wrote 3 files to ${target}.`])
  for (const [file, text] of small) expect(readFileSync(join(target, file), 'utf8')).toBe(text)

  const settings = small.get('settings.json') ?? ''
  writeFileSync(join(target, 'settings.json'), settings.replace('"Small"', '"Tiny"'))
  expect(await run(diff, [target])).toEqual(['~ settings.json title.en: "Small" › "Tiny"'])
  expect(await run(apply, [target], { universe: 'ACME' })).toEqual(['Published small in acme as version 2.'])
  const { rows } = await opened.stores.service.query(
    'select action, actor_name as by, subject, before, after from audit order by id',
  )
  const by = 'command line'
  expect(rows).toEqual([
    {
      ...{ action: 'universe.create', by, subject: 'acme', before: null },
      after: { title: 'Acme Oy', timeZone: 'Europe/Helsinki' },
    },
    {
      ...{ action: 'configuration.publish', by, subject: 'small', before: null },
      after: { version: 1, files: ['questions.json', 'settings.json', 'views.json'] },
    },
    {
      ...{ action: 'configuration.publish', by, subject: 'small' },
      before: { version: 1, 'settings.json': { 'title.en': '"Small"' } },
      after: { version: 2, 'settings.json': { 'title.en': '"Tiny"' } },
    },
  ])
  await run(exported, ['small', target], { version: '1' })
  expect(readFileSync(join(target, 'settings.json'), 'utf8')).toBe(settings)
  expect(await run(exported, ['small', target], { version: '9' })).toEqual([
    'UsageError: there is no version 9 of small in acme',
  ])
  expect(await run(exported, ['large', target])).toEqual([
    'Fault: There is no survey large in the universe acme. There are: small.',
  ])
})

it('writes down who was let in and what was imported', async () => {
  const source = join(opened.data, 'read')
  const imports = [{ name: 'all', match: {}, key: ['key'], columns: [{ column: 'nps', question: 'nps' }] }]
  await writeDirectory(source, new Map([...small, ['imports.json', json({ imports })]]))
  const options = { universe: 'globex' }
  await run(universe, ['create', 'globex'])
  await run(apply, [source], options)
  const file = join(opened.data, 'answers.csv')
  writeFileSync(file, 'key,nps\na,9\nb,12\n')
  const done = await run(importing, ['small', file], {
    ...options,
    format: 'json',
    rejects: join(opened.data, 'rejects.csv'),
  })
  const [report] = done.flatMap((line) => (line.startsWith('[') ? JSON.parse(line) : []))
  await run(importing, ['small'], { ...options, undo: report.importId })
  await run(user, ['create', 'anna'], { ...options, email: 'anna@example.com' })
  await run(user, ['create', 'olli'], { root: true })
  await run(user, ['join', 'olli'], options)
  await run(user, ['link', 'anna'], options)
  const { rows } = await opened.stores.service.query(
    `select action, subject, universe is not null as here, after from audit
      where actor_name = 'command line' and action ~ '^(user|data)' order by id`,
  )
  const here = true
  expect(rows).toEqual([
    {
      ...{ action: 'data.import', subject: 'small', here },
      after: { importId: report.importId, file: 'answers.csv', inserted: 1, corrected: 0, rejected: 1 },
    },
    { action: 'data.import', subject: 'small', here, after: { undone: report.importId } },
    {
      ...{ action: 'user.create', subject: 'anna', here },
      after: { root: false, email: 'anna@example.com', role: 'Administrator' },
    },
    { action: 'user.create', subject: 'olli', here: false, after: { root: true, email: null } },
    { action: 'user.join', subject: 'olli', here, after: { role: '' } },
    { action: 'user.link', subject: 'anna', here, after: null },
  ])
})

it('tells each fault on a line of its own, with its place in the file', async () => {
  const source = join(opened.data, 'faulty')
  await writeDirectory(source, small)
  writeFileSync(
    join(source, 'settings.json'),
    '{\n  "extName": "small",\n  "title": "S",\n  "locale": "??",\n  "timeZone": "x"\n}\n',
  )
  expect(await run(apply, [source])).toEqual([
    'settings.json:5:15 timeZone: expected an IANA time zone (Europe/Helsinki), found "x"',
    'settings.json:4:13 locale: expected a locale (en, fi, sv-FI), found "??"',
    'UsageError: The definition has 2 faults.',
  ])
})

it('writes a schema per file', async () => {
  expect(await run(schema, [join(opened.data, 'schemas')])).toEqual([
    `Wrote 14 schemas to ${join(opened.data, 'schemas')}.`,
  ])
})
