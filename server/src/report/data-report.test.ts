import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import { permissions } from '@kaiku/core/access.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toldState } from '../aggregate/data-state.ts'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { dataParquet, dropLeftData } from '../interview-data/data-parquet.ts'
import { questionFor } from '../result/result.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { viewerNow } from '../session/who.ts'
import { readByKaiku, readByOther } from '../spss-file/sav.fixture.ts'
import { spssDay } from '../spss-file/spss-variable.ts'
import { findSurvey } from '../survey/survey.ts'
import { dataClient, type List } from './data-report.fixture.ts'
import { listedInterviews } from './interview-report.ts'
import { takingAlong } from './report.ts'

type Headers = { authorization: string }
type Listed = List['rows'][number]
const single: readonly ReportKind[] = ['csv', 'spss', 'parquet']
const questions = ['day', 'who', 'store', 'channel', 'nps', 'spent', 'seen', 'comment', 'grade', 'visited', 'all']
const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], enableInterviewsReport: true, mainIndicators: ['mean'] },
  'questions.json': {
    questions: [
      ...parts['questions.json'].questions,
      {
        ...{ id: 'grade', type: 'choice', title: { en: 'Grade', fi: 'Arvosana' }, missing: ['9'] },
        options: [
          { code: '1', title: { en: 'Good', fi: 'Hyvä' } },
          { code: '2', title: { en: 'Bad', fi: 'Huono' } },
          { code: '9', title: { en: 'Don’t know', fi: 'En osaa sanoa' } },
        ],
      },
      { id: 'visited', type: 'date', title: 'Visited', text: 'When were you there?' },
      // No name of a variable, and more codes that are no answer than three.
      { id: 'all', type: 'scale', title: '=All', min: 1, max: 5, missing: [-2, -1, 96, 97, 98, 99] },
    ],
  },
  'indicators.json': { indicators: [{ id: 'mean', title: 'Mean', measure: 'mean', question: 'nps', decimals: 2 }] },
}
const hostile = Object.values(hostileTexts).filter((text) => text.trim() !== '')
const interviews = [
  ...hostile.flatMap((text, at) => [
    {
      ...{ store: 'kamppi', day: `2026-10-${String((at % 28) + 1).padStart(2, '0')}`, nps: at % 11, comment: text },
      ...{ channel: 'web', who: text, spent: 1234 + at, seen: ['tv', 'web'].slice(at % 2), visited: '1912-03-04' },
    },
    { store: 'lund', day: '2026-11-02', nps: 3, comment: `${text} again`, channel: text.slice(0, 90) },
  ]),
  { store: 'sello', day: '2026-11-03', nps: 99, seen: ['none'], grade: '9', all: 99 },
  { store: 'solo', seen: ['tv', 'Other, "quoted"', '=1+1'], grade: '1', all: 96, comment: `${'ä'.repeat(4_000)}.` },
  { store: 'sello', day: '2026-11-04', grade: '2', all: 5, spent: 0 },
]

let world: AlertWorld
let client: ReturnType<typeof dataClient>
let everywhere: Headers
let narrow: Headers
let blind: Headers
beforeAll(async () => {
  world = await openAlertWorld(blocks)
  client = dataClient(world)
  await world.answer(interviews)
  everywhere = await world.person('Everything', [], permissions)
  narrow = await world.person('South', ['fi', 'south'], permissions)
  blind = await world.person('Blind', [], ['seeIndicators', 'seeInterviews', 'export'])
})
afterAll(() => world.close())

/** Rows by interview: what stands in each column. */
type Table = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const csvRows = (bytes: Buffer) =>
  parse<Record<string, string>>(bytes, { bom: true, columns: true, record_delimiter: '\r\n' })

async function parquetRows(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const path = join(tmpdir(), `kaiku-${randomUUID()}.parquet`)
  writeFileSync(path, bytes)
  try {
    const text = await world.stores.clickhouse.readText(
      `select * from file('${path}', 'Parquet')`,
      {},
      { format: 'JSONEachRow', settings: { output_format_json_quote_64bit_integers: 0 } },
    )
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  } finally {
    rmSync(path)
  }
}
const byInterview = (rows: readonly Readonly<Record<string, unknown>>[]): Table =>
  new Map(rows.map((row) => [String(row['interview.id']), row]))

async function tableOf(headers: Headers, kind: ReportKind, path?: string): Promise<Table> {
  const { file } = await client.made(headers, kind, path)
  if (kind === 'csv') return byInterview(csvRows(file.bytes))
  return byInterview(kind === 'spss' ? (await readByOther(file.bytes)).rows : await parquetRows(file.bytes))
}
const answerOf = (row: Listed, id: string) => row.answers[questions.indexOf(id)]?.value ?? null
const listed = (headers: Headers, path?: string) => client.list(headers, questions, path)
const place = ({ place: names }: Listed) => names.filter((name) => name !== '').join(' › ')

describe('the interviews as CSV', () => {
  it('are those of the list, with their codes, and nothing in them runs', async () => {
    const { file, facts } = await client.made(everywhere, 'csv')
    expect([file.name, file.type]).toEqual([
      expect.stringMatching(/^Interviews as CSV – Visits \d{4}-\d\d-\d\d\.csv$/),
      'text/csv; charset=utf-8',
    ])
    expect(facts.map(({ title }) => title)).toContain('Created for')
    const rows = byInterview(csvRows(file.bytes))
    const list = await listed(everywhere)
    expect(list.rows.length).toBe(interviews.length)
    expect(rows.size).toBe(interviews.length)
    for (const row of list.rows) {
      const told = rows.get(row.interviewId) ?? {}
      const expected = questions.map((id) => {
        const value = answerOf(row, id)
        return [id, value === null ? '' : typeof value === 'object' ? value.join('|') : String(value)]
      })
      expect(questions.map((id) => [id, unmarked(String(told[id]))])).toEqual(expected)
      expect([told['interview.day'], told['interview.place']]).toEqual([row.day ?? '', place(row)])
      expect(told['score.mean']).toBe(String(row.scores[0]?.value ?? ''))
      for (const cell of Object.values(told)) expect(String(cell)).not.toMatch(/^[=+@\t\r]/)
    }
  })
})

const tablesLeft = () =>
  world.stores.clickhouse.read(`select name from system.tables where startsWith(name, 'interview_data_')`)

async function openedList() {
  const { userId } = (await client.inject('GET', 'session/identity', everywhere)).json()
  const viewer = await viewerNow(world.stores, userId, world.acme)
  if (!viewer) throw new Error('nobody')
  const dictionary = await findSurvey(world.stores, world.acme, 'visits')
  const path = { path: 'region,all', compare: 'none', locale: 'en' } as const
  const question = questionFor(world.stores, takingAlong(viewer.who), dictionary, path, Date.now())
  return listedInterviews({ question, state: await toldState(world.stores, dictionary) })
}

describe('the interviews as Parquet', () => {
  it('are those of the list, in columns with types', async () => {
    const { file } = await client.made(everywhere, 'parquet')
    expect(file.name).toMatch(/\.parquet$/)
    const rows = byInterview(await parquetRows(file.bytes))
    const list = await listed(everywhere)
    expect(rows.size).toBe(list.rows.length)
    for (const row of list.rows) {
      const told = rows.get(row.interviewId)
      const values = questions.map((id) => [id, answerOf(row, id) ?? (id === 'seen' ? [] : null)])
      expect(told).toEqual({
        ...{ 'interview.id': row.interviewId, 'interview.day': row.day, 'interview.place': place(row) },
        ...{ 'score.mean': row.scores[0]?.value ?? null, ...Object.fromEntries(values) },
      })
    }
    expect(await tablesLeft()).toEqual([])
  })

  it('leave no table for longer than a day where their maker died', async () => {
    const { clickhouse } = world.stores
    await clickhouse.command('create table interview_data_1000_left (n UInt64) engine = MergeTree order by n')
    await dropLeftData(clickhouse, 24 * 3_600_000)
    expect(await tablesLeft()).toEqual([['interview_data_1000_left']])
    await dropLeftData(clickhouse, 24 * 3_600_000 + 1_001)
    expect(await tablesLeft()).toEqual([])
  })

  it('leave no table where their list breaks off', async () => {
    const { listing } = await openedList()
    const failing = () => {
      throw new Error('the list broke')
    }
    const broken = dataParquet(listing, { read: failing, signal: new AbortController().signal })
    await expect(buffer(broken)).rejects.toThrow('the list broke')
    expect(await tablesLeft()).toEqual([])
  })
})

/** The other reader breaks letters of several bytes. */
const isPlain = (text: string) => /^\p{ASCII}*$/u.test(text)

describe('the interviews for SPSS', () => {
  it('are those of the list, with labels, missing values and a variable for each choice', async () => {
    const { file } = await client.made(everywhere, 'spss', 'region,all', 'fi')
    expect([file.name, file.type]).toEqual([expect.stringMatching(/\.sav$/), 'application/x-spss-sav'])
    const { variables, rows, cases } = await readByOther(file.bytes)
    const list = await listed(everywhere)
    expect(cases).toBe(list.rows.length)
    const told = byInterview(rows)
    const read = await readByKaiku(file.bytes)
    const names = read.variables.map(({ name }) => name)
    const own = byInterview(read.rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [names[at], cell]))))
    for (const row of list.rows) {
      const one = told.get(row.interviewId) ?? {}
      for (const id of ['nps', 'spent']) expect(one[id] ?? null).toBe(answerOf(row, id))
      for (const id of ['store', 'channel', 'comment', 'who']) {
        const text = String(answerOf(row, id) ?? '').trimEnd()
        expect(own.get(row.interviewId)?.[id]).toBe(text)
        if (isPlain(text)) expect(one[id] ?? '').toBe(text)
      }
      const grade = answerOf(row, 'grade')
      expect(one.grade ?? null).toBe(grade === null ? null : Number(grade))
      for (const [name, day] of [
        ['interview.day', row.day],
        ['visited', answerOf(row, 'visited')],
      ] as const)
        expect(one[name] ?? null).toBe(day === null ? null : spssDay(Date.parse(String(day))))
      const seen = answerOf(row, 'seen')
      const chosen = Array.isArray(seen) ? seen : null
      const isNone = chosen?.every((code) => code === 'none') ?? true
      for (const code of ['tv', 'web'])
        expect(one[`seen_${code}`] ?? null).toBe(isNone ? null : Number(chosen?.includes(code)))
      expect(one.seen_none ?? null).toBe(chosen === null ? null : Number(chosen.includes('none')))
      expect(one.seen_other ?? '').toBe(
        (chosen ?? []).filter((code) => !['tv', 'web', 'none'].includes(String(code))).join('|'),
      )
    }
    expect(variables.get('grade')).toEqual({
      ...{ label: 'Arvosana', missing: 9 },
      labels: [
        [1, 'Hyvä'],
        [2, 'Huono'],
        [9, 'En osaa sanoa'],
      ],
    })
    expect(variables.get('nps')?.missing).toBe(99)
    expect(variables.get('seen_tv')).toMatchObject({
      label: 'Seen: Télévision (tv)',
      labels: [
        [1, 'kyllä'],
        [0, 'ei'],
      ],
    })
  })

  it('never take a missing code for an answer, where there are more than a file can declare', async () => {
    const { file } = await client.made(everywhere, 'spss')
    const { rows, variables } = await readByOther(file.bytes)
    expect(variables.get('all_2')?.missing).toEqual([-2, -1, 96])
    const values = rows.map((row) => row.all_2).filter((value) => value !== undefined)
    expect(values.toSorted((a, b) => Number(a) - Number(b))).toEqual([5, 96])
  })
})

describe('interviews as data', () => {
  it('hold what their person may see, and no more', async () => {
    for (const kind of single) {
      const rows = await tableOf(narrow, kind)
      const list = await listed(narrow)
      expect([...rows.keys()].toSorted()).toEqual(list.rows.map(({ interviewId }) => interviewId).toSorted())
      expect(rows.size).toBeLessThan(interviews.length)
      for (const row of list.rows) expect(rows.get(row.interviewId)?.['interview.place']).toBe(place(row))
      expect(JSON.stringify([...rows.values()])).not.toMatch(/lund|sweden/i)
      const less = await tableOf(blind, kind)
      expect(less.size).toBe(interviews.length)
      const names = new Set([...less.values()].flatMap((row) => Object.keys(row)))
      expect([names.has('nps'), names.has('who'), names.has('comment')]).toEqual([true, false, false])
    }
  })

  it('are of the selection, in the order of the list, and none where nothing is selected', async () => {
    const path = 'region,all,fi;channel=web;nps=3*4'
    const list = await listed(everywhere, path)
    expect(list.rows.length).toBeGreaterThan(2)
    for (const kind of single) {
      expect([...(await tableOf(everywhere, kind, path)).keys()]).toEqual(list.rows.map((row) => row.interviewId))
      expect((await tableOf(everywhere, kind, 'region,all,se;nps=10')).size).toBe(0)
    }
  })

  it('are refused without the right, where the survey does not offer them, and in a protected one', async () => {
    const lacking = async (right: (typeof permissions)[number]) => {
      const headers = await world.person(
        `No ${right}`,
        [],
        permissions.filter((one) => one !== right),
      )
      const replies = await Promise.all([...single, 'codebook' as const].map((kind) => client.ask(headers, kind)))
      return replies.map(({ statusCode }) => statusCode)
    }
    expect(await lacking('export')).toEqual([403, 403, 403, 403])
    expect(await lacking('seeInterviews')).toEqual([403, 403, 403, 200])
    expect(await lacking('seeIndicators')).toEqual([403, 403, 403, 403])
    const settings = { ...blocks['settings.json'], extName: 'off', enableInterviewsReport: false }
    await world.survey(world.acme, filesOf({ ...blocks, 'settings.json': settings }))
    const off = await client.ask(everywhere, 'csv', 'region,all', 'en', 'off')
    expect([off.statusCode, off.json().reason.key]).toEqual([403, 'report.off'])
    const quiet = { ...blocks['settings.json'], extName: 'quiet', protection: true, minimumN: 10 }
    const files = filesOf({ ...blocks, 'settings.json': quiet, 'alert-rules.json': undefined })
    await world.survey(world.acme, new Map([...files].filter(([, text]) => text !== undefined)))
    for (const kind of [...single, 'interviews' as const]) {
      const refused = await client.ask(everywhere, kind, 'region,all', 'en', 'quiet')
      expect([refused.statusCode, refused.json().reason.key]).toEqual([403, 'protected.interviews'])
    }
  })

  it('are the universe’s own', async () => {
    const { rows: found } = await world.stores.service.query(`select id from universe where name = 'globex'`)
    const grants = [{ role: 'All', permissions, surveys: null, rows: {}, figures: null }]
    const globex = await signedIn(world.stores, { universe: found[0].id, grants })
    for (const kind of single) expect((await tableOf(globex, kind)).size).toBe(0)
  })

  it('leave nothing behind in the folder of temporary files', async () => {
    for (const kind of single) await client.made(everywhere, kind)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('kaiku-rows-'))).toEqual([])
  })
})

describe('the codebook', () => {
  it('tells what its call tells: questions, codes, indicators with their formulas', async () => {
    const { file } = await client.made(everywhere, 'codebook', 'region,all', 'fi')
    const { sheets } = await readXlsx(file.bytes)
    expect(sheets.map(({ name }) => name)).toEqual([
      ...['Tietoja', 'Kysymykset', 'Koodit', 'Mittarit', 'Hierarkiat', 'Suodattimet'],
    ])
    for (const { cells } of sheets) for (const cell of cells?.values() ?? []) expect(cell.formula).toBeUndefined()
    const told = (await client.inject('GET', 'vuejs/surveys/metadata/visits?locale=fi', everywhere)).json()
    const rows = (at: number) => {
      const [head = [], ...others] = sheets[at]?.rows ?? []
      return others.map((row) => Object.fromEntries(head.map((name, of) => [String(name), row[of] ?? null])))
    }
    expect(rows(1).map(({ id, title, type, nValidInSurvey }) => [id, title, type, nValidInSurvey])).toEqual(
      told.variables.map((one: Record<string, unknown>) => [one.id, one.title, one.type, one.nValid]),
    )
    expect(rows(1).find(({ id }) => id === 'visited')).toMatchObject({ text: 'When were you there?' })
    expect(rows(1).find(({ id }) => id === 'all')).toMatchObject({ title: '=All', from: 1, to: 5 })
    expect(rows(1).find(({ id }) => id === 'spent')).toMatchObject({ decimals: 2 })
    const grade = rows(2).filter(({ question }) => question === 'grade')
    expect(grade.map(({ code, label, missing, nInSurvey }) => [code, label, missing, nInSurvey])).toEqual([
      ['1', 'Hyvä', 0, 1],
      ['2', 'Huono', 0, 1],
      ['9', 'En osaa sanoa', 1, 1],
    ])
    expect(rows(3)).toMatchObject([{ id: 'mean', formula: told.indicators[0].formula }])
  })

  it('of a protected survey says how it is made, and counts nobody', async () => {
    const quiet = dataClient(world, 'quiet')
    const { file } = await quiet.made(everywhere, 'codebook')
    const { sheets } = await readXlsx(file.bytes)
    const [head = [], ...rows] = sheets[1]?.rows ?? []
    expect(rows.map(([id]) => id)).toContain('nps')
    for (const row of rows) expect(row[head.indexOf('nValidInSurvey')] ?? null).toBeNull()
  })
})
