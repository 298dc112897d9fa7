import type { Figure } from '@kaiku/contract/figure.ts'
import { type FigureProof, figureProof as proofShape } from '@kaiku/contract/figure-proof.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant, type Grant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import { int8, query } from '../db/rows.ts'
import { json } from '../definition/small.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { correctInterview } from '../interview/interview.ts'
import { eraseInterview } from '../interview-erasure/erase-interview.ts'
import { publish } from '../publishing/definition.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }

const filesOf = (extName: string, more: object = {}) =>
  new Map(
    Object.entries({
      'settings.json': { extName, title: 'Visits', timeZone: 'UTC', minimumN: 5, ...more },
      'questions.json': {
        questions: [
          { id: 'date', type: 'date', title: 'Date', roles: ['date'] },
          { id: 'store', type: 'choice', title: 'Store', open: true },
          { id: 'nps', type: 'scale', title: 'Would you recommend us?', min: 0, max: 10, missing: [11] },
          { id: 'ease', type: 'scale', title: 'Ease', min: 1, max: 5, falling: true, missing: [9] },
          { id: 'staff', type: 'scale', title: 'Staff', min: 1, max: 5 },
          { id: 'spent', type: 'number', title: 'Spent', decimals: 2 },
          {
            ...{ id: 'seen', type: 'multiple', title: 'Seen' },
            options: [
              { code: 'tv', title: 'Television' },
              { code: 'web', title: 'Web' },
              { code: 'no', title: 'Don’t know' },
            ],
            missing: ['no'],
          },
          { id: 'weight', type: 'number', title: 'Weight', decimals: 1, roles: ['weight'] },
        ],
      },
      'views.json': {
        views: [
          {
            extName: 'store',
            title: 'Stores',
            root: { title: 'All' },
            levels: [{ question: 'store', title: 'Store' }],
          },
        ],
      },
      'filters.json': {
        standard: {
          filterGroups: [{ title: 'All', filters: [{ extName: 'staff', title: 'Staff', question: 'staff' }] }],
        },
        time: { filterGroups: [] },
      },
      'indicators.json': {
        indicators: [
          { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' },
          { id: 'npsW', title: 'NPS, weighted', measure: 'nps', question: 'nps', weight: 'role' },
          { id: 'mean', title: 'Mean', measure: 'mean', question: 'staff', decimals: 2 },
          { id: 'meanW', title: 'Mean, weighted', measure: 'mean', question: 'spent', weight: 'role' },
          { id: 'index', title: 'Index', measure: 'index', question: 'ease' },
          { id: 'top', title: 'Top', measure: 'topBox', question: 'ease', boxes: 2 },
          { id: 'bottomW', title: 'Bottom', measure: 'bottomBox', question: 'staff', boxes: 1, weight: 'role' },
          { id: 'share', title: 'Share', measure: 'share', question: 'seen', set: ['tv'] },
          {
            id: 'composite',
            title: 'Both',
            measure: 'composite',
            parts: [{ indicator: 'mean' }, { indicator: 'index', weight: 2 }],
            minimumParts: 2,
          },
          { id: 'pooled', title: 'Heap', measure: 'pooled', parts: [{ indicator: 'mean' }, { indicator: 'index' }] },
          { id: 'sum', title: 'Turnover', measure: 'sum', question: 'spent' },
          { id: 'median', title: 'Middle', measure: 'median', question: 'spent' },
          { id: 'count', title: 'Count', measure: 'count', question: 'spent' },
          { id: 'rate', title: 'Rate', measure: 'rate', of: 'staff=5', among: 'staff=4*5' },
        ],
      },
    }).map(([name, part]) => [name, json(part)]),
  )
const kinds = 'nps npsW mean meanW index top bottomW share composite pooled sum median count rate'.split(' ')

/** Answers as they are stored, in turn, some of them missing or without a weight. */
const answersOf = (at: number): Answers => ({
  date: at % 4 === 0 ? '2024-05-10' : `2025-0${1 + (at % 6)}-15`,
  store: `s${1 + (at % 3)}`,
  ...(at % 7 === 0 ? {} : { nps: at % 11 === 3 ? 11 : (at * 7) % 11 }),
  ...(at % 5 === 0 ? {} : { ease: at % 13 === 1 ? 9 : 1 + ((at * 3) % 5) }),
  ...(at % 9 === 0 ? {} : { staff: 1 + ((at * 2) % 5) }),
  ...(at % 6 === 0 ? {} : { spent: 1000 + ((at * 377) % 9000) }),
  ...(at % 9 === 1 ? {} : { seen: at % 10 === 1 ? ['no'] : at % 2 ? ['tv', 'web'] : ['web'] }),
  ...(at % 10 === 4 ? {} : { weight: 5 + (at % 17) }),
})
const all = Array.from({ length: 240 }, (_, at) => answersOf(at))

let test: TestApp
let acme: string
let globex: Headers
let owner: Headers
const member = (...grants: Grant[]) => signedIn(test.stores, { universe: acme, grants })

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const other = await test.universe('globex')
  globex = await signedIn(test.stores, { universe: other, grants: [fullGrant('all')] })
  await test.survey(acme, filesOf('open'), all)
  await test.survey(acme, filesOf('moving'), all)
  await test.survey(acme, filesOf('closed', { protection: true }), all)
  owner = await member(fullGrant('all'))
})
afterAll(() => test?.close())

const year = 'store,all;ftime=20250101_20251231'
type Asked = { survey?: string; path?: string; headers?: Headers | undefined; at?: string; locale?: string }
const ask = (indicator: string, { survey = 'open', path = year, headers = owner, at, locale = 'en' }: Asked = {}) =>
  test.app.inject({
    url: `/api/result/proof/${survey}/${encodeURIComponent(path)}/${indicator}`,
    query: { locale, ...(at !== undefined && { at }) },
    headers,
  })
async function proof(indicator: string, asked: Asked = {}): Promise<FigureProof> {
  const reply = await ask(indicator, asked)
  expect(reply.statusCode, reply.body.slice(0, 400)).toBe(200)
  return proofShape.parse(reply.json())
}
async function tile(indicator: string, { survey = 'open', path = year, headers = owner }: Asked = {}): Promise<Figure> {
  const reply = await test.app.inject({
    ...{ method: 'POST', headers, payload: { components: [{ type: 'IndicatorTiles', indicators: [indicator] }] } },
    url: `/api/result/query/${survey}/${encodeURIComponent(path)}?compare=none`,
  })
  const [answer] = reply.json<{ answers: AnswerOf<'IndicatorTiles'>[] }>().answers
  const [found] = answer?.tiles ?? []
  if (!found) throw new Error(reply.body)
  return found.figure
}
const outOf = ({ leftOut }: FigureProof) =>
  Object.fromEntries(leftOut.map(({ reason, n, title }) => [title === null ? reason : `${reason} ${title}`, n]))

describe('the proof of a figure', () => {
  it.each(kinds)('has of %s what is on the screen, and sums that make it to the last digit', async (indicator) => {
    const found = await proof(indicator)
    const shown = await tile(indicator)
    expect(found.figure).toEqual(shown)
    const { sums, leftOut, interviews } = found
    const { measure } = found.indicator
    expect(found.figure.value).not.toBeNull()
    if (measure === 'median') expect(sums).toBeNull()
    else if (measure === 'count') expect(found.figure.value).toBe(found.figure.n)
    else expect(measure === 'sum' ? sums?.S : (sums?.S ?? 0) / (sums?.W ?? 0)).toBe(found.figure.value)
    const { W = 0, counted = null, against = null } = sums ?? {}
    if (counted !== null) expect((100 * (counted - (against ?? 0))) / W).toBeCloseTo(found.figure.value ?? 0, 10)
    expect(counted !== null).toBe(['nps', 'topBox', 'bottomBox', 'share', 'rate'].includes(measure))
    // Whoever is at the place is either counted or left out for one reason.
    const without = leftOut.reduce((sum, { n }) => sum + n, 0)
    expect((found.figure.n ?? 0) + without).toBe(interviews?.place)
    expect(leftOut.every(({ n }) => n > 0)).toBe(true)
  })

  it('says who was left out and why', async () => {
    const now = all.filter(({ date }) => String(date) > '2025')
    const of = (test: (one: Answers) => boolean) => now.filter(test).length
    const nps = await proof('npsW')
    expect(nps.interviews).toEqual({ place: 240, selection: now.length })
    expect(outOf(nps)).toEqual({
      otherPeriod: 240 - now.length,
      noAnswer: of((one) => one.nps === undefined),
      'missingCode 11': of((one) => one.nps === 11),
      noWeight: of((one) => one.nps !== undefined && one.nps !== 11 && one.weight === undefined),
    })
    const filtered = await proof('share', { path: `${year};staff=3` })
    const threes = now.filter(({ staff }) => staff === 3)
    expect(outOf(filtered)).toEqual({
      otherPeriod: 240 - now.length,
      filtered: now.length - threes.length,
      noAnswer: threes.filter(({ seen }) => seen === undefined).length,
      'missingCode Don’t know': threes.filter(({ seen }) => String(seen) === 'no').length,
    })
    expect(filtered.selection).toContainEqual({ title: 'Filter: Staff', text: '3' })
  })

  it('says what the indicator means in the survey’s words', async () => {
    const { definition, selection, path } = await proof('nps', { path: 'store,all,s1;ftime=ryears-1-1' })
    expect(definition).toMatchObject({ question: 'Would you recommend us?', counted: ['9', '10'], weight: null })
    expect(definition.against).toHaveLength(7)
    expect(selection[1]?.text).toBe('All › s1')
    expect(path).toMatch(/^store,all,s1;ftime=\d{8}_\d{8}$/)
    const { behind, figure } = await proof('nps')
    const list = await test.app.inject({
      ...{ method: 'POST', headers: owner, payload: { components: [{ type: 'InterviewList' }] } },
      url: `/api/result/query/open/${encodeURIComponent(behind ?? '')}`,
    })
    expect(list.json().answers[0].total).toBe(figure.n)
    expect((await proof('npsW')).behind).toBeNull()
    expect((await proof('top')).definition.counted).toEqual(['1', '2'])
    expect((await proof('npsW')).definition.weight).toBe('Weight')
    const both = await proof('composite')
    expect(both.definition.parts.map(({ title, weight }) => [title, weight])).toEqual([
      ['Mean', 1],
      ['Index', 2],
    ])
    expect(both.definition.parts[1]?.figure).toEqual(await tile('index'))
    expect((await proof('rate')).definition).toMatchObject({ of: ['Filter: Staff: 5'], among: ['Filter: Staff: 4, 5'] })
  })

  it('is told to who sees indicators, of their own places alone', async () => {
    expect((await test.app.inject({ url: `/api/result/proof/open/${encodeURIComponent(year)}/nps` })).statusCode).toBe(
      401,
    )
    expect(
      (await ask('nps', { headers: await member({ ...fullGrant('x'), permissions: ['export'] }) })).statusCode,
    ).toBe(403)
    expect((await ask('nps', { headers: globex })).statusCode).toBe(404)
    expect((await ask('none')).statusCode).toBe(400)
    const narrow = await member({ ...fullGrant('one'), rows: { store: [['s2']] } })
    expect((await ask('nps', { headers: narrow, path: 'store,all,s1' })).statusCode).toBe(404)
    const own = await proof('nps', { headers: narrow })
    expect(own).toMatchObject({ isPart: true, interviews: { place: 80 } })
    expect(own.figure).toEqual(await tile('nps', { headers: narrow }))
    expect(await proof('nps')).toMatchObject({ isPart: false, interviews: { place: 240 } })
    // What others were told of other places stays with them.
    const later = await proof('nps', { headers: narrow, at: (await proof('nps')).token })
    expect(later.since).toEqual({ is: 'otherRights' })
  })

  it('has of a protected survey no sums and no counts, whatever is shown', async () => {
    const found = await proof('nps', { survey: 'closed', path: 'store,all' })
    expect(found).toMatchObject({ isProtected: true, sums: null, interviews: null, leftOut: [] })
    expect(found.figure).toEqual(await tile('nps', { survey: 'closed', path: 'store,all' }))
    const again = await proof('nps', { survey: 'closed', path: 'store,all', at: found.token })
    expect(again.since).toMatchObject({ is: 'same' })
    const nobody = await proof('nps', { survey: 'closed', path: 'store,all;ftime=20100101_20101231' })
    expect(nobody).toMatchObject({ figure: { state: 'hidden', n: null, value: null }, sums: null, leftOut: [] })
  })
})

describe('the same question later', () => {
  const survey = 'moving'
  const path = 'store,all,s2;ftime=20250101_20251231'
  const asked = { survey, path }
  const place = async (rows: readonly Answers[]) => {
    const stored = async function* () {
      for (const [at, answers] of rows.entries()) yield { key: `more ${at}`, answers }
    }
    await storeInterviews(test.stores, await findSurvey(test.stores, acme, survey), stored(), { import: 'more' })
    await catchUp(test.stores)
  }
  const numberOf = async (where: string) => {
    const dictionary = await findSurvey(test.stores, acme, survey)
    const { rows } = await inUniverse(test.stores.pool, acme, (client) =>
      query(
        client,
        { number: int8 },
        `select number from interview where universe = $1 and survey = $2 and ${where} order by number limit 1`,
        [acme, dictionary.survey],
      ),
    )
    return { survey: dictionary.survey, number: Number(rows[0]?.number) }
  }

  it('has the same answer, and says so', async () => {
    const first = await proof('mean', asked)
    const again = await proof('mean', { ...asked, at: first.token })
    expect(again.figure).toEqual(first.figure)
    expect(again.sums).toEqual(first.sums)
    const { value, n } = first.figure
    expect(again.since).toEqual({
      is: 'same',
      told: { at: first.state.at, loadCount: first.state.loadCount, value, n, interviews: first.interviews?.selection },
    })
  })

  it('says what came, was corrected and was erased since, and from what to what the figure went', async () => {
    const first = await proof('mean', asked)
    const since = async () => (await proof('mean', { ...asked, at: first.token })).since
    // Two of them here, one elsewhere.
    await place(['s2', 's2', 's1'].map((store) => ({ date: '2025-03-03', store, staff: 5 })))
    const { value, n } = first.figure
    const imported = await since()
    expect(imported).toMatchObject({ is: 'changed', told: { value, n } })
    expect(imported).toMatchObject({ happened: { imported: 2, corrected: 0, gone: 0, erased: 0, published: false } })

    const here = `answers->>'store' = 's2' and answers->>'date' like '2025-%'`
    const one = await numberOf(`${here} and answers->>'staff' = '1'`)
    await correctInterview(test.stores, acme, one.survey, one.number, { date: '2025-02-15', store: 's2', staff: 4 })
    await catchUp(test.stores)
    expect(await since()).toMatchObject({ happened: { imported: 2, corrected: 1, gone: 0, erased: 0 } })

    const gone = await numberOf(`${here} and answers->>'staff' = '2'`)
    await eraseInterview(test.stores, acme, gone.survey, gone.number, 'test')
    await catchUp(test.stores)
    expect(await since()).toMatchObject({ happened: { imported: 2, corrected: 1, gone: 1, erased: 1 } })
    // Somebody who sees a part of the survey is not told how many were erased in all of it.
    const narrow = await member({ ...fullGrant('part'), rows: { store: [['s2']] } })
    const own = await proof('mean', { ...asked, headers: narrow })
    const elsewhere = await numberOf(`answers->>'store' = 's1'`)
    await eraseInterview(test.stores, acme, elsewhere.survey, elsewhere.number, 'test')
    await catchUp(test.stores)
    const later = await proof('mean', { ...asked, headers: narrow, at: own.token })
    expect(later.since).toMatchObject({ is: 'unmoved', happened: { imported: 0, gone: 0, erased: null } })
  })

  it('says that the survey was published anew', async () => {
    const first = await proof('mean', asked)
    await publish(test.stores, acme, filesOf(survey, { title: 'Visits, again' }), 'test')
    await catchUp(test.stores)
    const later = await proof('mean', { ...asked, at: first.token })
    expect(later.since).toMatchObject({ is: 'unmoved', happened: { published: true } })
  })

  it('takes no token for another figure, and none that was changed', async () => {
    const { token } = await proof('mean', asked)
    expect((await proof('nps', { ...asked, at: token })).since).toEqual({ is: 'unreadable' })
    expect((await proof('mean', { ...asked, path: year, at: token })).since).toEqual({ is: 'unreadable' })
    for (const at of ['', 'x', token.slice(1), `${token.slice(0, -2)}AA`])
      expect((await proof('mean', { ...asked, at })).since).toEqual({ is: 'unreadable' })
  })
})
