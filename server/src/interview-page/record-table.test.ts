import type { Interview } from '@kaiku/contract/interview.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { unmarked } from '@kaiku/core/csv.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type List = AnswerOf<'InterviewList'>
type Row = List['rows'][number]
type Headers = { authorization: string }
type Query = Readonly<Record<string, string>>

let test: TestApp
let acme: string
let owner: Headers

const hostile = Object.values(hostileTexts)
const questions = {
  questions: [
    ...JSON.parse(small.get('questions.json') ?? '').questions,
    { id: 'phone', type: 'text', title: '=Phone', roles: ['contact'] },
  ],
}
const named = (extName: string, more: object = {}) =>
  new Map([
    ...small,
    ['questions.json', json(questions)],
    ['settings.json', json({ extName, title: extName, ...more })],
  ])
/** One per text, the newest last; the last two are in store s2, and have no rating. */
const answers = hostile.map((comment, at) => ({
  date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  store: at < hostile.length - 2 ? 's1' : 's2',
  nps: at % 12,
  ...(at < hostile.length - 2 ? { rating: 1 + (at % 5) } : {}),
  ...(at % 3 === 0 ? { seen: ['tv'] } : {}),
  comment,
  phone: `+358 ${at}`,
}))

const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })
const file = (query: Query, headers = owner, survey = 'open', path = 'store,all') =>
  test.app.inject({ url: `/api/vuejs/reports/recordtable/${survey}/${path}`, query: { ...query }, headers })
async function lines(query: Query, headers = owner, path = 'store,all'): Promise<string[][]> {
  const reply = await file({ format: 'csv', ...query }, headers, 'open', path)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return parse(reply.body, { bom: true, relaxColumnCount: true })
}
async function list(component: object): Promise<List> {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: '/api/result/query/open/store,all?compare=none', headers: owner },
    payload: { components: [{ type: 'InterviewList', ...component }] },
  })
  return reply.json().answers[0]
}
/** All of a list, page after page. */
async function all(component: object): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | undefined
  do {
    const page = await list({ ...component, limit: 7, ...(after && { after }) })
    expect(page.type, JSON.stringify(page)).toBe('InterviewList')
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after)
  return rows
}

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, named('open'), answers)
  const half = answers.map((one, at) => ({ ...one, store: at % 2 === 0 ? 's1' : 's2' }))
  await test.survey(acme, named('closed', { protection: true, minimumN: 5, minimumNComments: 10 }), half)
  owner = await member(fullGrant('all'))
})
afterAll(() => test?.close())

describe('the list of interviews', () => {
  it.each<[string, (row: Row) => string | number | null]>([
    ['day', (row) => row.day],
    ['score:nps', (row) => row.scores.find(({ indicator }) => indicator === 'nps')?.value ?? null],
    ['answer:rating', (row) => Number(row.answers[0]?.value ?? Number.NaN) || null],
  ])('stands in the order of %s, either way, each once, page after page, and last what has none', async (by, key) => {
    for (const falling of [false, true]) {
      const rows = await all({ columns: ['rating'], sort: { by, falling } })
      expect(new Set(rows.map(({ interviewId }) => interviewId)).size).toBe(answers.length)
      const keys = rows.map(key)
      const some = keys.filter((one) => one !== null)
      expect(keys).toEqual([...some, ...keys.filter((one) => one === null)])
      const sorted = some.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(some).toEqual(falling ? sorted.reverse() : sorted)
    }
  })

  it('stands in the order of places, texts and choices, too', async () => {
    for (const by of ['place', 'answer:comment', 'answer:store', 'answer:seen', 'answer:date'])
      for (const falling of [false, true]) {
        const rows = await all({ columns: ['comment'], sort: { by, falling } })
        expect(new Set(rows.map(({ interviewId }) => interviewId)).size, by).toBe(answers.length)
      }
    expect((await all({ sort: { by: 'place', falling: true } }))[0]?.place).toEqual(['All', 'Second'])
    expect(await list({ sort: { by: 'answer:nothing' } })).toMatchObject({ type: 'Failed', code: 'invalid' })
    expect(await list({ sort: { by: 'day' }, after: '2026-01-01_1=x' })).toMatchObject({
      type: 'Failed',
      code: 'invalid',
    })
  })

  it('finds what is said and what is chosen, in the columns that are shown', async () => {
    expect((await list({ columns: ['store'], search: 'SECOND' })).total).toBe(2)
    expect((await list({ columns: ['comment'], search: 'drop table' })).total).toBe(1)
    expect((await list({ columns: ['nps'], search: 'second' })).total).toBe(0)
  })

  it('shows every text as it was written, also when one interview is opened', async () => {
    const rows = await all({ columns: ['comment'] })
    expect(rows.map((row) => row.answers[0]?.value)).toEqual(hostile.toReversed())
    for (const { interviewId, answers: shown } of rows) {
      const reply = await test.app.inject({ url: `/api/vuejs/interview/open/${interviewId}`, headers: owner })
      const { questions: asked } = reply.json<Interview>()
      expect(asked.find(({ id }) => id === 'comment')?.answer?.value).toBe(shown[0]?.value)
    }
  })
})

describe('the list of interviews as a file', () => {
  it('has the columns, the order and the search of the screen, and its number of rows last', async () => {
    const query = { columns: 'rating,store', sort: 'answer:rating', order: 'falling', search: 'first' }
    const [head, ...rows] = await lines(query)
    const shown = await all({
      columns: ['rating', 'store'],
      sort: { by: 'answer:rating', falling: true },
      search: 'first',
    })
    expect(head?.slice(0, 2)).toEqual(['Day', 'Place'])
    expect(head?.slice(-2)).toEqual(['Rating', 'Store'])
    expect(rows.at(-1)).toEqual(['Interviews', String(shown.length)])
    expect(rows.slice(0, -1).map((row) => [row[0], row[1], row.at(-2), row.at(-1)])).toEqual(
      shown.map((row) => [row.day, row.place.join(' › '), String(row.answers[0]?.value), row.answers[1]?.label]),
    )
    expect((await lines({ columns: 'nps', locale: 'fi' }, owner, 'store,all,s2')).at(-1)).toEqual([
      'Haastatteluja',
      '2',
    ])
  })

  it('has every text, and none that a spreadsheet would run', async () => {
    const cells = (await lines({ columns: 'comment,phone' })).slice(1, -1).map((row) => row.at(-2) ?? '')
    expect(cells.map(unmarked)).toEqual(hostile.toReversed())
    for (const cell of cells) expect(cell === '-5' || !/^[=+\-@\t\r＝]/.test(cell), cell).toBe(true)
  })

  it('has the same as a sheet, where every text is a text', async () => {
    const reply = await file({ format: 'xlsx', columns: 'comment,phone' })
    expect(reply.headers['content-type']).toContain('spreadsheetml')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="open.xlsx"')
    const { sheets } = await readXlsx(reply.rawPayload)
    const [head, ...rows] = sheets[0]?.rows ?? []
    expect(head?.at(-1)).toBe('=Phone')
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['Interviews', hostile.length])
    expect(rows[0]?.[0]).toEqual(new Date(Date.UTC(2026, 0, hostile.length)))
    const kept = hostile.toReversed().map((text) => text.replace(/[^\P{Cc}\t\n\r]|\uFFFE/gu, ''))
    expect(rows.slice(0, -1).map((row) => row.at(-2))).toEqual(kept)
    for (const cells of sheets[0]?.cells?.values() ?? []) expect(cells.formula).toBeUndefined()
  })

  it('holds what the viewer may take along, and is refused where they may not', async () => {
    const narrow = await member(
      { ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] },
      { ...fullGrant('takes'), permissions: ['export'], rows: { store: [['s2']] } },
    )
    expect((await lines({}, narrow)).at(-1)).toEqual(['Interviews', '2'])
    const reader = await member({ ...fullGrant('reads'), permissions: ['seeIndicators', 'seeInterviews'] })
    expect((await file({ format: 'csv' }, reader)).statusCode).toBe(403)
    const blind = await member({ ...fullGrant('blind'), permissions: ['seeIndicators', 'seeInterviews', 'export'] })
    expect((await file({ format: 'csv', columns: 'phone' }, blind)).statusCode).toBe(403)
    expect((await file({ format: 'csv', sort: 'answer:phone' }, blind)).statusCode).toBe(403)
    expect((await lines({}, blind))[0]).not.toContain("'=Phone")
  })

  it('is refused where the survey is protected, and written down where it is made', async () => {
    expect((await file({ format: 'csv' }, owner, 'closed', 'store,all,s2')).statusCode).toBe(403)
    expect((await file({ format: 'csv' }, owner, 'closed')).statusCode).toBe(403)
    expect((await file({ format: 'csv' }, owner, 'open', 'store,all,s2')).statusCode).toBe(200)
    const { rows } = await test.stores.service.query(
      `select after from audit where action = 'data.export' order by at desc limit 1`,
    )
    expect(rows).toMatchObject([{ after: { interviews: 2, format: 'csv' } }])
  })
})
