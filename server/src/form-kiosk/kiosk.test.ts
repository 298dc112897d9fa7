import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, small } from '../definition/small.fixture.ts'
import { keepAbandoned } from '../form-answer/answer-form.ts'
import { kioskForm } from './kiosk-form.ts'
import { type KeptAnswer, kioskTurn } from './kiosk-turn.ts'

const questions = [
  ...JSON.parse(small.get('questions.json') ?? '').questions,
  { id: 'service', type: 'scale', title: 'Service', min: 1, max: 5 },
  { id: 'seconds', type: 'number', title: 'Seconds' },
]
const forms = [
  {
    ...{
      id: 'visit',
      title: { en: 'Your visit', fi: 'Käyntisi' },
      open: true,
      locales: ['en', 'fi'],
      given: ['store'],
    },
    pages: [
      { parts: [{ question: 'nps', required: true }] },
      {
        title: 'You gave {nps}',
        when: 'nps=0_6',
        parts: [{ question: 'comment', text: 'What went wrong at {store}?' }],
      },
      {
        parts: [
          { matrix: ['rating', 'service'], text: 'How was' },
          { question: 'seen', random: true },
        ],
      },
    ],
    thanks: [
      { when: 'nps=9_10', title: 'Wonderful', text: 'You gave {nps}.' },
      { title: 'Thanks', text: 'Goodbye.' },
    ],
  },
  { id: 'shut', title: 'Shut', pages: [{ parts: [{ question: 'rating' }] }] },
]

let test: TestApp
let acme: string
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.universe('globex')
  const settings = json({ extName: 'visit', title: 'Visit', quality: { duration: 'seconds' } })
  await test.survey(
    acme,
    new Map([
      ...small,
      ['settings.json', settings],
      ['questions.json', json({ questions })],
      ['forms.json', json({ forms })],
    ]),
  )
})
afterAll(() => test?.close())

const start = '/form/acme/visit?form=visit&store=s1&kiosk=1'
const known = (url = '/form/acme/visit/kiosk.json?form=visit&store=s1&kiosk=1') => test.app.inject({ url })
const keyOf = (letter: string) => letter.repeat(43)
const send = (payload: object, url = '/form/acme/visit/kept?form=visit&store=s1&kiosk=1') =>
  test.app.inject({ method: 'POST', url, payload })
const interviews = async () =>
  inUniverse(
    test.stores.pool,
    acme,
    async (client) =>
      (await client.query<{ answers: Record<string, unknown> }>('select answers from interview order by id')).rows,
  )

/** A page as respondents see it, without what is of one visit. */
const seen = (html: string) =>
  html
    .replace(/nonce="[^"]+"/g, '')
    .replace(/<input type="hidden" name="(?:token|begun)" value="[^"]*">/g, '')
    .replace(/token=[\w-]+/g, '')
const hidden = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )

/** Both answer pages: Kaiku, and a device that knows what Kaiku told it. */
async function walk(pages: readonly (readonly [string, string])[][]) {
  const kiosk = kioskForm.parse((await known()).json())
  let kept: KeptAnswer | null = null
  let [here, there] = [start, start]
  const shown: [string, string][] = []
  const language = 'fi'
  const turn = (url: string, posted: URLSearchParams | null) => {
    const did = kioskTurn(kiosk, {
      ...{ url, posted, kept, language, now: Date.now(), newKey: keyOf('k'), nonce: 'n' },
    })
    kept = did.kept ?? kept
    return did
  }
  let asked = await test.app.inject({ url: here, headers: { 'accept-language': language } })
  let did = turn(there, null)
  shown.push([asked.body, did.html])
  for (const page of pages) {
    const post = await test.app.inject({
      ...{ method: 'POST', url: here.includes('lang') ? here : `${here}&lang=fi` },
      ...{
        payload: new URLSearchParams([...hidden(asked.body), ...page.map(([a, b]) => [a, b])] as [
          string,
          string,
        ][]).toString(),
      },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    did = turn(there, new URLSearchParams([...hidden(did.html), ...page.map(([a, b]) => [a, b])] as [string, string][]))
    expect(did.status).toBe(post.statusCode)
    asked = post
    if (did.to !== null) {
      here = String(post.headers.location)
      there = did.to
      asked = await test.app.inject({ url: here })
      did = turn(there, null)
    }
    shown.push([asked.body, did.html])
  }
  return { shown, kept: kept as KeptAnswer | null }
}

describe('a device on site without a connection', () => {
  it.each([
    [
      'a fault, and back',
      [
        [['act', 'next']],
        [
          ['q.nps', '3'],
          ['act', 'next'],
        ],
        [
          ['q.comment', 'A <queue>'],
          ['act', 'next'],
        ],
        [['act', 'back']],
        [
          ['q.comment', 'Long'],
          ['act', 'next'],
        ],
        [
          ['q.rating', '1'],
          ['act', 'next'],
        ],
      ],
    ],
    [
      'a branch that is passed over',
      [
        [
          ['q.nps', '10'],
          ['act', 'next'],
        ],
        [['act', 'next']],
      ],
    ],
  ] as [string, [string, string][][]][])('shows and tells what Kaiku itself does: %s', async (_name, pages) => {
    const { shown, kept } = await walk(pages)
    for (const [here, there] of shown) expect(seen(there)).toBe(seen(here))
    expect(shown.at(-1)?.[1]).toContain('http-equiv="refresh" content="8;')
    expect(kept?.isDone).toBe(true)
    const [last] = (await interviews()).slice(-1)
    const answers = Object.fromEntries(
      Object.entries(last?.answers ?? {}).filter(([id]) => !['date', 'seconds', 'store'].includes(id)),
    )
    expect(Object.keys(answers).sort()).toEqual(Object.keys(kept?.answers ?? {}).sort())
  })

  it('is told of a form what the form shows, and of one that is not open nothing', async () => {
    const reply = await known()
    expect(reply.headers['cache-control']).toBe('no-store')
    const { questions: told, given } = kioskForm.parse(reply.json())
    expect(given).toEqual({ store: 's1' })
    expect(told.map(({ question }) => question.id).sort()).toEqual([
      'comment',
      'nps',
      'rating',
      'seen',
      'service',
      'store',
    ])
    const store = told.find(({ question }) => question.id === 'store')?.question
    expect(store && 'options' in store && store.options.map(({ code }) => code)).toEqual(['s1'])
    for (const url of [
      '/form/acme/visit/kiosk.json?form=shut',
      '/form/globex/visit/kiosk.json',
      '/form/acme/none/kiosk.json',
    ])
      expect((await known(url)).statusCode).toBe(404)
    expect(
      (
        await send(
          { key: keyOf('s'), answers: {}, begun: 0, saved: 0, isDone: true },
          '/form/acme/visit/kept?form=shut',
        )
      ).statusCode,
    ).toBe(404)
  })

  it('brings what was answered once, with the day on which it was', async () => {
    const before = (await interviews()).length
    const sent = { key: keyOf('a'), answers: { nps: 9, date: '2020-01-01', seconds: 1, age: 7 }, isDone: true }
    const days = 3 * 86_400
    const replies = await Promise.all(Array.from({ length: 5 }, () => send({ ...sent, begun: days + 40, saved: days })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect((await send({ ...sent, answers: { nps: 1 }, begun: 0, saved: 0 })).json()).toEqual({ state: 'done' })
    const after = (await interviews()).slice(before)
    const day = new Date(Date.now() - days * 1_000)
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ answers: { nps: 9, seconds: 40, store: 's1' } })
    // What the form does not ask is not taken from whoever sends it.
    expect(after[0]?.answers).not.toHaveProperty('age')
    const noted = Date.parse(String(after[0]?.answers.date))
    expect(Math.abs(noted - day.getTime())).toBeLessThan(36 * 3_600_000)
  })

  it('brings what was left as partial', async () => {
    const before = (await interviews()).length
    await send({ key: keyOf('b'), answers: { nps: 4 }, begun: 100, saved: 90, isDone: false })
    expect((await interviews()).length).toBe(before)
    await test.stores.service.query(
      `update form_answer set saved_at = saved_at - interval '25 hours' where state = 'open'`,
    )
    await keepAbandoned(test.stores)
    const [partial] = (await interviews()).slice(before)
    expect(partial?.answers).toMatchObject({ nps: 4 })
    // How long it took is known of what was finished.
    expect(partial?.answers).not.toHaveProperty('seconds')
  })

  it.each([
    ['no key', { answers: {}, begun: 0, saved: 0, isDone: true }, 'key'],
    ['a short key', { key: 'x', answers: {}, begun: 0, saved: 0, isDone: true }, 'a key of 43 letters'],
    ['the future', { key: keyOf('f'), answers: {}, begun: -5, saved: 0, isDone: true }, 'begun'],
    [
      'an answer that is none',
      { key: keyOf('f'), answers: { nps: { a: 1 } }, begun: 0, saved: 0, isDone: true },
      'nps',
    ],
  ])('says what is wrong with %s', async (_name, body, said) => {
    const reply = await send(body)
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain(said)
  })
})
