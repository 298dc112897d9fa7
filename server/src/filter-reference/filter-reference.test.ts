import { fullGrant } from '@kaiku/core/access.ts'
import { isLong, referenceTo } from '@kaiku/core/filter-reference.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { forgetRemembered, forgetUnused } from './filter-reference.ts'

type Headers = { authorization: string }
type CallOptions = { headers: Headers; survey?: string }

const definition = (extName: string) =>
  new Map([
    ...small,
    ['settings.json', json({ ...JSON.parse(small.get('settings.json') ?? ''), extName })],
    [
      'questions.json',
      json({
        questions: JSON.parse(small.get('questions.json') ?? '').questions.map((one: { id: string }) =>
          one.id === 'store' ? { id: 'store', type: 'choice', title: 'Store', open: true } : one,
        ),
      }),
    ],
    [
      'filters.json',
      json({
        standard: {
          filterGroups: [
            {
              title: 'All',
              filters: [{ extName: 'store', title: 'Store', question: 'store', multipleSelections: true }],
            },
          ],
        },
        time: { filterGroups: [] },
      }),
    ],
  ])
const shops = Array.from({ length: 800 }, (_, at) => `shop-${String(at).padStart(3, '0')}`)
/** All but the first ten, and nobody without an answer. */
const token = `store=${shops.slice(10).join('*')}`

let test: TestApp
let anna: Headers
let ben: Headers
let stranger: Headers
let powerless: Headers

beforeAll(async () => {
  test = await openTestApp()
  const [acme, globex] = [await test.universe('acme'), await test.universe('globex')]
  const interviews = [...shops.map((store) => ({ store })), {}]
  for (const [universe, name] of [
    [acme, 'small'],
    [acme, 'other'],
    [globex, 'small'],
  ] as const)
    await test.survey(universe, definition(name), interviews)
  const grants = [fullGrant('all')]
  anna = await signedIn(test.stores, { universe: acme, grants })
  ben = await signedIn(test.stores, { universe: acme, grants })
  stranger = await signedIn(test.stores, { universe: globex, grants })
  powerless = await signedIn(test.stores, { universe: acme, grants: [] })
})
afterAll(() => test?.close())

const keep = ({ headers, survey = 'small' }: CallOptions, what: string) =>
  test.app.inject({ method: 'POST', url: `/api/vuejs/filters/kept/${survey}`, headers, payload: { token: what } })
const kept = ({ headers, survey = 'small' }: CallOptions, reference: string) =>
  test.app.inject({ url: `/api/vuejs/filters/kept/${survey}/${reference}`, headers })
const place = ({ headers, survey = 'small' }: CallOptions, filters: string) =>
  test.app.inject({ url: `/api/result/place/${survey}/${encodeURIComponent(`store,all;${filters}`)}`, headers })

describe('a selection that is too long for an address', () => {
  it('is the same by its reference for everybody of the survey, and not one answer more', async () => {
    expect(isLong(token)).toBe(true)
    const reply = await keep({ headers: anna }, token)
    expect(reply.statusCode, reply.body).toBe(200)
    const { reference } = reply.json()
    expect(reference).toBe(referenceTo(token))
    const turned = `store=${shops.slice(10).reverse().join('*')}`
    expect((await keep({ headers: ben }, turned)).json()).toEqual({ reference })
    expect((await kept({ headers: ben }, reference)).json()).toEqual({ token })
    expect((await place({ headers: ben }, reference)).json()).toMatchObject({ nInterviews: 790, nAll: 801 })
    const filters = await test.app.inject({
      url: `/api/vuejs/filters/list/small/standard?path=${encodeURIComponent(`store,all;${reference}`)}`,
      headers: ben,
    })
    expect(filters.statusCode, filters.body).toBe(200)
  })

  it('narrows lists of alerts and of samples like the figures', async () => {
    const { reference } = (await keep({ headers: anna }, token)).json()
    for (const list of ['alerts', 'samples']) {
      const url = (filters: string) =>
        `/api/vuejs/${list}/list/small/${encodeURIComponent(`store,all;${filters}`)}?locale=en`
      const [named, written] = await Promise.all(
        [reference, token].map((filters) => test.app.inject({ url: url(filters), headers: anna })),
      )
      expect(named?.statusCode, named?.body).toBe(200)
      expect(named?.json()).toEqual(written?.json())
    }
  })

  it('is not known in another survey or universe, nor to whom sees nothing, nor once it is cut', async () => {
    const { reference } = (await keep({ headers: anna }, token)).json()
    for (const asked of [{ headers: anna, survey: 'other' }, { headers: stranger }])
      for (const reply of [await kept(asked, reference), await place(asked, reference)]) {
        expect(reply.statusCode).toBe(404)
        expect(reply.json()).toMatchObject({ reason: { key: 'filter.keptUnknown' } })
      }
    expect((await kept({ headers: powerless }, reference)).statusCode).toBe(404)
    expect((await keep({ headers: powerless }, token)).statusCode).toBe(404)
    expect((await place({ headers: anna }, reference.slice(0, -1))).json()).toMatchObject({ code: 'invalid' })
  })

  it('is refused where it means nothing', async () => {
    expect((await keep({ headers: anna }, 'nosuch=1')).statusCode).toBe(400)
    expect((await keep({ headers: anna }, 'store')).json()).toMatchObject({ code: 'invalid' })
  })

  it('is not written again and again by one person', async () => {
    await test.stores.service.query(
      `insert into kept_token (universe, survey, reference, token, person)
       select k.universe, k.survey, 'x' || n, 'store=x', k.person from kept_token k, generate_series(1, 1000) n
       where k.survey = (select min(survey) from kept_token)`,
    )
    expect((await keep({ headers: anna }, 'store=new')).json()).toMatchObject({ reason: { key: 'filter.keptMost' } })
    expect((await keep({ headers: ben }, 'store=new')).statusCode).toBe(200)
    expect((await keep({ headers: anna }, token)).statusCode).toBe(200)
  })

  const fill = async (bytes: number, by: Headers | null) =>
    test.stores.service.query(
      `insert into kept_token (universe, survey, reference, token, person)
       select universe, survey, 'y' || n, repeat('x', 500000), case when $2 then person end
       from (select * from kept_token where token like 'store=shop%' and survey = (select min(survey) from kept_token) limit 1) k,
         generate_series(1, $1::int / 500000) n`,
      [bytes, by === anna],
    )
  const empty = () => test.stores.service.query(`delete from kept_token where reference !~ '^~'`)

  it('takes so many bytes of one person in a day, and of a universe, and no more', async () => {
    await empty()
    await fill(4_500_000, anna)
    expect((await keep({ headers: anna }, 'store=more')).json()).toMatchObject({ reason: { key: 'filter.keptMost' } })
    expect((await keep({ headers: ben }, 'store=more')).statusCode).toBe(200)
    await empty()
    await fill(68_000_000, null)
    expect((await keep({ headers: ben }, 'store=evenmore')).statusCode).toBe(429)
    expect((await keep({ headers: stranger }, 'store=evenmore')).statusCode).toBe(200)
    await empty()
  })

  it('stays as long as somebody uses it, and goes when nobody does', async () => {
    const { reference } = (await keep({ headers: anna }, token)).json()
    const other = (await keep({ headers: anna }, 'store=unused')).json()
    await test.stores.service.query(`update kept_token set used_at = now() - interval '91 days'`)
    forgetRemembered(test.stores)
    expect((await kept({ headers: ben }, reference)).json()).toEqual({ token })
    await forgetUnused(test.stores)
    expect((await kept({ headers: ben }, reference)).json()).toEqual({ token })
    expect((await kept({ headers: ben }, other.reference)).statusCode).toBe(404)
  })

  it('goes before others where a universe keeps too much and it was used the longest time ago', async () => {
    const { reference } = (await keep({ headers: anna }, token)).json()
    await fill(300_000_000, null)
    await test.stores.service.query(`update kept_token set used_at = now() - interval '2 days' where reference = $1`, [
      reference,
    ])
    await forgetUnused(test.stores)
    expect((await kept({ headers: anna }, reference)).statusCode).toBe(404)
    const { rows } = await test.stores.service.query<{ bytes: number }>(
      'select sum(bytes)::int as bytes from kept_token group by universe order by 1 desc limit 1',
    )
    expect(rows[0]?.bytes).toBeLessThan(2 ** 28)
    await empty()
  })
})
