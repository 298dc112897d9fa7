import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '@kaiku/core/fault.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import { changeLine, changesByFile, diffDefinitions } from '../definition/definition-diff.ts'
import { readDirectory, writeDirectory } from '../definition/definition-directory.ts'
import { json, small } from '../definition/small.fixture.ts'
import { findSurvey, listSurveys } from '../survey/survey.ts'
import { chooseUniverse, createUniverse } from '../universe/universe.ts'
import { publishedFiles } from './definition.command.ts'
import { publish } from './definition.ts'

let stores: Stores
let opened: TestStores
let acme: string
let globex: string

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  acme = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  globex = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
})
afterAll(async () => {
  await opened?.close()
})

/** The small survey under another name, with some files replaced. */
const survey = (extName: string, parts: Record<string, unknown> = {}) =>
  new Map([
    ...small,
    ['settings.json', json({ extName, title: 'A survey' })],
    ...Object.entries(parts).map(([file, part]) => [file, json(part)] as const),
  ])
const parsed = (file: string) => JSON.parse(small.get(file) ?? '')
const put = (files: ReadonlyMap<string, string>, universe = acme) => publish(stores, universe, files, 'test')

describe('publishing', () => {
  it('keeps the files byte for byte, whatever their formatting', async () => {
    const text = '\uFEFF{ "extName":"bytes",\r\n\t"title" : {"fi":"Ä\u00A0ö"} , "minimumN": 5.0 }\n\n'
    const files = new Map([...small, ['settings.json', text]])
    await put(files)
    const target = join(opened.data, 'out')
    await writeDirectory(target, (await publishedFiles(stores, acme, 'bytes')) ?? new Map())
    expect(readdirSync(target)).toEqual(['questions.json', 'settings.json', 'views.json'])
    for (const [file, written] of files)
      expect(readFileSync(join(target, file)).equals(Buffer.from(written))).toBe(true)
    expect(new Map(await readDirectory(target))).toEqual(files)
  })

  it('does nothing for the very files that are published, and says so', async () => {
    const first = await put(survey('again'))
    expect(first).toMatchObject({ version: 1, changed: true })
    const { loadCount } = await findSurvey(stores, acme, 'again')
    expect(await put(survey('again'))).toEqual({ ...first, changed: false })
    expect((await findSurvey(stores, acme, 'again')).loadCount).toBe(loadCount)
  })

  it('keeps earlier versions', async () => {
    await put(survey('versions'))
    await put(survey('versions', { 'settings.json': { extName: 'versions', title: 'Second' } }))
    expect((await publishedFiles(stores, acme, 'versions', 1))?.get('settings.json')).toContain('A survey')
    expect((await publishedFiles(stores, acme, 'versions'))?.get('settings.json')).toContain('Second')
    expect(await publishedFiles(stores, acme, 'versions', 3)).toBeNull()
  })

  it('leaves nothing behind of a definition with a fault', async () => {
    const files = survey('broken', { 'pages.json': { pages: [] } })
    await expect(put(files)).rejects.toMatchObject({ code: 'invalid' })
    await expect(findSurvey(stores, acme, 'broken')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('puts two at the same time one after the other, each whole', async () => {
    const titles = Array.from({ length: 8 }, (_, i) => `Title ${i}`)
    const done = await Promise.all(
      titles.map((title, i) =>
        put(
          survey('crowded', {
            'settings.json': { extName: 'crowded', title },
            'questions.json': {
              questions: [...parsed('questions.json').questions, { id: `own${i}`, type: 'text', title }],
            },
          }),
        ),
      ),
    )
    expect(new Set(done.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    expect(new Set(done.map((one) => one.survey)).size).toBe(1)
    const { definition, questions } = await findSurvey(stores, acme, 'crowded')
    const last = titles.find((title) => title === definition.settings.title)
    expect(definition.questions.at(-1)?.title).toBe(last)
    const { rows } = await stores.service.query(
      'select count(*)::int as n, count(distinct number)::int as own, max(number) as last from question_column where survey = $1',
      [done[0]?.survey],
    )
    expect(rows).toEqual([{ n: 15, own: 15, last: 15 }])
    expect(questions.size).toBe(8)
  })

  it('gives a question the same column for life, and another one when its type changes', async () => {
    await put(survey('columns'))
    const before = await findSurvey(stores, acme, 'columns')
    const changed = parsed('questions.json').questions.toReversed()
    const at = changed.findIndex(({ id }: { id: string }) => id === 'age')
    changed[at] = { id: 'age', type: 'text', title: 'Age' }
    expect(await put(survey('columns', { 'questions.json': { questions: changed } }))).toMatchObject({
      retyped: ['age'],
    })
    const after = await findSurvey(stores, acme, 'columns')
    expect(after.questions.get('nps')?.column).toBe(before.questions.get('nps')?.column)
    expect(after.questions.get('age')?.column).toBe('q8')
    await put(survey('columns'))
    expect((await findSurvey(stores, acme, 'columns')).questions.get('age')?.column).toBe(
      before.questions.get('age')?.column,
    )
  })

  it('shows another universe nothing, in the words for what is nowhere', async () => {
    await put(survey('secret'))
    const refused = async (extName: string) => findSurvey(stores, globex, extName).catch((error: unknown) => error)
    const [hidden, absent] = [await refused('secret'), await refused('nowhere')]
    expect(hidden).toBeInstanceOf(Fault)
    expect(hidden).toEqual(absent)
    expect(await listSurveys(stores, globex)).toEqual([])
    const own = await put(survey('secret'), globex)
    expect(own.survey).not.toBe((await findSurvey(stores, acme, 'secret')).survey)
  })

  it('names the universes there are when it is given another', async () => {
    await expect(chooseUniverse(stores, 'initech')).rejects.toThrow('There are: acme, globex.')
    await expect(createUniverse(stores, { name: 'ACME', title: '', timeZone: 'UTC' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('places', () => {
  const tree = (nodes: object[]) => ({
    'views.json': { views: [{ extName: 'org', title: 'Org', root: { title: 'All' }, key: 'store', nodes }] },
  })

  it('keep their numbers through a reorganisation; a removed one is retired, not forgotten', async () => {
    await put(
      survey(
        'org',
        tree([
          { id: 's1', name: 'One', parent: 'r1' },
          { id: 's2', name: 'Two' },
          { id: 'r1', name: 'R' },
        ]),
      ),
    )
    const treeOf = async () => (await findSurvey(stores, acme, 'org')).views.get('org')?.tree
    const before = await treeOf()
    const store = before?.resolve(['r1', 's1'])
    expect(store).toBeGreaterThan(0)
    await put(
      survey(
        'org',
        tree([
          { id: 'r2', name: 'New' },
          { id: 's1', name: 'One', parent: 'r2', order: 1 },
        ]),
      ),
    )
    const after = await treeOf()
    expect(after?.resolve(['r2', 's1'])).toBe(store)
    expect(after?.resolve(['s2'])).toBe(before?.resolve(['s2']))
    expect(after?.nodes.get(before?.resolve(['s2']) ?? 0)?.validTo).not.toBeNull()
  })

  const visit = (number: number, answers: object) => ({ row: `row${number}`, answers: JSON.stringify(answers) })
  const storeVisits = async (extName: string, visits: { row: string; answers: string }[]) => {
    const { survey: number } = await findSurvey(stores, acme, extName)
    await inUniverse(stores.pool, acme, async (client) => {
      for (const { row, answers } of visits)
        await client.query('insert into interview (universe, survey, row_key, answers) values ($1, $2, $3, $4)', [
          ...[acme, number, row, answers],
        ])
    })
    return number
  }

  it('hold what became part of them, and are found by further codes', async () => {
    const nodes = (codes: object) => [
      { id: 's1', name: 'One', mergedInto: 's2' },
      { id: 's2', name: 'Two', mergedInto: 's3', validTo: '2025-12-31' },
      Object.assign({ id: 's3', name: 'Three', parent: 'r1' }, codes),
      { id: 'below', name: 'Below', parent: 's1' },
      { id: 'r1', name: 'R' },
    ]
    await put(survey('merged', tree(nodes({ codes: ['x3'] }))))
    const number = await storeVisits('merged', [visit(1, { store: 's1' }), visit(2, { store: 'x4' })])
    await stores.service.query(`update survey set unplaced = '{org}' where number = $1`, [number])
    await put(survey('merged', tree(nodes({ codes: ['x3'] }))))
    const treeNow = async () => (await findSurvey(stores, acme, 'merged')).views.get('org')?.tree
    const today = await treeNow()
    const at = (id: string) => [...(today?.nodes.values() ?? [])].find((node) => node.id === id)?.number ?? -1
    expect(today?.resolve(['s1'])).toBeNull()
    expect(today?.children(0).map(({ id }) => id)).toEqual(['r1'])
    expect(today?.line(at('s1')).map(({ id }) => id)).toEqual(['r1', 's3'])
    expect(today?.resolve(['r1', 's3', 'below'])).toBe(at('below'))
    expect(new Set(today?.within(at('s3')))).toEqual(new Set(['s1', 's2', 's3', 'below'].map(at)))
    const leaves = async () => {
      const { rows } = await stores.service.query<{ leaves: number[] }>(
        'select leaves from interview where survey = $1 order by number',
        [number],
      )
      return rows.map((row) => row.leaves[0])
    }
    expect(await leaves()).toEqual([at('s1'), 0])

    expect(await put(survey('merged', tree(nodes({ codes: ['x4'] }))))).toMatchObject({ moved: 1 })
    expect(await leaves()).toEqual([at('s1'), at('s3')])
    expect((await treeNow())?.resolve(['r1', 's3'])).toBe(at('s3'))
  })

  it('are found anew for interviews when a view is made of other questions', async () => {
    await put(survey('moved'))
    const number = await storeVisits('moved', [visit(1, { store: 's1', nps: 9 }), visit(2, { nps: 3 })])
    const views = [
      { extName: 'more', title: 'More', root: { title: 'All' }, levels: [{ question: 'nps', title: 'Score' }] },
      parsed('views.json').views[0],
    ]
    expect(await put(survey('moved', { 'views.json': { views } }))).toMatchObject({ moved: 2 })
    const { rows } = await stores.service.query<{ leaves: number[] }>(
      'select leaves from interview where survey = $1 order by number',
      [number],
    )
    const { views: found } = await findSurvey(stores, acme, 'moved')
    const [more] = found.values()
    expect(more?.number).toBe(2)
    expect(rows.map(({ leaves }) => leaves[1])).toEqual([more?.tree.resolve(['9']), more?.tree.resolve(['3'])])
    expect(await put(survey('moved', { 'views.json': { views } }))).toMatchObject({ changed: false, moved: 0 })
    const changes = await stores.service.query('select number from interview_change where survey = $1', [number])
    expect(changes.rowCount).toBe(2)
  })

  it('that answers made are called what the answers are called now', async () => {
    await put(survey('renamed'))
    const number = await storeVisits('renamed', [])
    await stores.service.query(
      `insert into node (universe, survey, view, id, name)
       values ($1, $2, 'store', 's1', '"First"'), ($1, $2, 'store', 's9', '"s9"')`,
      [acme, number],
    )
    const questions = parsed('questions.json').questions.map((question: { id: string; options?: object[] }) =>
      question.id === 'store' ? { ...question, options: [{ code: 's1', title: { en: 'Harbour' } }] } : question,
    )
    await put(survey('renamed', { 'questions.json': { questions } }))
    const tree = (await findSurvey(stores, acme, 'renamed')).views.get('store')?.tree
    expect(tree?.children(0).map(({ name }) => name)).toEqual([{ en: 'Harbour' }, 's9'])
  })

  it('are found by the next publish when an earlier one was broken off before it came to them', async () => {
    await put(survey('resumed'))
    const number = await storeVisits('resumed', [visit(1, { store: 's1' })])
    await stores.service.query(`update survey set unplaced = '{store}' where number = $1`, [number])
    expect(await put(survey('resumed'))).toMatchObject({ changed: false, moved: 1 })
    expect(await put(survey('resumed'))).toMatchObject({ changed: false, moved: 0 })
  })

  it('refuses to move the decimal point of stored answers', async () => {
    const decimals = (number: number) => ({
      'questions.json': {
        questions: parsed('questions.json').questions.map((question: { id: string }) =>
          question.id === 'age' ? { ...question, decimals: number } : question,
        ),
      },
    })
    await put(survey('point'))
    expect(await put(survey('point', decimals(2)))).toMatchObject({ version: 2 })
    await storeVisits('point', [visit(1, { age: 1850 })])
    await expect(put(survey('point', decimals(1)))).rejects.toMatchObject({
      code: 'conflict',
      details: [{ file: 'questions.json', place: 'questions[4].decimals', expected: '2', found: '1' }],
    })
  })
})

describe('a difference', () => {
  const lines = (before: unknown, after: unknown) =>
    diffDefinitions(new Map([['a.json', json(before)]]), new Map([['a.json', json(after)]])).map(changeLine)

  it('finds items by their names, wherever they stand', () => {
    const item = (id: string, title: string) => ({ id, title })
    expect(
      lines(
        { items: [item('a', 'A'), item('b', 'B'), item('c', 'C')] },
        { items: [item('c', 'C'), item('b', 'Bee'), item('d', 'D')] },
      ),
    ).toEqual([
      '~ a.json items.b.title: "B" › "Bee"',
      '+ a.json items.d: an object with id, title',
      '- a.json items.a: an object with id, title',
      '~ a.json items.order: "b, c" › "c, b"',
    ])
  })

  it('tells lists without names by position, new and lost files, and mere formatting', () => {
    expect(lines({ list: [1, 2] }, { list: [1, 3, 4] })).toEqual(['~ a.json list[1]: 2 › 3', '+ a.json list[2]: 4'])
    expect(diffDefinitions(new Map([['a', '{}']]), new Map([['b', '{}']])).map(changeLine)).toEqual([
      '- a: a file',
      '+ b: a file',
    ])
    expect(diffDefinitions(new Map([['a', '{}']]), new Map([['a', '{ }']])).map(changeLine)).toEqual([
      '~ a: the same › written differently',
    ])
    expect(lines({ a: 1 }, { a: 1 })).toEqual([])
  })

  it('stands side by side in the audit log, and as counts where it is long', () => {
    const file = (list: readonly number[]) => json({ list })
    const many = Array.from({ length: 120 }, (_, at) => at)
    const [before, after] = [
      new Map([
        ['few.json', file([1, 2])],
        ['gone.json', '{}'],
        ['many.json', file([])],
      ]),
      new Map([
        ['few.json', file([1, 3])],
        ['many.json', file(many)],
      ]),
    ]
    expect(changesByFile(before, after)).toEqual({
      before: { 'few.json': { 'list[1]': '2' }, 'gone.json': 'a file' },
      after: { 'few.json': { 'list[1]': '3' }, 'many.json': { added: 120, removed: 0, changed: 0 } },
    })
  })
})
