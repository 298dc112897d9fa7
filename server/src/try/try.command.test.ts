import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { progressOn } from '../command/progress.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { csv, rowsOf, turn } from '../inference/inference.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { findUniverse } from '../universe/universe.ts'
import { command } from './try.command.ts'

let opened: TestStores
let stores: Stores
beforeAll(async () => {
  // Held open, so that each command finds the stores running.
  opened = await openTestStores({ own: true })
  stores = opened.stores
})
afterAll(async () => {
  await opened?.close()
})

/** Runs `kaiku try` on a file without a server; what it printed. */
async function tried(file: string, options: Record<string, string | boolean> = {}): Promise<string[]> {
  const printed: string[] = []
  await command.run({
    options: { 'no-start': true, 'no-open': true, ...options },
    positionals: [join(opened.data, file)],
    configuration: readConfiguration({}, { data: opened.data }),
    print: (line) => printed.push(line),
    log: () => {},
    progress: (label) => progressOn({ write: () => true }, () => 0, label),
  })
  return printed
}

const visits = (count: number) =>
  csv(
    ['Id', 'Region', 'Store', 'Rating', 'Comment'],
    rowsOf(count, (row) => [
      row + 1,
      turn(['North', 'South'], row >> 1),
      turn(['Oulu', 'Kemi', 'Turku', 'Espoo'], row),
      (row % 5) + 1,
      row % 3 ? '' : `The service of visit ${row} was friendly and quick`,
    ]),
  )
const write = (name: string, text: string) => writeFile(join(opened.data, name), text)
const out = (name: string) => join(opened.data, name)

describe('kaiku try', () => {
  it('makes a survey of a file: definition written, interviews imported, address printed', async () => {
    await write('visits.csv', visits(60))
    const printed = await tried('visits.csv', { out: out('visits') })
    expect(printed).toContain('Imported 60 rows: 60 new.')
    expect(printed.join('\n')).toMatch(/Rating +rating from 1 to 5 \(its name says that it is a rating\)/)
    const { href, searchParams } = new URL(/https?:\S+/.exec(printed.at(-1) ?? '')?.[0] ?? '')
    expect(href).toMatch(/^http:\/\/localhost:8080\/\?enter=[\w-]{43}&/)
    expect(searchParams.get('redirect')).toBe('/page/overview/visits/region,all?universe=try')
    expect((await readdir(out('visits'))).sort()).toEqual([
      'assumptions.txt',
      'filters.json',
      'imports.json',
      'indicators.json',
      'pages.json',
      'questions.json',
      'settings.json',
      'views.json',
    ])
    const universe = await findUniverse(stores, 'try')
    const { survey, definition } = await findSurvey(stores, universe?.id ?? '', 'visits')
    expect(definition.views[0]).toMatchObject({ levels: [{ question: 'region' }, { question: 'store' }] })
    const { rows } = await inUniverse(stores.pool, universe?.id ?? '', (client) =>
      client.query<{ n: number }>('select count(*)::int as n from interview where survey = $1', [survey]),
    )
    expect(rows).toEqual([{ n: 60 }])
  })

  it('changes nothing when the same file is tried again', async () => {
    expect(await tried('visits.csv', { out: out('visits') })).toContain('Imported 60 rows: 0 new, 60 unchanged.')
  })

  it('never overwrites a definition that was edited', async () => {
    const file = join(out('visits'), 'settings.json')
    const edited = (await readFile(file, 'utf8')).replace('"title": "visits"', '"title": "Our visits"')
    await writeFile(file, edited)
    await expect(tried('visits.csv', { out: out('visits') })).rejects.toThrow('holds another definition')
    expect(await readFile(file, 'utf8')).toBe(edited)
  })

  it('does not replace a survey of that name that is defined otherwise', async () => {
    await write('other.csv', 'Answer\nyes\nno\nyes\n')
    await expect(tried('other.csv', { name: 'visits', out: out('other') })).rejects.toThrow('with another definition')
  })

  it.each([
    ['absent.csv', null, 'there is no file'],
    ['empty.csv', '', 'is empty'],
    ['header.csv', 'a,b\n', 'has a header but no rows'],
  ])('refuses %s in words', async (name, text, words) => {
    if (text !== null) await write(name, text)
    await expect(tried(name, { out: out('refused') })).rejects.toThrow(words)
  })

  it('refuses a damaged SPSS file in words, and says how it read letters', async () => {
    // The head of a .zsav without variables, cases or blocks.
    const head = Buffer.alloc(176)
    head.write('$FL3')
    head.writeInt32LE(2, 64)
    head.writeInt32LE(2, 72)
    const variable = Buffer.alloc(32)
    variable.writeInt32LE(2)
    variable.write('Q1      ', 24)
    const last = Buffer.from(Int32Array.of(999, 0).buffer)
    const trailer = Buffer.from(BigInt64Array.of(0n, -8n, 2n ** 40n).buffer)
    await writeFile(out('broken.zsav'), Buffer.concat([head, variable, last, trailer]))
    const refused = tried('broken.zsav', { out: out('refused') })
    await expect(refused).rejects.toMatchObject({
      name: 'Fault',
      message: 'broken.zsav: its blocks are damaged, or it is cut off',
    })
    await writeFile(out('latin.csv'), `Town,Rating\n${'Jyväskylä,4\nTurku,5\n'.repeat(20)}`, 'latin1')
    expect(await tried('latin.csv', { out: out('latin') })).toContain(
      'Assumed of latin.csv, 2 columns, letters read as windows-1252:\n',
    )
  })

  it('refuses a directory in words', async () => {
    await mkdir(out('folder'))
    await expect(tried('folder')).rejects.toThrow('is no file')
  })
})
