import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { inUniverse } from '../db/postgres.ts'
import { json, small } from '../definition/small.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { keepAbandoned } from './answer-form.ts'
import { forgetFormAnswers } from './forget-form-answers.ts'

const questions = [
  ...JSON.parse(small.get('questions.json') ?? '').questions,
  { id: 'service', type: 'scale', title: 'Service', min: 1, max: 5 },
  { id: 'agree', type: 'choice', title: 'Agreed', options: [{ code: 'yes', title: 'Yes' }] },
  { id: 'born', type: 'date', title: 'Born' },
  { id: 'device', type: 'choice', title: 'Device', options: [{ code: 'phone', title: 'Phone' }] },
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
    device: 'device',
    pages: [
      { parts: [{ question: 'nps', required: true }] },
      {
        title: 'You gave {nps}',
        when: 'nps=0_6',
        parts: [{ question: 'comment', text: 'What went wrong at {store}?', required: true }],
      },
      { parts: [{ matrix: ['rating', 'service'], text: 'How was' }, { question: 'seen' }, { question: 'age' }] },
      { when: 'nps=9_10', parts: [{ consent: 'agree', text: 'Call me' }, { question: 'born' }] },
    ],
    screenOut: [{ when: 'age=0_17', title: 'Thank you', text: 'Only adults are asked.' }],
    thanks: [
      { when: 'nps=9_10', title: 'Wonderful', text: 'You gave {nps}.' },
      { title: 'Thanks', text: 'Goodbye.' },
    ],
  },
  { id: 'shut', title: 'Shut', pages: [{ parts: [{ question: 'rating' }] }] },
]
const files = new Map([
  ...small,
  ['settings.json', json({ extName: 'visit', title: 'Visit', quality: { duration: 'seconds' } })],
  ['questions.json', json({ questions })],
  ['forms.json', json({ forms })],
])

let test: TestApp
let acme: string
beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  await test.universe('globex')
  await test.survey(acme, files)
  await test.survey(acme, new Map([...small, ['settings.json', json({ extName: 'plain', title: 'Plain' })]]))
})
afterAll(() => test?.close())

const get = async (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'
const post = async (url: string, fields: readonly (readonly [string, string])[]) =>
  test.app.inject({
    ...{
      method: 'POST',
      url,
      payload: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': phone },
  })
/** The fields that go along unseen. */
const hiddenIn = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
const actionIn = (html: string) =>
  (/<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

/** Answers a form as a browser without script does; the pages' addresses lead on. */
async function answer(url: string, ...pages: readonly (readonly (readonly [string, string])[])[]) {
  let page = await get(url)
  for (const fields of pages) {
    const sent = await post(actionIn(page.body), [...hiddenIn(page.body), ...fields, ['act', 'next']])
    page = sent.statusCode === 303 ? await get(String(sent.headers.location)) : sent
  }
  return page
}
const stored = async () => {
  const { rows } = await test.stores.service.query(
    `select answers from interview where universe = $1 order by number`,
    [acme],
  )
  return rows.map((row) => row.answers)
}
const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1]
const address = '/form/acme/visit?store=s1'

describe('a form', () => {
  it('asks page by page without a script, by what was answered, and becomes one interview', async () => {
    const before = (await stored()).length
    const first = await get(address)
    expect(first.statusCode).toBe(200)
    expect(first.body).not.toContain('<script')
    expect(first.rawPayload.length).toBeLessThan(30 * 1024)
    expect(first.headers['content-security-policy']).toContain("script-src 'self'")
    const second = await answer(address, [['q.nps', '3']])
    expect(second.body).toContain('You gave 3')
    expect(second.body).toContain('What went wrong at First?')
    const end = await answer(
      address,
      [['q.nps', '3']],
      [['q.comment', ' It was\nlate ']],
      [
        ['q.rating', '2'],
        ['q.service', '4'],
        ['q.seen', 'tv'],
        ['q.seen', '~other'],
        ['o.seen', 'on a bus'],
        ['q.age', '41'],
      ],
    )
    expect(heading(end.body)).toBe('Thanks')
    const all = await stored()
    expect(all).toHaveLength(before + 1)
    expect(all.at(-1)).toMatchObject({
      ...{
        store: 's1',
        nps: 3,
        comment: 'It was\nlate',
        rating: 2,
        service: 4,
        seen: ['tv', 'on a bus'],
        age: 41,
        device: 'phone',
      },
      ...{ date: expect.stringMatching(/^\d{4}-/), seconds: expect.any(Number) },
    })
  })

  it('passes over what is not asked, and thanks by what was answered', async () => {
    const end = await answer(
      address,
      [['q.nps', '10']],
      [['q.age', '30']],
      [
        ['q.agree', 'yes'],
        ['q.born', '1980-02-29'],
      ],
    )
    expect(heading(end.body)).toBe('Wonderful')
    expect(end.body).toContain('You gave 10.')
    const last = (await stored()).at(-1)
    expect(last).toMatchObject({ nps: 10, agree: 'yes', born: '1980-02-29' })
    expect(last).not.toHaveProperty('comment')
  })

  it('says what is missing or wrong in words, keeps what was right, and asks again', async () => {
    const faulty = await answer(address, [])
    expect(faulty.statusCode).toBe(422)
    expect(faulty.body).toContain('Choose an answer.')
    const wrong = await answer(
      address,
      [['q.nps', '7']],
      [
        ['q.rating', '2'],
        ['q.age', 'old'],
      ],
    )
    expect([wrong.statusCode, wrong.body.includes('Write a number.')]).toEqual([422, true])
    expect(wrong.body).toMatch(/name="q.rating" value="2"[^>]* checked/)
    for (const nps of ['11.5', '12', '-1', 'x', '1e1x'])
      expect((await answer(address, [['q.nps', nps]])).statusCode).toBe(422)
    expect((await answer(`${address}&lang=fi`, [])).body).toContain('Valitse vastaus.')
  })

  it('goes back with its answers, and forgets those that are not asked any more', async () => {
    const third = await answer(address, [['q.nps', '2']], [['q.comment', 'Angry']])
    const back = await post(actionIn(third.body), [...hiddenIn(third.body), ['q.age', '50'], ['act', 'back']])
    const second = await get(String(back.headers.location))
    expect(second.body).toContain('>Angry</textarea>')
    const firstAgain = await post(actionIn(second.body), [
      ...hiddenIn(second.body),
      ['q.comment', 'Angry'],
      ['act', 'back'],
    ])
    const first = await get(String(firstAgain.headers.location))
    expect(first.body).toMatch(/value="2"[^>]* checked/)
    const better = await post(actionIn(first.body), [...hiddenIn(first.body), ['q.nps', '8'], ['act', 'next']])
    const next = await get(String(better.headers.location))
    expect(next.body).toMatch(/name="q.age"[^>]* value="50"/)
    const end = await post(actionIn(next.body), [...hiddenIn(next.body), ['q.age', '50'], ['act', 'next']])
    expect(heading(end.body)).toBe('Thanks')
    const last = (await stored()).at(-1)
    expect(last).toMatchObject({ nps: 8, age: 50 })
    expect(last).not.toHaveProperty('comment')
  })

  it('changes its language without losing where it was opened, or what was answered', async () => {
    /** What a browser sends that chooses a language: the fields of that form, and nothing else of the address. */
    const inFinnish = (html: string) => {
      const [, fields = ''] = /<form method="get">(.*?)<\/form>/s.exec(html) ?? []
      const along = hiddenIn(fields).map(([name, value]): [string, string] => [name, value])
      return `/form/acme/visit?${new URLSearchParams([...along, ['lang', 'fi']]).toString()}`
    }
    const first = await get(inFinnish((await get(address)).body))
    const second = await get(inFinnish((await answer(address, [['q.nps', '3']])).body))
    expect([first.body, second.body].map((body) => /<html lang="(\w+)"/.exec(body)?.[1])).toEqual(['fi', 'fi'])
    expect(actionIn(first.body)).toContain('store=s1')
    expect(second.body).toContain('You gave 3')
  })

  it('is not ended past what it has to be told, whichever page is sent', async () => {
    const before = (await stored()).length
    const page = await get(address)
    const fields = hiddenIn(page.body).map(([name, value]) => [name, name === 'p' ? '2' : value] as const)
    const sent = await post(actionIn(page.body), [...fields, ['q.age', '30'], ['act', 'next']])
    expect([sent.statusCode, String(sent.headers.location)]).toEqual([303, expect.stringMatching(/&p=0$/)])
    expect(await stored()).toHaveLength(before)
  })

  it('goes where its respondent is erased, and by no name of a question', async () => {
    const { survey } = await findSurvey(test.stores, acme, 'visit')
    const begin = async () => answer(address, [['q.nps', '3']], [['q.comment', 'Write to Anna@Example.fi please']])
    await begin()
    const forget = (texts: readonly string[]) =>
      inUniverse(test.stores.pool, acme, (client) => forgetFormAnswers(client, acme, [survey], texts))
    expect(await forget(['store', 'comment', 'nps'])).toBe(0)
    expect(await forget(['anna@example.fi'])).toBe(1)
  })

  it('counts once, however often it is sent and reloaded', async () => {
    const before = (await stored()).length
    const first = await get(address)
    const twice = [...hiddenIn(first.body), ['q.nps', '7'] as const, ['act', 'next'] as const]
    const sent = await Promise.all([post(actionIn(first.body), twice), post(actionIn(first.body), twice)])
    expect(new Set(sent.map(({ headers }) => headers.location)).size).toBe(1)
    const next = await get(String(sent[0]?.headers.location))
    const last = [...hiddenIn(next.body), ['q.age', '20'] as const, ['act', 'next'] as const]
    const ends = await Promise.all([1, 2, 3].map(() => post(actionIn(next.body), last)))
    expect(ends.map(({ body }) => heading(body))).toEqual(['Thanks', 'Thanks', 'Thanks'])
    expect(heading((await get(String(sent[0]?.headers.location))).body)).toBe('Thanks')
    expect(await stored()).toHaveLength(before + 1)
  })

  it('keeps nothing of who is screened out', async () => {
    const before = (await stored()).length
    const end = await answer(address, [['q.nps', '7']], [['q.age', '15']])
    expect([heading(end.body), end.body.includes('Only adults are asked.')]).toEqual(['Thank you', true])
    expect(await stored()).toHaveLength(before)
    const { rows } = await test.stores.service.query(
      `select answers, given from form_answer where state = 'screenedOut'`,
    )
    expect(rows).toEqual([{ answers: {}, given: {} }])
  })

  it('becomes a partial interview once it was broken off, and its answers stand there alone', async () => {
    const before = (await stored()).length
    const page = await answer(address, [['q.nps', '7']])
    await test.stores.service.query(`update form_answer set saved_at = now() - interval '2 days' where state = 'open'`)
    expect(await keepAbandoned(test.stores)).toBeGreaterThan(0)
    const all = await stored()
    expect(all.length).toBeGreaterThan(before)
    expect(all.at(-1)).toMatchObject({ nps: expect.any(Number), store: 's1' })
    expect(all.at(-1)).not.toHaveProperty('seconds')
    const { rows } = await test.stores.service.query(`select from form_answer where answers <> '{}'`)
    expect(rows).toEqual([])
    const late = await post(actionIn(page.body), [...hiddenIn(page.body), ['q.age', '20'], ['act', 'next']])
    expect(late.statusCode).toBe(200)
    expect(await stored()).toHaveLength(all.length)
  })

  it('is there for nobody where it is not open, of another universe, or unknown', async () => {
    for (const url of [
      ...['/form/acme/visit?form=shut', '/form/acme/plain', '/form/globex/visit', '/form/nowhere/visit'],
      ...['/form/acme/nothing', '/form/acme/visit?form=none', '/form/acme/visit?token=short'],
      `/form/acme/visit?form=shut&token=${'x'.repeat(43)}`,
    ]) {
      const reply = await get(url)
      expect([url, reply.statusCode, heading(reply.body)]).toEqual([url, 404, 'This form takes no answers'])
    }
    const forged = await post('/form/acme/visit?form=shut', [
      ['q.rating', '1'],
      ['token', 'x'.repeat(43)],
    ])
    expect(forged.statusCode).toBe(404)
  })

  it('is answered under nobody’s token but one that was given out for it', async () => {
    const known = 'k'.repeat(43)
    const first = await get(`${address}&token=${known}`)
    expect(hiddenIn(first.body).some(([, value]) => value === known)).toBe(false)
    const forged = await post(actionIn(first.body), [
      ['token', known],
      ['p', '0'],
      ['q.nps', '7'],
      ['act', 'next'],
    ])
    expect(String(forged.headers.location)).toMatch(/&token=[\w-]{43}&p=2$/)
    expect(String(forged.headers.location)).not.toContain(known)
  })

  it('takes the answers of programs that fill in what nobody sees for nothing', async () => {
    const before = (await stored()).length
    const page = await answer(address, [
      ['q.nps', '7'],
      ['website', 'https://spam.example'],
    ])
    expect(heading(page.body)).toBe('Thank you for your answers')
    expect(await stored()).toHaveLength(before)
  })

  it('writes hostile answers as they are, and runs none of them', async () => {
    for (const text of Object.values(hostileTexts)) {
      const page = await answer(address, [['q.nps', '2']], [['q.comment', text.trim() === '' ? 'x' : text]])
      expect(page.statusCode).toBe(200)
    }
    const html = (
      await answer(`/form/acme/visit?store=${encodeURIComponent('"><script>alert(1)</script>')}`, [['q.nps', '2']])
    ).body
    expect(html).not.toContain('<script')
    const spoken = await get(`${address}&lang=${encodeURIComponent('"><script>')}`)
    expect(spoken.body).not.toContain('<script')
  })
})
