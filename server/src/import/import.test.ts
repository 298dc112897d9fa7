import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ImportReport } from '@kaiku/contract/import.ts'
import type { Fault } from '@kaiku/core/fault.ts'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { listImports } from '../import-log/import-log.ts'
import { jsonRows } from '../interview-row/json-rows.ts'
import { publish } from '../publishing/definition.ts'
import { zipDirectory } from '../spreadsheet/zip-directory.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverse } from '../universe/universe.ts'
import { importFile, storeInterviews } from './import.ts'
import { undoImport } from './import-undo.ts'
import { reportLines } from './report-text.ts'

let stores: Stores
let opened: TestStores
let universe = ''
let other = ''
beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'Europe/Helsinki' })).id
  other = (await createUniverse(stores, { name: 'globex', title: 'Globex', timeZone: 'UTC' })).id
})
afterAll(async () => {
  await opened?.close()
})

const questions = [
  { id: 'score', type: 'scale', title: 'Score', min: 1, max: 5, missing: [9] },
  { id: 'price', type: 'number', title: 'Price', decimals: 2 },
  { id: 'weight', type: 'number', title: 'Weight', decimals: 6, roles: ['weight'] },
  { id: 'when', type: 'date', title: 'When', roles: ['date'] },
  { id: 'region', type: 'choice', title: 'Region', open: true, missing: ['-'] },
  { id: 'store', type: 'choice', title: 'Store', open: true },
  {
    id: 'member',
    type: 'choice',
    title: 'Member',
    options: [
      { code: 'y', title: 'Yes' },
      { code: 'n', title: 'No' },
    ],
  },
  {
    id: 'used',
    type: 'multiple',
    title: 'Used',
    options: ['web', 'shop', 'phone'].map((code) => ({ code, title: code })),
  },
  { id: 'comment', type: 'text', title: 'Comment', roles: ['comment'] },
  { id: 'who', type: 'text', title: 'Who', roles: ['contact'] },
  { id: 'year', type: 'choice', title: 'Year', open: true },
] as const
const views = [
  {
    extName: 'org',
    title: 'Org',
    root: { title: 'All' },
    levels: [
      { question: 'region', title: 'Region' },
      { question: 'store', title: 'Store' },
    ],
  },
]
const plain = (...ids: string[]) => ids.map((id) => ({ column: id, question: id }))

let number = 0
type Parts = { imports: readonly object[]; views?: readonly object[]; universe?: string }
function files({ extName, imports, views: own = views }: Parts & { extName: string }): Map<string, string> {
  const parts = {
    'settings.json': { extName, title: 'Survey', timeZone: 'Europe/Helsinki' },
    'questions.json': { questions },
    'views.json': { views: own },
    'imports.json': { imports },
  }
  return new Map(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]))
}

async function survey({ universe: where = universe, ...parts }: Parts): Promise<Dictionary> {
  const extName = `survey${++number}`
  await publish(stores, where, files({ extName, ...parts }), 'test')
  return findSurvey(stores, where, extName)
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const directory = await mkdtemp(join(opened.data, 'files-'))
  await writeFile(join(directory, name), content)
  return join(directory, name)
}

type Interview = {
  number: string
  row_key: string
  answers: Record<string, unknown>
  matched: Record<string, string> | null
  original: Record<string, unknown> | null
  day: string | null
  at: Date | null
  weight: string | null
  contact: string | null
  leaves: number[]
  import: string
}
const interviews = async ({ survey: of }: Dictionary): Promise<Interview[]> =>
  (await stores.service.query('select *, day::text as day from interview where survey = $1 order by number', [of])).rows
const changes = async ({ survey: of }: Dictionary) =>
  (
    await stores.service.query(
      'select number, old_leaf, old_day::text as old_day from interview_change where survey = $1 order by seq',
      [of],
    )
  ).rows
const counts = ({ inserted, corrected, unchanged, rejected }: ImportReport) => ({
  inserted,
  corrected,
  unchanged,
  rejected,
})
const path = async ({ survey: of }: Dictionary, leaf: number) =>
  (
    await stores.service.query<{ id: string }>(
      `with recursive line as (select parent, id, 1 as up from node where survey = $1 and number = $2
       union all select n.parent, n.id, up + 1 from node n join line l on n.survey = $1 and n.number = l.parent)
       select id from line order by up desc`,
      [of, leaf],
    )
  ).rows.map(({ id }) => id)

describe('an import', () => {
  it('understands codes, numbers, dates, choices, texts and constants as the mapping says', async () => {
    const dictionary = await survey({
      imports: [
        {
          name: 'wave1',
          match: { file: 'wave1*.csv', headers: ['id'] },
          wave: '2018',
          key: ['id'],
          decimal: ',',
          blank: ['BLANK', 'n/a'],
          columns: [
            { column: 'Score', question: 'score', recode: { best: 5, 'not asked': null } },
            { column: 'Price', question: 'price' },
            { column: 'W', question: 'weight', decimal: '.' },
            {
              column: 'Date',
              question: 'when',
              formats: ['MM/dd/yyyy hh:mm:ss a', 'd'],
              base: { year: 2018, month: 5 },
            },
            ...plain('region', 'store', 'comment', 'who'),
            { column: 'Member', question: 'member', recode: { '1': 'y', '2': 'n' } },
            { column: ['web', 'shop', 'tel'], question: 'used', chosen: '1', codes: { tel: 'phone' } },
          ],
          constants: { year: '2018' },
        },
      ],
    })
    const source = await file(
      'wave1-a.csv',
      [
        'id;Score ;Price;W;Date;region;store;comment;who;Member;web;shop;tel',
        '1; 4 ;1 234,50;0.208038;05/09/2018 01:30:00 PM;North;A;"Hyvä, ""todella""\r\nkiva Ÿ";a@b.fi;1;1;0;1',
        '2;best;-0,005;0;31;North;;;;2;;;',
        '3;9;n/a;-1;;;B;BLANK;;;0;0;0',
        '4;not asked;;;;-;B;;;;;;',
      ].join('\n'),
    )
    const report = await importFile(stores, dictionary, source)
    expect(counts(report)).toEqual({ inserted: 4, corrected: 0, unchanged: 0, rejected: 0 })
    const [first, second, third, fourth] = await interviews(dictionary)
    expect(first?.answers).toEqual({
      score: 4,
      price: 123450,
      weight: 208038,
      when: '2018-05-09',
      region: 'North',
      store: 'A',
      comment: 'Hyvä, "todella"\nkiva Ÿ',
      who: 'a@b.fi',
      member: 'y',
      used: ['web', 'phone'],
      year: '2018',
    })
    expect(first).toMatchObject({ row_key: '2018|1', day: '2018-05-09', weight: '208038000', contact: 'a@b.fi' })
    expect(first?.at?.toISOString()).toBe('2018-05-09T10:30:00.000Z')
    expect(first?.matched).toEqual({ comment: 'hyvä, "todella"\nkiva y', who: 'a@b.fi' })
    expect(await path(dictionary, first?.leaves[0] ?? 0)).toEqual(['North', 'A'])

    expect(second?.answers).toEqual({
      score: 5,
      price: 0,
      weight: 0,
      when: '2018-05-31',
      region: 'North',
      member: 'n',
      year: '2018',
    })
    expect(second).toMatchObject({ day: '2018-05-31', weight: null, contact: null, matched: null })
    expect(await path(dictionary, second?.leaves[0] ?? 0)).toEqual(['North'])
    expect(third?.answers).toEqual({ score: 9, weight: -1_000_000, store: 'B', used: [], year: '2018' })
    expect(third).toMatchObject({ day: null, weight: null, leaves: [0] })
    expect(fourth?.leaves).toEqual([0])
    expect(report.counts).toContainEqual({ question: 'score', answered: 2, missing: 2 })
    expect(report.columns).toContainEqual({ column: 'Score ', question: 'score', isKey: false })
  })

  it('reads an instant with a zone as the day of the survey', async () => {
    const dictionary = await survey({ imports: [{ name: 'all', match: {}, columns: plain('when', 'score') }] })
    await importFile(
      stores,
      dictionary,
      await file('a.csv', 'when,score\n2024-06-30T23:30:00Z,1\n2024-12-31 22:30:00-02:00,2\n2024-02-29,3\n'),
    )
    expect((await interviews(dictionary)).map(({ day }) => day)).toEqual(['2024-07-01', '2025-01-01', '2024-02-29'])
  })

  it('leaves an instant in its century, by file and by API', async () => {
    const dictionary = await survey({ imports: [{ name: 'all', match: {}, columns: plain('when', 'score') }] })
    const instants = ['1901-06-30T22:30:00Z', '1949-12-31T22:30:00Z', '2050-06-30T22:30:00Z', '2100-01-01T00:00:00Z']
    const rows = instants.map((when, at) => `${when},${at + 1}`).join('\n')
    await importFile(stores, dictionary, await file('a.csv', `when,score\n${rows}\n`))
    const days = ['1901-07-01', '1950-01-01', '2050-07-01', '2100-01-01']
    expect((await interviews(dictionary)).map(({ day, answers }) => [day, answers.when])).toEqual(
      days.map((day) => [day, day]),
    )
    const sent = jsonRows(dictionary)
    expect(instants.map((when) => sent('key', { when }))).toMatchObject(days.map((day) => ({ day })))
  })

  it('reads spaces in numbers only where they part thousands', async () => {
    const mapping = { name: 'all', match: {}, key: ['who'], decimal: ',', columns: plain('who', 'price') }
    const dictionary = await survey({ imports: [mapping] })
    const cells = ['1 234,5', '12\u00a0345', '-1\u202f234\u202f567', '1 2', '12 34', '1 234 5', ' 7 ']
    const source = await file('a.csv', `who;price\n${cells.map((cell, at) => `${at};${cell}`).join('\n')}\n`)
    const { rejects } = await importFile(stores, dictionary, source)
    expect(rejects.map(({ value }) => value)).toEqual(['1 2', '12 34', '1 234 5'])
    const stored = (await interviews(dictionary)).map(({ answers }) => answers.price)
    expect(stored).toEqual([123_450, 1_234_500, -123_456_700, 700])
  })

  it('splits a multiple choice by its separator or gathers it from columns', async () => {
    const dictionary = await survey({
      imports: [
        { name: 'cell', match: { headers: ['used'] }, columns: [{ column: 'used', question: 'used', separator: '|' }] },
        {
          name: 'columns',
          match: { headers: ['u1'] },
          columns: [{ column: ['u1', 'u2'], question: 'used', recode: { '1': 'web', '2': 'shop', '0': null } }],
        },
      ],
    })
    await importFile(stores, dictionary, await file('a.csv', 'used,x\nweb | phone|web,1\n'))
    await importFile(stores, dictionary, await file('b.csv', 'u1,u2\n2,0\n2,1\n'))
    expect((await interviews(dictionary)).map(({ answers }) => answers.used)).toEqual([
      ['web', 'phone'],
      ['shop'],
      ['shop', 'web'],
    ])
  })

  it('rejects each row it cannot keep, with line, column, value and reason', async () => {
    const dictionary = await survey({
      imports: [
        {
          name: 'all',
          match: {},
          key: ['id'],
          columns: [...plain('score', 'price', 'when', 'member', 'comment'), { column: 'id', question: 'who' }],
        },
      ],
    })
    const source = await file(
      'a.csv',
      [
        'id,score,price,when,member,comment',
        'a,4,1.5,2024-01-01,y,ok',
        'b,x,,,,',
        'c,6,,,,',
        'd,3.5,,,,',
        'e,1e9,,,,',
        'f,,"1,5",,,',
        'g,,,2024-02-30,,',
        'h,,,1850-01-01,,',
        'i,,,,maybe,',
        'j,,,,,a\0b',
        `k,,,,,${'x'.repeat(20_001)}`,
        'a,5,,,,',
        ' ,5,,,,',
        'l,5',
        'm,5,,,,,surplus',
        'n,5,,,,,',
        '"o"o,5',
        'p,1,,,,',
      ].join('\n'),
    )
    const rejects: unknown[] = []
    const report = await importFile(stores, dictionary, source, { onReject: (one) => rejects.push(one) })
    const expected = [
      [3, 'score', 'x', 'not a number'],
      [4, 'score', '6', 'not between 1 and 5, and no missing code'],
      [5, 'score', '3.5', 'not a whole number'],
      [6, 'score', '1e9', 'too large for a scale'],
      [7, 'price', '1,5', 'not a number'],
      [8, 'when', '2024-02-30', 'not a date in a format of the mapping'],
      [9, 'when', '1850-01-01', 'not between 1900-01-02 and 2299-12-31'],
      [10, 'member', 'maybe', 'not an option of the question'],
      [11, 'comment', 'a\ufffdb', 'contains a NUL character'],
      [12, 'comment', 'x'.repeat(500), 'longer than 20000 characters'],
      [13, 'id', 'a', 'the same key stands earlier in the file'],
      [14, 'id', '', 'the key is blank'],
      [15, '', '2', '2 values where the header has 6'],
      [16, '', '7', '7 values where the header has 6'],
      [18, '', '"o"o 5', 'text stands behind a closing quotation mark'],
    ].map(([line, column, value, reason]) => ({ line, column, value, reason }))
    expect(rejects).toEqual(expected)
    expect(counts(report)).toEqual({ inserted: 3, corrected: 0, unchanged: 0, rejected: 15 })
    expect((await interviews(dictionary)).map(({ row_key }) => row_key)).toEqual(['|a', '|n', '|p'])
  })

  it('says of each mapping why it does not fit', async () => {
    const dictionary = await survey({
      imports: [
        { name: 'y17', match: { file: 'y17*.csv' }, columns: plain('score') },
        { name: 'y18', match: { file: '*.csv', headers: ['NETPRO'] }, columns: plain('score') },
        { name: 'one', match: { file: 'one.csv' }, columns: plain('price') },
        { name: 'two', match: { file: 'o*.csv' }, columns: plain('score') },
      ],
    })
    const refused = async (name: string, text: string, mapping?: string) =>
      importFile(stores, dictionary, await file(name, text), { mapping }).then(
        () => null,
        (error: Fault) => ({ message: error.message, details: error.details }),
      )
    expect(await refused('x.csv', 'score\n1\n')).toMatchObject({
      message: 'no mapping fits x.csv',
      details: [
        { place: 'mapping y17', expected: 'a file named y17*.csv', found: 'x.csv' },
        { place: 'mapping y18', expected: 'columns NETPRO', found: 'no such columns' },
        { place: 'mapping one' },
        { place: 'mapping two' },
      ],
    })
    expect(await refused('one.csv', 'score\n1\n')).toMatchObject({ message: 'several mappings fit one.csv' })
    expect(await refused('one.csv', 'score\n1\n', 'one')).toMatchObject({
      message: 'one.csv lacks columns of mapping one: price',
    })
    expect(await refused('one.csv', 'score\n1\n', 'three')).toMatchObject({
      message: 'no mapping three; there are y17, y18, one, two',
    })
    expect(await refused('one.csv', 'score\n1\n', 'two')).toBeNull()
  })

  it('rounds what is written halves up, and takes an error of a spreadsheet for no word', async () => {
    const columns = plain('who', 'price', 'comment')
    const mapping = { name: 'all', match: {}, key: ['who'], columns }
    const source = await file('a.csv', 'who,price,comment\na,1.005,fine\nb,1.004,#N/A\nc,-8.345,#N/A!\nd,4.35e0,\n')
    const strict = await survey({ imports: [mapping] })
    const { rejects } = await importFile(stores, strict, source)
    expect(rejects).toMatchObject([
      { line: 3, value: '#N/A', reason: expect.stringContaining('error of a spreadsheet') },
    ])
    const stored = (await interviews(strict)).map(({ answers }) => [answers.price, answers.comment])
    expect(stored).toEqual([
      [101, 'fine'],
      [-834, '#N/A!'],
      [435, undefined],
    ])
    const blank = await survey({ imports: [{ ...mapping, blank: ['#N/A'] }] })
    expect(await importFile(stores, blank, source)).toMatchObject({ rejected: 0 })
    expect(jsonRows(strict)('key', { comment: '#N/A' })).toMatchObject({ json: '{"comment":"#N/A"}' })
  })

  it('refuses a file whose column is there twice, until the mapping says which it means', async () => {
    const twice = await file('a.csv', 'who,score,score \na,1,5\n')
    const unsure = await survey({ imports: [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'score') }] })
    await expect(importFile(stores, unsure, twice)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ expected: 'column score', found: 'several of that name: score (1), score (2)' }],
    })
    const columns = [...plain('who'), { column: 'score (2)', question: 'score' }]
    const sure = await survey({ imports: [{ name: 'all', match: {}, key: ['who'], columns }] })
    const { columns: read } = await importFile(stores, sure, twice)
    expect(read).toEqual([
      { column: 'who', question: 'who', isKey: true },
      { column: 'score (1)', question: null, isKey: false },
      { column: 'score (2)', question: 'score', isKey: false },
    ])
    expect((await interviews(sure)).map(({ answers }) => answers.score)).toEqual([5])
  })

  it('writes nothing of a file that is damaged near its end', async () => {
    const dictionary = await survey({
      imports: [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'score') }],
    })
    // More than one chunk, so that the first would be stored before the end is read.
    const rows = Array.from({ length: 6000 }, (_, at) => `å${at},${(at % 5) + 1}`)
    const whole = `who,score\n${rows.join('\n')}\n`
    const packed = gzipSync(whole)
    const bad = Buffer.from(whole)
    bad[bad.lastIndexOf(Buffer.from('å'))] = 0xff
    const book = Buffer.from(
      await writeXlsx({ sheets: [{ name: 'A', rows: whole.split('\n').map((row) => row.split(',')) }] }),
    )
    const sheet = zipDirectory(book).get('xl/worksheets/sheet1.xml')
    const middle = (sheet?.at ?? 0) + Math.floor((sheet?.packed ?? 0) / 2)
    book[middle] = (book[middle] ?? 0) ^ 0xff
    const damaged = [
      ['cut.csv.gz', packed.subarray(0, packed.length - 20)],
      ['quote.csv', `${whole}"open,1\n`],
      ['byte.csv', bad],
      ['sheet.xlsx', book],
    ] as const
    for (const [name, content] of damaged) {
      const source = await file(name, typeof content === 'string' ? content : Buffer.from(content))
      await expect(importFile(stores, dictionary, source)).rejects.toMatchObject({ code: 'invalid' })
      await expect(importFile(stores, dictionary, source, { preview: true })).rejects.toMatchObject({ code: 'invalid' })
    }
    expect([await interviews(dictionary), await listImports(stores.pool, dictionary)]).toEqual([[], []])
  })

  it('says in which encoding it read the letters', async () => {
    const dictionary = await survey({
      imports: [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'score') }],
    })
    const source = await file('a.csv', Buffer.from('who,score\nJyväskylä,1\n', 'latin1'))
    const report = await importFile(stores, dictionary, source, { preview: true })
    expect(report.encoding).toBe('windows-1252')
    expect(reportLines(report)).toContain('letters read as windows-1252')
  })

  it('writes nothing in a preview and says what it would do', async () => {
    const dictionary = await survey({
      imports: [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'score', 'price') }],
    })
    await importFile(stores, dictionary, await file('a.csv', 'who,score,price\na,1,1\nb,2,2\n'))
    const source = await file('b.csv', 'who,score,price\na,1,1\nb,3,2\nc,4,9.99\nd,8,\n')
    const preview = await importFile(stores, dictionary, source, { preview: true })
    expect(preview).toMatchObject({
      state: 'preview',
      importId: null,
      rows: 4,
      inserted: 1,
      corrected: 1,
      unchanged: 1,
      rejected: 1,
    })
    expect(preview.sample.at(-1)).toEqual({ who: 'c', score: 4, price: 9.99 })
    expect(await interviews(dictionary)).toHaveLength(2)
    const { rows } = await stores.service.query('select 1 from import where survey = $1', [dictionary.survey])
    expect(rows).toHaveLength(1)
  })
})

describe('the same rows again', () => {
  const imports = [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'score', 'when', 'region') }]
  const head = 'who,score,when,region\n'

  it('change nothing', async () => {
    const dictionary = await survey({ imports })
    const source = await file('a.csv', `${head}a,1,2024-01-01,N\nb,2,2024-01-02,S\n`)
    await importFile(stores, dictionary, source)
    const before = [await interviews(dictionary), await changes(dictionary)]
    expect(counts(await importFile(stores, dictionary, source))).toEqual({
      inserted: 0,
      corrected: 0,
      unchanged: 2,
      rejected: 0,
    })
    expect(
      counts(await importFile(stores, dictionary, await file('b.csv.gz', gzipSync(await readFile(source))))),
    ).toMatchObject({ unchanged: 2 })
    expect([await interviews(dictionary), await changes(dictionary)]).toEqual(before)
  })

  it('become corrections where they differ, and the original is kept', async () => {
    const dictionary = await survey({ imports })
    await importFile(stores, dictionary, await file('a.csv', `${head}a,1,2024-01-01,N\nb,2,2024-01-02,S\nc,3,,S\n`))
    const [a, b] = await interviews(dictionary)
    const report = await importFile(
      stores,
      dictionary,
      await file('b.csv', `${head}a,5,2024-01-01,N\nb,2,2024-01-02,W\nd,4,,N\n`),
    )
    expect(counts(report)).toEqual({ inserted: 1, corrected: 2, unchanged: 0, rejected: 0 })
    await importFile(stores, dictionary, await file('c.csv', `${head}a,4,2025-01-01,N\n`))
    const [first, second, third] = await interviews(dictionary)
    expect(first).toMatchObject({ number: a?.number, answers: { score: 4 }, original: { score: 1 }, day: '2025-01-01' })
    expect(second).toMatchObject({ answers: { region: 'W' }, original: { region: 'S' } })
    expect(third).toMatchObject({ answers: { score: 3 }, original: null })
    // The projection must take rows back from where they were, and only those that moved.
    expect((await changes(dictionary)).filter(({ old_leaf }) => old_leaf !== null)).toEqual([
      { number: b?.number, old_leaf: b?.leaves[0], old_day: '2024-01-02' },
      { number: a?.number, old_leaf: a?.leaves[0], old_day: '2024-01-01' },
    ])
  })

  it('stay behind a correction by hand', async () => {
    const dictionary = await survey({ imports })
    await importFile(stores, dictionary, await file('a.csv', `${head}a,1,,N\nb,2,,N\n`))
    await stores.service.query(
      `update interview set original = answers, answers = answers || '{"score": 5}', corrected_by_hand = true where survey = $1 and row_key = '|a'`,
      [dictionary.survey],
    )
    const report = await importFile(stores, dictionary, await file('b.csv', `${head}a,3,,N\nb,4,,N\n`))
    expect(counts(report)).toEqual({ inserted: 0, corrected: 1, unchanged: 1, rejected: 0 })
    expect(report.message).toBe('1 interviews were corrected by hand and stay as they are')
    expect((await interviews(dictionary)).map(({ answers }) => answers.score)).toEqual([5, 4])
  })

  it('are told apart by wave, and without key columns by content and count', async () => {
    const waves = ['1', '2'].map((wave) => ({ ...imports[0], name: wave, wave, match: { file: `${wave}.csv` } }))
    const keyed = await survey({ imports: waves })
    for (const wave of ['1', '2']) await importFile(stores, keyed, await file(`${wave}.csv`, `${head}a,1,,N\n`))
    expect((await interviews(keyed)).map(({ row_key }) => row_key)).toEqual(['1|a', '2|a'])

    const keyless = await survey({ imports: [{ name: 'all', match: {}, columns: plain('score') }] })
    expect(counts(await importFile(stores, keyless, await file('a.csv', 'score,x\n1,a\n1,a\n2,b\n')))).toMatchObject({
      inserted: 3,
    })
    expect(
      counts(await importFile(stores, keyless, await file('b.csv', 'score,x\n1,a\n1,a\n1,a\n2,b\n'))),
    ).toMatchObject({ inserted: 1, unchanged: 3 })
  })
})

describe('places', () => {
  it('are looked up in a table of nodes, and an unknown one rejects the row', async () => {
    const nodes = [
      { id: 'N', name: 'North' },
      { id: 's1', parent: 'N', name: 'Store 1' },
    ]
    const dictionary = await survey({
      views: [{ extName: 'table', title: 'T', root: { title: 'All' }, key: 'store', nodes }],
      imports: [{ name: 'all', match: {}, columns: [{ column: 'S', question: 'store' }] }],
    })
    const report = await importFile(stores, dictionary, await file('a.csv', 'S,x\ns1,1\nN,2\n,3\ns9,4\n'))
    expect(report.rejects).toEqual([{ line: 5, column: 'S', value: 's9', reason: 'no node of view table' }])
    const numbers = new Map(
      [...(dictionary.views.get('table')?.tree.nodes.values() ?? [])].map(({ id, number: of }) => [id, of]),
    )
    expect((await interviews(dictionary)).map(({ leaves }) => leaves[0])).toEqual([
      numbers.get('s1'),
      numbers.get('N'),
      0,
    ])
  })

  it('are made once when several imports meet them at the same time', async () => {
    const dictionary = await survey({
      imports: [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'region', 'store') }],
    })
    const rows = (from: number) =>
      Array.from({ length: 400 }, (_, i) => `${from + i},r${(i * 7) % 5},s${(i * 13) % 90}`).join('\n')
    const files = await Promise.all(
      [0, 1000, 2000].map((from) => file(`${from}.csv`, `who,region,store\n${rows(from)}\n`)),
    )
    const reports = await Promise.all(files.map((one) => importFile(stores, dictionary, one)))
    expect(reports.map(({ inserted }) => inserted)).toEqual([400, 400, 400])
    const { rows: twice } = await stores.service.query(
      'select parent, id from node where survey = $1 group by 1, 2 having count(*) > 1',
      [dictionary.survey],
    )
    expect(twice).toEqual([])
    for (const { answers, leaves } of (await interviews(dictionary)).slice(0, 20))
      expect(await path(dictionary, leaves[0] ?? 0)).toEqual([answers.region, answers.store])
  })

  const columns = ['region', 'store', 'member'] as const
  const placedBy = (levels: readonly string[]) => [
    { ...views[0], levels: levels.map((question) => ({ question, title: question })) },
  ]
  const mapping = [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'region', 'store', 'member') }]
  const republish = async ({ extName }: Dictionary, levels: readonly string[]) => {
    await publish(stores, universe, files({ extName, imports: mapping, views: placedBy(levels) }), 'test')
    return findSurvey(stores, universe, extName)
  }
  const expectPlaced = async (dictionary: Dictionary, levels: readonly string[]) => {
    const { rows } = await stores.service.query<{ answers: Record<string, string>; line: string[] }>(
      `with recursive tree as (
         select number, array[id] as line from node where survey = $1 and parent is null
         union all select n.number, line || n.id from node n join tree on n.survey = $1 and n.parent = tree.number)
       select answers, line from interview i left join tree on tree.number = i.leaves[1] where i.survey = $1`,
      [dictionary.survey],
    )
    const wrong = rows.filter(({ answers, line }) => line.join() !== levels.map((level) => answers[level]).join())
    expect(wrong.slice(0, 3)).toEqual([])
    return rows.length
  }

  it('are right for every interview when a publish moves them while an import writes', async () => {
    const dictionary = await survey({ imports: mapping, views: placedBy(['region', 'store']) })
    const rows = (round: number) =>
      Array.from({ length: 6_000 }, (_, i) => `${i},r${(i + round) % 7},s${(i + round) % 50},${i % 2 ? 'y' : 'n'}`)
    const source = (round: number) => file(`${round}.csv`, `who,${columns.join()}\n${rows(round).join('\n')}\n`)
    await importFile(stores, dictionary, await source(0))
    let levels: readonly string[] = ['region', 'store']
    for (let round = 1; round <= 3; round++) {
      const changed = await source(round)
      const before = await findSurvey(stores, universe, dictionary.extName)
      levels = [columns[round % 3] ?? 'region', columns[(round + 1) % 3] ?? 'store']
      const importing = importFile(stores, before, changed).catch(async (error: Fault) => {
        expect(error.code).toBe('conflict')
        return importFile(stores, await findSurvey(stores, universe, dictionary.extName), changed)
      })
      const [report] = await Promise.all([importing, republish(dictionary, levels)])
      expect(report.state).toBe('done')
      expect(await expectPlaced(dictionary, levels)).toBe(6_000)
    }
  })

  it('are not made by an import that knows the view as it was before a publish', async () => {
    const before = await survey({ imports: mapping, views: placedBy(['region']) })
    const source = await file('a.csv', `who,${columns.join()}\na,r1,s1,y\nb,r2,s2,n\n`)
    const after = await republish(before, ['store'])
    await expect(importFile(stores, before, source)).rejects.toMatchObject({ code: 'conflict' })
    const nodes = () => stores.service.query('select id from node where survey = $1 order by id', [before.survey])
    expect((await nodes()).rows).toEqual([])
    expect(counts(await importFile(stores, after, source))).toMatchObject({ inserted: 2 })
    expect((await nodes()).rows).toEqual([{ id: 's1' }, { id: 's2' }])
  })
})

describe('undo', () => {
  const imports = [
    { name: 'all', match: {}, key: ['who'], columns: plain('who', 'score', 'when', 'region', 'comment') },
  ]
  const head = 'who,score,when,region,comment\n'

  it('brings back exactly what stood before', async () => {
    const dictionary = await survey({ imports })
    await importFile(stores, dictionary, await file('a.csv', `${head}a,1,2024-01-01,N,Hei\nb,2,,,\n`))
    const before = await interviews(dictionary)
    const second = await importFile(
      stores,
      dictionary,
      await file('b.csv', `${head}a,5,2024-03-03,S,\nb,3,,S,x\nc,4,,,\n`),
    )
    const undone = await undoImport(stores, dictionary, second.importId ?? '')
    expect(undone.state).toBe('undone')
    expect(await interviews(dictionary)).toEqual(before)
    const last = (await changes(dictionary)).slice(-3)
    expect(last[0]).toMatchObject({ old_day: '2024-03-03' })
    expect(last[2]).toMatchObject({ old_leaf: 0, old_day: null })
    await expect(undoImport(stores, dictionary, second.importId ?? '')).rejects.toMatchObject({ code: 'conflict' })
    const present = await findSurvey(stores, universe, dictionary.extName)
    expect(counts(await importFile(stores, present, await file('b.csv', `${head}c,4,,,\n`)))).toMatchObject({
      inserted: 1,
    })
  })

  it('takes away the places that only its interviews had, and no others', async () => {
    const dictionary = await survey({
      imports: [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'region', 'store') }],
    })
    const load = async (name: string, lines: string[]) => {
      const own = await findSurvey(stores, universe, dictionary.extName)
      return (await importFile(stores, own, await file(name, `who,region,store\n${lines.join('\n')}\n`))).importId ?? ''
    }
    const undo = async (id: string) => undoImport(stores, await findSurvey(stores, universe, dictionary.extName), id)
    const nodes = async () => {
      const { views: own } = await findSurvey(stores, universe, dictionary.extName)
      const tree = own.get('org')?.tree
      const lines = [...(tree?.nodes.keys() ?? [])].map((at) => tree?.line(at).map(({ id }) => id) ?? [])
      return lines.map((line) => line.join('/')).sort((a, b) => (a < b ? -1 : 1))
    }
    await load('a.csv', ['a,N,1', 'b,S,'])
    const second = await load('b.csv', ['c,N,2', 'd,W,1', 'e,E,1', 'b,S,9'])
    const third = await load('c.csv', ['f,W,1', 'g,E,2'])
    expect(await nodes()).toEqual(['E', 'E/1', 'E/2', 'N', 'N/1', 'N/2', 'S', 'S/9', 'W', 'W/1'])
    await undo(second)
    expect(await nodes()).toEqual(['E', 'E/2', 'N', 'N/1', 'S', 'W', 'W/1'])
    // What the second import met first goes with the third, which was the last to need it.
    await undo(third)
    expect(await nodes()).toEqual(['N', 'N/1', 'S'])
    await load('b.csv', ['c,N,2'])
    expect(await nodes()).toEqual(['N', 'N/1', 'N/2', 'S'])
  })

  it('returns corrections to where they belong today', async () => {
    const mapping = [{ name: 'all', match: {}, key: ['who'], columns: plain('who', 'region', 'store') }]
    const dictionary = await survey({ imports: mapping })
    await importFile(stores, dictionary, await file('a.csv', 'who,region,store\na,N,1\n'))
    const again = await findSurvey(stores, universe, dictionary.extName)
    const second = await importFile(stores, again, await file('b.csv', 'who,region,store\na,S,2\n'))
    const turned = [{ ...views[0], levels: views[0]?.levels.toReversed() }]
    const { extName } = dictionary
    await publish(stores, universe, files({ extName, imports: mapping, views: turned }), 'test')
    await undoImport(stores, await findSurvey(stores, universe, extName), second.importId ?? '')
    const [a] = await interviews(dictionary)
    expect(await path(dictionary, a?.leaves[0] ?? 0)).toEqual(['1', 'N'])
  })

  it('refuses where a later import or a person corrected the interviews', async () => {
    const dictionary = await survey({ imports })
    const first = await importFile(stores, dictionary, await file('a.csv', `${head}a,1,,,\nb,2,,,\n`))
    const second = await importFile(stores, dictionary, await file('b.csv', `${head}a,2,,,\n`))
    await expect(undoImport(stores, dictionary, first.importId ?? '')).rejects.toThrow('Later imports corrected 1')
    await undoImport(stores, dictionary, second.importId ?? '')
    await stores.service.query(`update interview set corrected_by_hand = true where survey = $1 and row_key = '|b'`, [
      dictionary.survey,
    ])
    await expect(undoImport(stores, dictionary, first.importId ?? '')).rejects.toThrow(
      '1 of these interviews were corrected by hand',
    )
    expect(await interviews(dictionary)).toHaveLength(2)
  })

  it('does not see the import of another universe', async () => {
    const dictionary = await survey({ imports })
    const report = await importFile(stores, dictionary, await file('a.csv', `${head}a,1,,,\n`))
    const foreign = await survey({ imports, universe: other })
    await expect(undoImport(stores, foreign, report.importId ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('interviews that were made', () => {
  async function* rows(count: number) {
    for (let i = 0; i < count; i++)
      yield { key: `k${i}`, answers: { score: (i % 5) + 1, when: '2024-05-05', region: 'N', comment: 'Åh é' } }
  }

  it('are stored with their places, days and folded texts, once', async () => {
    const dictionary = await survey({ imports: [] })
    expect(counts(await storeInterviews(stores, dictionary, rows(12), { import: 'sample' }))).toMatchObject({
      inserted: 12,
    })
    expect(counts(await storeInterviews(stores, dictionary, rows(12), { import: 'sample' }))).toMatchObject({
      unchanged: 12,
    })
    const [first] = await interviews(dictionary)
    expect(first).toMatchObject({ row_key: 'k0', day: '2024-05-05', matched: { comment: 'åh e' } })
    expect(await path(dictionary, first?.leaves[0] ?? 0)).toEqual(['N'])
  })
})
