import { formDraftCalls } from '@kaiku/contract/form-draft.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let anna: Headers
let bo: Headers
let viewer: Headers
let foreign: Headers

const visit = {
  ...{ id: 'visit', title: { en: 'Your visit', fi: 'Käyntisi' }, open: true, locales: ['en', 'fi'] },
  pages: [
    { parts: [{ question: 'nps', required: true }] },
    { when: 'nps=0_6', parts: [{ question: 'comment', text: 'What went wrong after {nps}?' }] },
    { parts: [{ question: 'rating' }] },
  ],
  screenOut: [{ when: 'nps=0_0', title: 'Sorry' }],
  thanks: [{ when: 'nps=9_10', title: 'Wonderful' }, { title: 'Goodbye' }],
}
const files = new Map([
  ...small,
  ['settings.json', json({ extName: 'visit', title: 'Visit' })],
  ['forms.json', json({ $schema: 'forms.schema.json', forms: [visit] })],
])

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  await test.survey(acme, files)
  await test.survey(acme, new Map([...small, ['settings.json', json({ extName: 'plain', title: 'Plain' })]]))
  await test.survey(globex, files)
  const editor = { ...usualRoles.Viewer, role: 'Editor', permissions: ['editConfiguration'] as const }
  const person = (role: string, universe: string, username: string) =>
    signedIn(test.stores, { universe, grants: [{ ...editor, role }], username })
  anna = await person('E1', acme, 'anna')
  bo = await person('E2', acme, 'bo')
  const without = { ...usualRoles.Viewer, permissions: ['seeIndicators', 'editPages'] as const }
  viewer = await signedIn(test.stores, { universe: acme, grants: [without] })
  foreign = await person('E3', globex, 'foreign')
})
afterAll(() => test?.close())

const ask = async (headers: Headers, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.app.inject({ method, url: `/api/form/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const draftOf = async (headers: Headers, survey = 'visit') =>
  formDraftCalls.draft.reply.parse((await ask(headers, 'GET', `draft/${survey}`)).body)
const save = (headers: Headers, forms: object[], revision: number, version = 1) =>
  ask(headers, 'PUT', 'draft/visit', { forms, version, revision })
const publish = (headers: Headers, forms: object[], revision: number, version = 1) =>
  ask(headers, 'POST', 'publish/visit', { forms, version, revision })
const check = async (forms: object[], headers = anna) =>
  formDraftCalls.check.reply.parse((await ask(headers, 'POST', 'check/visit', { forms })).body)
const retitled = (title: string) => ({ ...visit, title })
const respondents = async () => (await test.app.inject({ url: '/form/acme/visit' })).body

describe('the draft of a survey’s forms', () => {
  it('is one for all who configure the survey, and respondents do not see it', async () => {
    const opened = await draftOf(anna)
    expect([opened.forms, opened.draft, opened.version]).toEqual([[visit], null, 1])
    expect(opened.locales).toEqual(['en', 'fi'])
    expect(opened.questions.find(({ id }) => id === 'nps')).toMatchObject({ type: 'scale', min: 0, max: 10 })
    const unfinished = { id: 'new', title: '', pages: [] }
    const saved = await save(anna, [retitled('Not yet'), unfinished], 0)
    expect(saved.body).toMatchObject({ by: 'anna', version: 1 })
    expect((await draftOf(bo)).draft).toMatchObject({ by: 'anna', forms: [retitled('Not yet'), unfinished] })
    expect((await draftOf(foreign)).draft).toBeNull()
    expect(await respondents()).toContain('Your visit')
    const late = await save(bo, [visit], 0)
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('anna')])
    expect((await publish(bo, [visit], 0)).status).toBe(409)
    expect((await ask(bo, 'DELETE', `draft/visit/${saved.body.revision}`)).status).toBe(200)
    expect((await draftOf(anna)).draft).toBeNull()
  })

  it('has nothing to do with the draft of the pages', async () => {
    await save(anna, [visit], 0)
    const { draft } = await draftOf(anna)
    const pages = await signedIn(test.stores, {
      universe: acme,
      grants: [{ ...usualRoles.Viewer, role: 'P', permissions: ['editPages'] }],
    })
    const reply = await test.app.inject({ url: '/api/page/draft/visit', headers: pages })
    expect(reply.json().draft).toBeNull()
    await ask(anna, 'DELETE', `draft/visit/${draft?.revision}`)
  })

  it('is closed to who may not configure the survey', async () => {
    for (const [method, url, payload] of [
      ['GET', 'draft/visit', undefined],
      ['POST', 'check/visit', { forms: [visit] }],
      ['PUT', 'draft/visit', { forms: [visit], version: 1, revision: 0 }],
      ['POST', 'publish/visit', { forms: [visit], version: 1, revision: 0 }],
    ] as const) {
      expect([url, (await ask(viewer, method, url, payload)).status]).toEqual([url, 403])
      expect([url, (await ask({}, method, url, payload)).status]).toEqual([url, 401])
    }
  })

  it('begins with the form that Kaiku makes where nobody wrote one, without what is so anyway', async () => {
    const { forms } = await draftOf(anna, 'plain')
    expect(forms).toHaveLength(1)
    expect(JSON.stringify(forms)).not.toMatch(/""|\[\]|false/)
    const checked = await ask(anna, 'POST', 'check/plain', { forms })
    expect(checked.body).toMatchObject({ faults: [], changes: [] })
  })

  it('says what is wrong beside each thing, else what publishing would change', async () => {
    expect(await check([visit])).toMatchObject({ faults: [], changes: [] })
    const faulty = {
      ...visit,
      pages: [{ parts: [{ question: 'nobody' }] }, { when: 'age=1', parts: [{ question: 'nps', required: 'yes' }] }],
    }
    expect((await check([faulty])).faults.map(({ place }) => place)).toEqual(['forms[0].pages[1].parts[0].required'])
    const crossed = { ...visit, pages: [{ when: 'comment=x~', parts: [{ question: 'nobody' }] }] }
    const { faults, ticket } = await check([crossed])
    expect(faults.map(({ place }) => place)).toContain('forms[0].pages[0].when')
    expect(faults.map(({ place }) => place)).toContain('forms[0].pages[0].parts[0].question')
    expect(ticket).toBe('')
    const quotas = [
      { id: 'a', when: 'nobody=1', limit: 3, title: 'Full' },
      { id: 'a', limit: 3, title: 'Full' },
    ]
    expect((await check([{ ...visit, quotas }])).faults.map(({ place }) => place).sort()).toEqual([
      'forms[0].quotas[0].when',
      'forms[0].quotas[1].id',
    ])
    expect((await check([retitled('Renamed')])).changes).toMatchObject([{ file: 'forms.json' }])
  })

  it('is published whole, with everything else as it was, and read back as it was written', async () => {
    const { revision } = (await save(anna, [retitled('Second')], 0)).body
    const refused = await publish(anna, [{ ...visit, pages: [] }], revision)
    expect([refused.status, refused.body.reason.key]).toEqual([400, 'form.faulty'])
    expect(await respondents()).toContain('Your visit')
    expect((await publish(anna, [retitled('Second')], revision, 7)).status).toBe(409)
    expect((await publish(anna, [retitled('Second')], revision)).body).toEqual({ version: 2 })
    expect(await draftOf(anna)).toMatchObject({ version: 2, draft: null, forms: [retitled('Second')] })
    expect(await respondents()).toContain('Second')
    const { rows } = await test.stores.service.query(
      `select path, text from definition_file where universe = $1 and version = 2 and path in ('forms.json', 'questions.json')`,
      [acme],
    )
    const kept = new Map(rows.map(({ path, text }) => [path, String(text)]))
    expect(JSON.parse(kept.get('forms.json') ?? '')).toEqual({
      $schema: 'forms.schema.json',
      forms: [retitled('Second')],
    })
    expect(kept.get('questions.json')).toBe(files.get('questions.json'))
  })
})

describe('the preview of a form', () => {
  const hiddenIn = (html: string) =>
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')],
    )
  const post = (fields: [string, string][]) =>
    test.app.inject({
      ...{ method: 'POST', url: '/form-preview', payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
  const heading = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1]

  it('is the real form with what is not published, leads on by its conditions and stores nothing', async () => {
    const drafted = { ...visit, title: 'Drafted' }
    const { ticket } = await check([drafted])
    const begin = { ticket, form: JSON.stringify(drafted), lang: 'fi' }
    const first = await post([...Object.entries(begin)])
    expect([first.statusCode, heading(first.body)]).toEqual([200, 'Drafted'])
    expect(first.body).toContain('lang="fi"')
    expect(first.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    const faulty = await post([...hiddenIn(first.body), ['act', 'next']])
    expect([faulty.statusCode, faulty.body.includes('class="fault"')]).toEqual([422, true])
    const second = await post([...hiddenIn(first.body), ['q.nps', '4'], ['act', 'next']])
    expect(second.body).toContain('What went wrong after 4?')
    const third = await post([...hiddenIn(second.body), ['q.comment', 'x'], ['act', 'next']])
    expect(heading((await post([...hiddenIn(third.body), ['act', 'next']])).body)).toBe('Goodbye')
    expect(heading((await post([...hiddenIn(first.body), ['q.nps', '0'], ['act', 'next']])).body)).toBe('Sorry')
    // A page that nobody came to is shown, too: it is being written.
    expect((await post([...Object.entries(begin), ['p', '1']])).body).toContain('What went wrong')
    const { rows } = await test.stores.service.query(
      'select (select count(*) from form_answer)::int as answers, (select count(*) from interview)::int as interviews',
    )
    expect(rows).toEqual([{ answers: 0, interviews: 0 }])
  })

  it('opens for nobody without a ticket of the survey', async () => {
    const { ticket } = await check([visit])
    const [number, secret] = ticket.split('.')
    for (const wrong of ['', 'x', `${Number(number) + 1}.${secret}`, `${number}.${secret?.slice(2)}`])
      expect((await post([...Object.entries({ ticket: wrong, form: JSON.stringify(visit) })])).statusCode).toBe(404)
    expect((await post([...Object.entries({ ticket, form: '{' })])).statusCode).toBe(404)
  })
})
