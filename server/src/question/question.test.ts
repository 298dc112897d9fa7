import type { InputOf } from '@kaiku/contract/call.ts'
import { questionCalls } from '@kaiku/contract/question-change.ts'
import type { AnswerOf } from '@kaiku/contract/result.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }
type Change = InputOf<(typeof questionCalls)['change']>['change']

let test: TestApp
let acme: string
let anna: Headers

const indicators = {
  indicators: [
    { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' },
    { id: 'rating', title: 'Rating', measure: 'mean', question: 'rating' },
  ],
}
const forms = {
  forms: [
    {
      id: 'form',
      title: 'Form',
      pages: [
        { parts: [{ question: 'nps' }, { question: 'rating' }] },
        { parts: [{ question: 'comment', when: 'rating=1' }] },
      ],
    },
  ],
}
const alertRules = {
  rules: [{ id: 'low', title: 'Low', when: 'rating=1', alert: { title: '{nps}' } }],
}
const effects = {
  blocks: [
    {
      id: 'sad',
      title: 'Sad',
      event: { type: 'interview' },
      when: 'rating=1',
      effects: [
        { type: 'mail', receiver: { to: 'address', address: 'a@example.com' }, subject: '{nps}', text: 'Look' },
        { type: 'alert', alert: { title: 'Sad' } },
      ],
    },
  ],
}
const files = new Map([
  ...small,
  ['effects.json', json(effects)],
  ['indicators.json', json(indicators)],
  ['forms.json', json(forms)],
  ['alert-rules.json', json(alertRules)],
])
const answers = Array.from({ length: 6 }, (_, at) => ({ date: `2026-0${at + 1}-10`, store: 's1', nps: at, rating: 3 }))

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.survey(acme, files, answers)
  anna = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')] })
})
afterAll(() => test?.close())

const address = '/api/vuejs/surveys/metaproperty/small'
const read = async (headers = anna) => {
  const reply = await test.app.inject({ url: address, headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return questionCalls.read.reply.parse(reply.json())
}
const one = async (id: string) => (await read()).questions.find((question) => question.id === id)
const change = (question: string, version: number, wanted: Change, headers = anna) =>
  test.app.inject({ method: 'POST', url: address, headers, payload: { question, version, change: wanted } })
const changed = async (question: string, wanted: Change) => {
  const reply = await change(question, (await read()).version, wanted)
  expect(reply.statusCode, reply.body).toBe(200)
  return questionCalls.change.reply.parse(reply.json()).version
}
const metadata = async (locale: string) => {
  const reply = await test.app.inject({ url: `/api/vuejs/surveys/metadata/small?locale=${locale}`, headers: anna })
  return new Map<string, { title: string; codes: { code: string; title: string; missing: boolean }[] }>(
    reply.json().variables.map((variable: { id: string }) => [variable.id, variable]),
  )
}
const history = async (question: string) => {
  const reply = await test.app.inject({ url: `${address}/${question}`, headers: anna })
  return questionCalls.history.reply.parse(reply.json())
}

describe('the codebook', () => {
  it('tells each question with its texts, its codes and what uses it', async () => {
    const { locale, locales, questions, version } = await read()
    expect([locale, locales, version]).toEqual(['en', ['en', 'fi'], 1])
    const byId = new Map(questions.map((question) => [question.id, question]))
    expect(byId.get('nps')).toMatchObject({
      ...{ type: 'scale', title: { en: 'Recommend', fi: 'Suosittelu' }, scale: { min: 0, max: 10, falling: false } },
      ...{ missing: [11], hidden: false, minimumN: null },
    })
    expect(byId.get('nps')?.codes.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    const uses = (id: string) => byId.get(id)?.uses.map(({ place, id: name }) => `${place} ${name}`)
    expect(uses('nps')).toEqual(expect.arrayContaining(['indicator nps', 'form form', 'alertRule low']))
    expect(uses('rating')).toEqual(expect.arrayContaining(['indicator rating', 'form form', 'alertRule low']))
    expect(uses('nps')).toContain('effect sad')
    expect(uses('rating')).toContain('effect sad')
    expect(uses('rating')).not.toContain('alertRule sad')
    expect(uses('comment')).toEqual(expect.arrayContaining(['form form']))
    expect(uses('store')).toEqual(expect.arrayContaining(['view store', 'filter store']))
  })

  it('changes one property as a version, and nothing else in the file', async () => {
    await changed('rating', { property: 'title', locale: 'fi', value: 'Arvosana' })
    await changed('rating', { property: 'label', code: 5, locale: 'fi', value: 'Erinomainen' })
    await changed('rating', { property: 'label', code: 5, locale: 'en', value: 'Excellent' })
    await changed('store', { property: 'label', code: 's1', locale: 'sv', value: 'Första' })
    await changed('rating', { property: 'minimumN', value: 40 })
    await changed('rating', { property: 'missing', value: [9] })
    await changed('age', { property: 'roles', value: ['background', 'pii'] })
    const version = await changed('age', { property: 'hidden', value: true })
    expect([(await metadata('fi')).get('rating'), (await metadata('sv')).get('store')]).toMatchObject([
      { title: 'Arvosana', codes: expect.arrayContaining([{ code: '5', title: 'Erinomainen', missing: false, n: 0 }]) },
      { codes: [{ title: 'Första' }, { title: 'Second' }] },
    ])
    expect((await metadata('en')).has('age')).toBe(false)
    expect(await one('rating')).toMatchObject({ title: { en: 'Rating', fi: 'Arvosana' }, minimumN: 40, missing: [9] })
    const { rows } = await test.stores.service.query(
      `select text from definition_file f join survey s on s.universe = f.universe and s.number = f.survey
       where s.ext_name = 'small' and f.path = 'questions.json' and f.version = $1`,
      [version],
    )
    const [before, now] = [small.get('questions.json') ?? '', rows[0]?.text].map((text) => JSON.parse(text).questions)
    const same = ['date', 'nps', 'seen', 'comment']
    for (const id of same)
      expect(now.find((q: { id: string }) => q.id === id)).toEqual(before.find((q: { id: string }) => q.id === id))
    const { rows: audit } = await test.stores.service.query(
      `select after from audit where action = 'configuration.publish' and subject = 'small' order by id desc limit 1`,
    )
    expect(audit[0]?.after).toMatchObject({ version, 'questions.json': { 'questions.age.hidden': 'true' } })

    await changed('age', { property: 'hidden', value: false })
    await changed('age', { property: 'roles', value: [] })
    await changed('rating', { property: 'minimumN', value: null })
    await changed('rating', { property: 'title', locale: 'fi', value: '' })
    expect(await one('rating')).toMatchObject({ title: { en: 'Rating' }, minimumN: null })
    const told = await history('rating')
    expect(told.versions[0]).toMatchObject({ changes: [{ place: 'title.fi', before: '"Arvosana"', after: null }] })
    expect(told.breaks).toEqual([])
  })

  it('takes its own minimum n for every figure that stands on it', async () => {
    const tiles = async () => {
      const reply = await test.app.inject({
        ...{ method: 'POST', url: '/api/result/query/small/store,all?compare=none', headers: anna },
        payload: { components: [{ type: 'IndicatorTiles', indicators: ['nps', 'rating'] }] },
      })
      const [answer] = reply.json().answers as [AnswerOf<'IndicatorTiles'>]
      return answer.tiles.map(({ figure }) => figure.state)
    }
    const before = await tiles()
    await changed('rating', { property: 'minimumN', value: 500 })
    expect(await tiles()).toEqual([before[0], 'few'])
    await changed('rating', { property: 'minimumN', value: null })
    expect(await tiles()).toEqual(before)
  })

  it('refuses who saw another version, and names who published since', async () => {
    const { version } = await read()
    const bert = await signedIn(test.stores, { universe: acme, grants: [fullGrant('all')], username: 'bert' })
    const first = { property: 'title', locale: 'en', value: 'Rated' } as const
    expect((await change('rating', version, first, bert)).statusCode).toBe(200)
    const late = await change('nps', version, { property: 'hidden', value: true })
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { message: `bert has published version ${version + 1} meanwhile. Look at it first.` },
    ])
    expect((await one('nps'))?.hidden).toBe(false)
    const both = await Promise.all([
      change('nps', version + 1, { property: 'title', locale: 'sv', value: 'Ett' }),
      change('nps', version + 1, { property: 'title', locale: 'sv', value: 'Två' }, bert),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
    expect((await read()).version).toBe(version + 2)
  })

  it('refuses what the definition cannot be, and changes nothing', async () => {
    const { version } = await read()
    for (const [question, wanted] of [
      ['nps', { property: 'title', locale: 'en', value: '' }],
      ['nps', { property: 'missing', value: ['x'] }],
      ['nps', { property: 'scale', min: 10, max: 0, falling: false }],
      ['store', { property: 'scale', min: 0, max: 5, falling: false }],
      ['store', { property: 'label', code: 's9', locale: 'en', value: 'Ninth' }],
      ['store', { property: 'label', code: 's1', locale: 'en', value: '' }],
      ['comment', { property: 'label', code: 'x', locale: 'en', value: 'X' }],
      ['nps', { property: 'roles', value: ['date'] }],
    ] as const)
      expect((await change(question, version, wanted as Change)).statusCode, JSON.stringify(wanted)).toBe(400)
    expect((await change('nowhere', version, { property: 'hidden', value: true })).statusCode).toBe(404)
    expect((await read()).version).toBe(version)
  })

  it('is for who configures the survey, and of another universe there is none', async () => {
    const { version } = await read()
    const reader = await signedIn(test.stores, {
      ...{ universe: acme, grants: [{ ...fullGrant('reads'), permissions: ['seeIndicators', 'importData'] }] },
    })
    const globex = await test.universe('globex')
    const stranger = await signedIn(test.stores, { universe: globex, grants: [fullGrant('all')] })
    for (const [headers, status] of [
      [reader, 403],
      [stranger, 404],
      [{ authorization: '' }, 401],
    ] as const) {
      expect((await test.app.inject({ url: address, headers })).statusCode).toBe(status)
      expect((await test.app.inject({ url: `${address}/nps`, headers })).statusCode).toBe(status)
      expect((await change('nps', version, { property: 'hidden', value: true }, headers)).statusCode).toBe(status)
    }
  })
})

describe('a trend', () => {
  it('marks the day from which a question behind its indicator is another, in the reader’s language', async () => {
    const trend = async (locale: string) => {
      const reply = await test.app.inject({
        ...{ method: 'POST', url: `/api/result/query/small/store,all?compare=none&locale=${locale}`, headers: anna },
        payload: { components: [{ type: 'Trend', indicators: ['nps', 'rating'], by: 'month' }] },
      })
      expect(reply.statusCode, reply.body).toBe(200)
      return (reply.json().answers[0] as AnswerOf<'Trend'>).events
    }
    expect(await trend('en')).toEqual([])
    const { survey } = await findSurvey(test.stores, acme, 'small')
    const backdate = (day: string) =>
      test.stores.owner.query(
        `update definition_version set published_at = $2 where survey = $1 and published_at > now() - interval '1 day'`,
        [survey, day],
      )
    await backdate('2026-01-15')
    await changed('rating', { property: 'text', locale: 'en', value: 'How was it?' })
    await backdate('2026-02-15')
    await changed('rating', { property: 'text', locale: 'en', value: 'How good was it?' })
    await backdate('2026-03-15')
    await changed('rating', { property: 'scale', min: 1, max: 7, falling: false })
    await backdate('2026-04-15')
    // Read anew: what was published when is told by the versions.
    await changed('store', { property: 'label', code: 's2', locale: 'sv', value: 'Andra' })
    await backdate('2026-05-15')
    await changed('store', { property: 'label', code: 's2', locale: 'fi', value: 'Toinen' })
    expect(await trend('fi')).toEqual([
      { day: '2026-03-15', title: 'Rated: uusi sanamuoto', indicators: ['rating'] },
      { day: '2026-04-15', title: 'Rated: uusi asteikko', indicators: ['rating'] },
    ])
    expect((await history('rating')).breaks).toEqual([
      { day: '2026-03-15', what: 'wording' },
      { day: '2026-04-15', what: 'scale' },
    ])
  })
})
