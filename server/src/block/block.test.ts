import { configBlockCalls } from '@kaiku/contract/config-block.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import { publishedFiles } from '../publishing/definition.command.ts'
import { usualRoles } from '../role/role.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

type Headers = Record<string, string>
let test: TestApp
let acme: string
let globex: string
let anna: Headers
let bo: Headers
let viewer: Headers
let foreign: Headers

const nps = { id: 'nps', title: { en: 'Net promoter', fi: 'Suositteluindeksi' }, measure: 'nps', question: 'nps' }
const named = (extName: string) => ['settings.json', json({ extName, title: 'Visit' })] as const
const written = json({ indicators: [nps, { id: 'rating', title: 'Rating', measure: 'mean', question: 'rating' }] })
const files = new Map([...small, named('visit'), ['indicators.json', written]])

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  globex = await test.universe('globex')
  await test.survey(acme, files)
  await test.survey(acme, new Map([...small, named('plain')]))
  await test.survey(
    acme,
    new Map([...small, ['settings.json', json({ extName: 'guarded', title: 'G', protection: true })]]),
  )
  await test.survey(globex, files)
  const editor = { ...usualRoles.Viewer, permissions: ['editConfiguration'] as const }
  const person = (role: string, universe: string, username: string, surveys?: string[]) =>
    signedIn(test.stores, { universe, grants: [{ ...editor, role, ...(surveys && { surveys }) }], username })
  anna = await person('E1', acme, 'anna')
  bo = await person('E2', acme, 'bo')
  viewer = await signedIn(test.stores, {
    universe: acme,
    grants: [{ ...usualRoles.Viewer, permissions: ['seeIndicators', 'editPages'] }],
  })
  foreign = await person('E3', globex, 'foreign')
})
afterAll(() => test?.close())

const ask = async (headers: Headers, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const address = `/api/vuejs/surveys/configblocks/${url}`
  const reply = await test.app.inject({ method, url: address, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const list = async (headers: Headers, survey = 'visit') =>
  configBlockCalls.list.reply.parse((await ask(headers, 'GET', survey)).body)
const one = async (headers: Headers, file: string, survey = 'visit') =>
  configBlockCalls.one.reply.parse((await ask(headers, 'GET', `one/${survey}/${file}`)).body)
const save = (headers: Headers, file: string, text: string, revision = 0, version = 1, survey = 'visit') =>
  ask(headers, 'PUT', `${survey}/${file}`, { text, revision, version })
const check = async (file: string, text: string, survey = 'visit') =>
  configBlockCalls.check.reply.parse((await ask(anna, 'POST', `check/${survey}`, { writing: { file, text } })).body)
const discard = (file: string, revision: number, survey = 'visit') =>
  ask(anna, 'DELETE', `${survey}/${file}/${revision}`)
const publish = async (headers: Headers, survey = 'visit') => {
  const { version, blocks } = await list(headers, survey)
  const drafts = blocks.flatMap(({ file, draft }) => (draft ? [{ file, revision: draft.revision }] : []))
  return ask(headers, 'POST', survey, { version, drafts })
}
const retitled = (title: string) => written.replace('Net promoter', title)
const revisionOf = async (file: string, survey = 'visit') => (await one(anna, file, survey)).draft?.revision ?? 0

describe('the blocks of a survey', () => {
  it('are listed with who changed each last, and opened with their schema in the reader’s language', async () => {
    const { version, blocks } = await list(anna)
    expect(version).toBe(1)
    expect(blocks.find(({ file }) => file === 'indicators.json')).toMatchObject({
      isRequired: false,
      changed: { version: 1 },
      draft: null,
    })
    expect(blocks.find(({ file }) => file === 'filters.json')).toMatchObject({ changed: null })
    const opened = configBlockCalls.one.reply.parse(
      (await ask(anna, 'GET', 'one/visit/indicators.json?locale=fi')).body,
    )
    expect(opened.published).toBe(written)
    expect(JSON.stringify(opened.schema)).toContain('"title":"Desimaalit"')
  })

  it('are closed to who may not configure the survey, and absent for other universes', async () => {
    for (const [method, url, payload] of [
      ['GET', 'visit', undefined],
      ['GET', 'one/visit/indicators.json', undefined],
      ['POST', 'check/visit', {}],
      ['POST', 'create/visit', { file: 'filters.json', template: 'usual' }],
      ['PUT', 'visit/indicators.json', { text: written, revision: 0, version: 1 }],
      ['DELETE', 'visit/indicators.json/1', undefined],
      ['POST', 'visit', { version: 1, drafts: [{ file: 'indicators.json', revision: 1 }] }],
    ] as const) {
      expect([url, (await ask(viewer, method, url, payload)).status]).toEqual([url, 403])
      expect([url, (await ask({}, method, url, payload)).status]).toEqual([url, 401])
      const elsewhere = url.replace('visit', 'plain')
      expect([url, (await ask(foreign, method, elsewhere, payload)).status]).toEqual([url, 404])
    }
    expect((await ask(anna, 'GET', 'one/visit/passwords.json')).status).toBe(404)
    expect((await ask(anna, 'GET', 'one/visit/__proto__')).status).toBe(404)
  })

  it('keep one draft of each block, and nothing of whoever was slower is lost', async () => {
    const first = await save(anna, 'indicators.json', retitled('Mine'))
    expect([first.status, first.body]).toMatchObject([200, { by: 'anna', isBehind: false }])
    const late = await save(bo, 'indicators.json', retitled('His'))
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('anna')])
    expect((await one(bo, 'indicators.json')).draft).toMatchObject({ by: 'anna', text: retitled('Mine') })
    expect((await one(foreign, 'indicators.json')).draft).toBeNull()
    const now = await revisionOf('indicators.json')
    expect((await save(bo, 'indicators.json', retitled('His'), now)).status).toBe(200)
    expect((await discard('indicators.json', now)).status).toBe(409)
    expect((await discard('indicators.json', await revisionOf('indicators.json'))).status).toBe(200)
    expect((await one(anna, 'indicators.json')).draft).toBeNull()
  })

  it('are checked as a whole while they are written, each fault at its line', async () => {
    expect(await check('indicators.json', written)).toEqual({ faults: [], changes: [], more: 0, removed: {} })
    const { faults } = await check('indicators.json', written.replace('"question": "rating"', '"question": "nobody"'))
    expect(faults).toMatchObject([{ file: 'indicators.json', place: 'indicators[1].question' }])
    expect(written.split('\n')[(faults[0]?.line ?? 0) - 1]).toContain('"question": "rating"')
    const broken = await check('indicators.json', '{\n  "indicators": [,]\n}')
    expect(broken.faults).toMatchObject([{ place: '', line: 2, column: 18 }])
    const unknown = await check(
      'indicators.json',
      written.replace('"measure": "mean"', '"measure": "mean",\n"colour": 1'),
    )
    expect(unknown.faults).toMatchObject([{ place: 'indicators[1]', found: '"colour"' }])
    const renamed = await check('settings.json', json({ extName: 'plain', title: 'Visit' }))
    expect(renamed.faults).toMatchObject([{ file: 'settings.json', place: 'extName', found: 'plain' }])
  })

  it('tell what publishing changes by what it is called', async () => {
    const { changes } = await check('indicators.json', retitled('Loyalty'))
    expect(changes).toEqual([
      {
        ...{ file: 'indicators.json', place: 'indicators.nps.title.en', titles: ['Loyalty'] },
        ...{ before: '"Net promoter"', after: '"Loyalty"' },
      },
    ])
    const without = await check('indicators.json', json({ indicators: [nps] }))
    expect(without.changes).toMatchObject([{ place: 'indicators.rating', titles: ['Rating'], after: null }])
  })

  it('are published together, whole or not at all, byte for byte as they were written', async () => {
    const odd = `\uFEFF${retitled('Odd').replaceAll('\n', '\r\n')}   `
    const filters = '{"standard":{"filterGroups":[]},"time":\t{"filterGroups":[]}}'
    await save(anna, 'indicators.json', odd)
    await save(bo, 'filters.json', filters)
    await save(bo, 'topics.json', '{ "topics": 3 }')
    const refused = await publish(anna)
    expect([refused.status, refused.body.reason.key]).toEqual([400, 'block.faulty'])
    expect((await list(anna)).version).toBe(1)
    await discard('topics.json', await revisionOf('topics.json'))
    const stale = await ask(anna, 'POST', 'visit', {
      version: 1,
      drafts: [{ file: 'indicators.json', revision: await revisionOf('indicators.json') }],
    })
    expect([stale.status, stale.body.reason]).toMatchObject([
      409,
      { key: 'block.changed', values: { file: 'filters.json', by: 'bo' } },
    ])
    expect((await publish(anna)).body).toEqual({ version: 2 })
    const kept = await publishedFiles(test.stores, acme, 'visit')
    expect([kept?.get('indicators.json'), kept?.get('filters.json')]).toEqual([odd, filters])
    expect(kept?.get('questions.json')).toBe(files.get('questions.json'))
    const { blocks } = await list(anna)
    expect(blocks.every(({ draft }) => draft === null)).toBe(true)
    expect(blocks.find(({ file }) => file === 'filters.json')?.changed).toMatchObject({ version: 2, by: 'anna' })
    expect(blocks.find(({ file }) => file === 'questions.json')?.changed).toMatchObject({ version: 1 })
    expect((await publishedFiles(test.stores, globex, 'visit'))?.get('indicators.json')).toBe(written)
  })

  it('do not go over what was published since a draft began: the draft stays, and says that it is behind', async () => {
    await save(anna, 'indicators.json', retitled('Begun on 2'), 0, 2)
    const back = await test.app.inject({
      ...{ method: 'POST', url: '/api/backend/rollback/visit', headers: bo },
      payload: { version: 1, published: 2 },
    })
    expect(back.json()).toEqual({ version: 3 })
    expect((await one(anna, 'indicators.json')).draft).toMatchObject({ isBehind: true, text: retitled('Begun on 2') })
    const refused = await publish(anna)
    expect([refused.status, refused.body.reason.key]).toEqual([409, 'block.behind'])
    expect((await one(anna, 'indicators.json')).published).toBe(written)
    // Once both were looked at, the draft goes on from what is published.
    await save(anna, 'indicators.json', retitled('Begun on 2'), await revisionOf('indicators.json'), 3)
    expect((await publish(anna)).body).toEqual({ version: 4 })
  })

  it('begin from what holds without them or from another survey, and can be taken away again', async () => {
    const made = await ask(anna, 'POST', 'create/plain', { file: 'indicators.json', template: 'usual' })
    expect(made.body).toMatchObject({ by: 'anna', isRemoval: false })
    expect((await publish(anna, 'plain')).body).toEqual({ version: 2 })
    const again = await ask(anna, 'POST', 'create/plain', { file: 'indicators.json', template: 'usual' })
    expect([again.status, again.body.reason.key]).toEqual([409, 'block.exists'])
    await save(anna, 'indicators.json', '', 0, 2, 'plain')
    expect((await one(anna, 'indicators.json', 'plain')).draft).toMatchObject({ isRemoval: true })
    expect((await publish(anna, 'plain')).body).toEqual({ version: 3 })
    expect((await publishedFiles(test.stores, acme, 'plain'))?.has('indicators.json')).toBe(false)
    await ask(anna, 'POST', 'create/plain', { file: 'indicators.json', template: 'survey', from: 'visit' })
    expect((await one(anna, 'indicators.json', 'plain')).draft?.text).toBe(retitled('Begun on 2'))
    for (const file of [
      'filters.json',
      'pages.json',
      'imports.json',
      'topics.json',
      'texts.json',
      'system-message.json',
      'alert-rules.json',
      'forms.json',
    ])
      expect([file, (await ask(anna, 'POST', 'create/plain', { file, template: 'usual' })).status]).toEqual([file, 200])
    expect((await ask(anna, 'POST', 'check/plain', {})).body.faults).toEqual([])
    expect((await publish(anna, 'plain')).body).toEqual({ version: 4 })
    expect(
      (await ask(anna, 'POST', 'create/plain', { file: 'texts.json', template: 'survey', from: 'unheard' })).status,
    ).toBe(409)
    expect(
      (await ask(anna, 'POST', 'create/guarded', { file: 'texts.json', template: 'survey', from: 'unheard' })).status,
    ).toBe(404)
  })

  it('are the same drafts that pages and forms are written in elsewhere', async () => {
    const pages = { pages: [{ extname: 'home', title: 'Home', components: [] }] }
    const editor = await signedIn(test.stores, {
      universe: acme,
      grants: [{ ...usualRoles.Viewer, role: 'P', permissions: ['editPages'] }],
    })
    const drafted = { pages: pages.pages, version: 1, revision: 0 }
    await test.app.inject({ method: 'PUT', url: '/api/page/draft/guarded', headers: editor, payload: drafted })
    const { draft } = await one(anna, 'pages.json', 'guarded')
    expect(JSON.parse(draft?.text ?? '')).toEqual(pages)
    const text = json({ pages: [{ ...pages.pages[0], title: 'Start' }] })
    await save(anna, 'pages.json', text, draft?.revision, 1, 'guarded')
    const seen = await test.app.inject({ url: '/api/page/draft/guarded', headers: editor })
    expect(seen.json().draft).toMatchObject({ by: 'anna', pages: [{ title: 'Start' }] })
    const unreadable = await save(anna, 'pages.json', '{ "pages": [', seen.json().draft.revision, 1, 'guarded')
    expect([unreadable.status, unreadable.body.reason.key]).toEqual([400, 'block.unreadable'])
    expect((await one(anna, 'pages.json', 'guarded')).draft?.text).toBe(text)
  })

  it('of a protected survey are configured like others, and tell nothing of its answers', async () => {
    const { blocks } = await list(anna, 'guarded')
    expect(blocks.map(({ file }) => file)).toContain('settings.json')
    const { published } = await one(anna, 'settings.json', 'guarded')
    expect(published).toContain('"protection": true')
  })
})

describe('a hostile text', () => {
  it.each([
    ['deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep in place', `{"indicators":${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}}`],
    [
      'a prototype',
      '{"__proto__":{"isRoot":true},"indicators":[{"__proto__":{"id":"x"},"constructor":{"prototype":{}}}]}',
    ],
    ['two of a key', '{"indicators":[],"indicators":[]}'],
    ['long', `{"indicators":[],"x":"${'x'.repeat(1_900_000)}"}`],
    ['many', `{"indicators":[${'{},'.repeat(20_000)}{}]}`],
    ['no object', '[]'],
    ['nothing', 'null'],
    ['lone halves', '{"indicators":"\\ud800"}'],
  ])('is kept and told of, never published: %s', async (_, text) => {
    const kept = await save(anna, 'indicators.json', text, await revisionOf('indicators.json'), 4)
    expect(kept.status).toBe(200)
    expect((await one(anna, 'indicators.json')).draft?.text).toBe(text)
    const checked = await check('indicators.json', text)
    expect(checked.faults.length).toBeGreaterThan(0)
    expect((await publish(anna)).status).toBe(400)
    expect(Reflect.get({}, 'isRoot')).toBeUndefined()
  })

  it('is refused beyond what can be written in the browser', async () => {
    expect(
      (await save(anna, 'indicators.json', 'x'.repeat(2_000_001), await revisionOf('indicators.json'), 4)).status,
    ).toBe(400)
  })
})
