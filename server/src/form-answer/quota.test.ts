import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { keepAbandoned } from './answer-form.ts'
import { quotaFills } from './quota.ts'

const one = { pages: [{ parts: [{ question: 'nps' }] }, { parts: [{ question: 'age' }] }] }
const forms = [
  {
    ...{ id: 'few', title: 'Few', open: true, pages: [{ parts: [{ question: 'nps' }] }] },
    quotas: [{ id: 'all', limit: 5, title: 'Enough by now' }],
  },
  {
    ...{ id: 'ages', title: 'Ages', open: true, ...one, given: ['store'] },
    quotas: [
      { id: 'critics', when: 'nps=0_6', limit: 1, title: 'Enough critics' },
      { id: 'notyoung', when: 'age=18_120', limit: 2, per: 'day', title: 'Enough adults', text: 'You gave {nps}.' },
      { id: 'store', when: 'store=s1', limit: 0, title: 'Not here' },
    ],
  },
]
const files = new Map([
  ...small,
  ['settings.json', json({ extName: 'quota', title: 'Quota' })],
  ['forms.json', json({ forms })],
])

let test: TestApp
let acme: string
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, files)
  await test.survey(globex, files)
})
afterAll(() => test?.close())

const get = (url: string) => test.app.inject({ url })
const post = (url: string, fields: readonly (readonly [string, string])[]) =>
  test.app.inject({
    ...{
      method: 'POST',
      url,
      payload: new URLSearchParams(fields.map(([a, b]): [string, string] => [a, b])).toString(),
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const hiddenIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
const actionIn = (html: string) =>
  (/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1]
const sent = (html: string, ...fields: (readonly [string, string])[]) =>
  post(actionIn(html), [...hiddenIn(html), ...fields, ['act', 'next']])

const takenOf = async (universe: string, form: number) => {
  const dictionary = await findSurvey(test.stores, universe, 'quota')
  const written = dictionary.definition.forms[form]
  const fills = written ? await quotaFills(test.stores, dictionary, written) : []
  return fills.map(({ taken }) => taken)
}
const interviews = async () => {
  const { rows } = await test.stores.service.query('select count(*)::int as count from interview where universe = $1', [
    acme,
  ])
  return Number(rows[0].count)
}

describe('a quota', () => {
  it('is never exceeded, however many send at the same moment, and each is told how it went', async () => {
    const before = await interviews()
    const opened = await Promise.all(Array.from({ length: 24 }, () => get('/form/acme/quota?form=few')))
    const ends = await Promise.all(opened.map(({ body }) => sent(body, ['q.nps', '9'])))
    const told = ends.map(({ body }) => heading(body))
    expect([
      told.filter((one) => one === 'Enough by now').length,
      told.filter((one) => /Thank/.test(one ?? '')).length,
    ]).toEqual([19, 5])
    expect(await interviews()).toBe(before + 5)
    expect(await takenOf(acme, 0)).toEqual([5])
    // Another universe has places of its own.
    const [globex] = (await test.stores.service.query(`select id from universe where name = 'globex'`)).rows
    expect(await takenOf(String(globex.id), 0)).toEqual([0])
    // Who comes now is not asked at all.
    expect(heading((await get('/form/acme/quota?form=few')).body)).toBe('Enough by now')
  }, 60_000)

  it('counts one who sends twice at once as one', async () => {
    const first = await get('/form/acme/quota?form=ages')
    const second = await get(String((await sent(first.body, ['q.nps', '3'])).headers.location))
    const both = await Promise.all([sent(second.body, ['q.age', '17']), sent(second.body, ['q.age', '17'])])
    expect(both.map(({ body }) => /Thank/.test(heading(body) ?? ''))).toEqual([true, true])
    expect(await takenOf(acme, 1)).toEqual([1, 0, 0])
  })

  it('ends the form as soon as its condition is decided, and not before', async () => {
    const first = await get('/form/acme/quota?form=ages')
    expect(heading((await sent(first.body, ['q.nps', '2'])).body)).toBe('Enough critics')
    // What was answered is an interview no more than before.
    const before = await interviews()
    await keepAbandoned(test.stores)
    expect(await interviews()).toBe(before)
    expect(heading((await get('/form/acme/quota?form=ages&store=s1')).body)).toBe('Not here')
    for (const expected of [/Thank/, /Thank/, /Enough adults/]) {
      const page = await get('/form/acme/quota?form=ages')
      const next = await get(String((await sent(page.body, ['q.nps', '10'])).headers.location))
      const end = await sent(next.body, ['q.age', '40'])
      expect(heading(end.body)).toMatch(expected)
      if (expected.test('Enough adults')) expect(end.body).toContain('You gave 10.')
    }
    expect(await takenOf(acme, 1)).toEqual([1, 2, 0])
  })
})
