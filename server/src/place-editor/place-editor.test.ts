import { placeTreeCalls, type TreeChange } from '@kaiku/contract/place-tree.ts'
import type { ConfigNode } from '@kaiku/contract/view.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { patchBetween } from '@kaiku/core/place-tree.ts'
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
let narrow: Headers
let viewer: Headers
let foreign: Headers

const nodes: ConfigNode[] = [
  { id: 'fi', name: { en: 'Finland', fi: 'Suomi' } },
  { id: 'se', name: 'Sweden' },
  { id: 'hki', parent: 'fi', name: 'Helsinki', codes: ['H'] },
  { id: 'tku', parent: 'fi', name: 'Turku' },
  { id: 'sto', parent: 'se', name: 'Stockholm' },
]
const region = { extName: 'region', title: 'Regions', root: { id: 'all', title: 'All' }, key: 'store', nodes }
const answered = {
  extName: 'answered',
  title: 'As answered',
  root: { title: 'All' },
  levels: [{ question: 'store', title: 'Store' }],
}
const crossed = {
  ...{ extName: 'crossed', title: 'Crossed', root: { title: 'All' } },
  levels: [
    { question: 'nps', title: 'Score' },
    { question: 'store', title: 'Store' },
  ],
}
const questions = JSON.parse(small.get('questions.json') ?? '').questions.map((one: { id: string }) =>
  one.id === 'store' ? { id: 'store', type: 'text', title: 'Store' } : one,
)
const filesOf = (extName: string, settings: object = {}, views: object[] = [region, answered, crossed]) =>
  new Map([
    ...small,
    ['settings.json', json({ extName, title: extName, ...settings })],
    ['questions.json', json({ questions })],
    ['views.json', json({ $schema: 'views.schema.json', views })],
  ])
const interviews = ['hki', 'hki', 'H', 'tku', 'sto', 'nowhere', 'nowhere'].map((store, at) => ({ store, nps: at % 3 }))

beforeAll(async () => {
  test = await openTestApp()
  acme = await test.universe('acme')
  const globex = await test.universe('globex')
  // The tree comes later than the interviews: two of them name no place of it.
  await test.survey(acme, filesOf('visit', {}, [answered, crossed]), interviews)
  await test.survey(acme, filesOf('visit'))
  await test.survey(acme, filesOf('other'))
  await test.survey(acme, filesOf('closed', { protection: true }, [answered, region]), interviews.slice(0, 2))
  await test.survey(globex, filesOf('visit'))
  const editor = fullGrant('Editor')
  anna = await signedIn(test.stores, { universe: acme, grants: [{ ...editor, role: 'E1' }], username: 'anna' })
  bo = await signedIn(test.stores, { universe: acme, grants: [{ ...editor, role: 'E2' }], username: 'bo' })
  const within = { ...editor, role: 'Finland', rows: { region: [['fi']] } }
  narrow = await signedIn(test.stores, { universe: acme, grants: [within], username: 'narrow' })
  viewer = await signedIn(test.stores, { universe: acme, grants: [usualRoles.Viewer] })
  foreign = await signedIn(test.stores, { universe: globex, grants: [editor], username: 'foreign' })
})
afterAll(() => test?.close())

const ask = async (headers: Headers, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await test.app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const open = async (headers = anna, view = 'region', survey = 'visit') =>
  placeTreeCalls.open.reply.parse((await ask(headers, 'GET', `place/tree/${survey}/${view}`)).body)
const moved = (...changes: (Partial<ConfigNode> & { id: string })[]): ConfigNode[] =>
  nodes.map((node) =>
    Object.assign(
      {},
      node,
      changes.find(({ id }) => id === node.id),
    ),
  )
const changeTo = (after: ConfigNode[], before = nodes): TreeChange => {
  const { put, gone } = patchBetween(before, after)
  return { put, gone, plans: [] }
}
const send = (
  headers: Headers,
  act: 'tree' | 'check' | 'publish',
  change: TreeChange,
  revision: number,
  version: number,
) => ask(headers, act === 'tree' ? 'PUT' : 'POST', `place/${act}/visit/region`, { change, revision, version })
const discard = async () => {
  const { draft } = await open()
  if (draft) await ask(anna, 'DELETE', `vuejs/surveys/configblocks/visit/views.json/${draft.revision}`)
}
const toSweden: ConfigNode[] = moved({ id: 'tku', parent: 'se', moves: [{ until: '2026-01-31', parent: 'fi' }] })

describe('the tree of a view', () => {
  it('is opened with its draft and how many interviews name which place', async () => {
    const opened = await open()
    expect(opened).toMatchObject({
      version: 2,
      draft: null,
      locales: ['en', 'fi'],
      keyTitle: 'Store',
      refused: [],
      arrangeFault: null,
    })
    expect(opened.published).toEqual({ nodes, plans: [] })
    expect(new Map(opened.answers)).toEqual(
      new Map([
        ['hki', 2],
        ['nowhere', 2],
        ['H', 1],
        ['sto', 1],
        ['tku', 1],
      ]),
    )
    expect(await open(narrow)).toMatchObject({ answers: null, refused: null })
    expect((await open(anna, 'region', 'closed')).answers).toBeNull()
  })

  it('is closed to who may not configure the survey, and to other universes', async () => {
    const known = { change: changeTo(toSweden), revision: 0, version: 1 }
    for (const [method, url, payload] of [
      ['GET', 'place/tree/other/region', undefined],
      ['PUT', 'place/tree/other/region', known],
      ['POST', 'place/check/other/region', known],
      ['POST', 'place/publish/other/region', known],
      ['POST', 'place/arrange/other/answered', { revision: 0, version: 1 }],
      ['GET', 'place/file/other/region', undefined],
    ] as const) {
      expect([url, (await ask(viewer, method, url, payload)).status]).toEqual([url, 403])
      expect([url, (await ask({}, method, url, payload)).status]).toEqual([url, 401])
      expect([url, (await ask(foreign, method, url, payload)).status]).toEqual([url, 404])
    }
    expect((await ask(anna, 'GET', 'place/tree/visit/none')).status).toBe(404)
    expect((await open(foreign)).draft).toBeNull()
  })

  it('is one draft of the file for all, and who was slower is told', async () => {
    const saved = await send(anna, 'tree', changeTo(toSweden), 0, 2)
    expect(saved.body).toMatchObject({ by: 'anna', version: 2 })
    expect((await open(bo)).draft).toMatchObject({ by: 'anna', isBehind: false, tree: { nodes: toSweden } })
    const block = await ask(bo, 'GET', 'vuejs/surveys/configblocks/one/visit/views.json')
    expect(JSON.parse(block.body.draft.text)).toMatchObject({
      $schema: 'views.schema.json',
      views: [{}, answered, crossed],
    })
    const late = await send(bo, 'tree', changeTo(nodes), 0, 2)
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('anna')])
    expect((await send(bo, 'publish', changeTo(nodes), 0, 2)).status).toBe(409)
    await discard()
  })

  it('says what is wrong, and whose places are concerned', async () => {
    const circle = await send(anna, 'check', changeTo(moved({ id: 'fi', parent: 'tku' })), 0, 2)
    expect(circle.body.faults).toMatchObject([
      { place: 'views[0].nodes[0].parent', id: 'fi' },
      { place: 'views[0].nodes[3].parent', id: 'tku' },
    ])
    expect((await send(anna, 'publish', changeTo(moved({ id: 'fi', parent: 'tku' })), 0, 2)).body.reason.key).toBe(
      'block.faulty',
    )
    const { body } = await send(anna, 'check', changeTo(toSweden), 0, 2)
    expect(body).toMatchObject({ faults: [], others: [] })
    expect(body.concerned).toEqual([
      { kind: 'assignment', title: 'narrow · Finland', path: ['fi'], lost: 1, gained: 0, leadsNowhere: false },
    ])
    const gone = await send(
      anna,
      'check',
      changeTo(nodes.filter(({ parent, id }) => parent !== 'fi' && id !== 'fi')),
      0,
      2,
    )
    expect(gone.body.concerned).toMatchObject([{ lost: 3, leadsNowhere: true }])
  })
})

describe('two who write at once', () => {
  it('both keep what they did, whoever publishes in between', async () => {
    await send(anna, 'tree', changeTo(moved({ id: 'sto', name: 'Stockholm City' })), 0, 2)
    // Files published from elsewhere know nothing of the draft.
    const renamed = filesOf('visit', {}, [{ ...region, nodes: moved({ id: 'tku', name: 'Åbo' }) }, answered, crossed])
    await test.survey(acme, renamed)
    const opened = await open()
    expect(opened.draft).toMatchObject({ isBehind: true, version: 2 })
    expect(opened.version).toBe(3)
    const both = moved({ id: 'sto', name: 'Stockholm City' }, { id: 'tku', name: 'Åbo' })
    expect(opened.draft?.tree.nodes).toEqual(both)
    const change = changeTo(both, opened.published.nodes)
    const { revision = 0 } = opened.draft ?? {}
    expect((await send(anna, 'publish', change, revision, 2)).status).toBe(409)
    expect((await send(anna, 'publish', change, revision, 3)).body).toMatchObject({ version: 4 })
    expect(await open()).toMatchObject({ draft: null, published: { nodes: both } })
    await send(anna, 'publish', changeTo(nodes, both), 0, 4)
  })

  it('are told where they changed what cannot be laid together', async () => {
    const { version } = await open()
    const write = (title: string) => json({ views: [region, { ...answered, title }, crossed] })
    const body = { text: write('Mine'), version, revision: 0 }
    expect((await ask(anna, 'PUT', 'vuejs/surveys/configblocks/visit/views.json', body)).status).toBe(200)
    await test.survey(acme, filesOf('visit', {}, [region, { ...answered, title: 'Theirs' }, crossed]))
    const refused = await ask(bo, 'GET', 'place/tree/visit/region')
    expect([refused.status, refused.body.reason.key]).toEqual([409, 'block.behind'])
    const { blocks } = (await ask(anna, 'GET', 'vuejs/surveys/configblocks/visit')).body
    const { draft } = blocks.find(({ file }: { file: string }) => file === 'views.json')
    await ask(anna, 'DELETE', `vuejs/surveys/configblocks/visit/views.json/${draft.revision}`)
  })
})

describe('plans', () => {
  it('are kept beside the tree, changed and dropped', async () => {
    const { version, published } = await open()
    const { put, gone } = patchBetween(published.nodes, toSweden)
    const to = { title: 'Next year', from: '2027-01-01', put, gone }
    const made: TreeChange = { put: [], gone: [], plans: [{ id: 'next', to }] }
    expect((await send(anna, 'publish', made, 0, version)).status).toBe(200)
    const after = await open()
    expect(after.published).toEqual({
      nodes,
      plans: [{ id: 'next', title: 'Next year', from: '2027-01-01', nodes: toSweden }],
    })
    const dropped: TreeChange = { put: [], gone: [], plans: [{ id: 'next', to: null }] }
    await send(anna, 'publish', dropped, 0, after.version)
    expect((await open()).published.plans).toEqual([])
  })
})

describe('a view that is made of answers', () => {
  it('becomes a tree with the same places where no figure changes', async () => {
    const { version, arrangeFault } = await open(anna, 'answered')
    expect(arrangeFault).toBeNull()
    const change: TreeChange = { put: [], gone: [], plans: [] }
    const early = await ask(anna, 'PUT', 'place/tree/visit/answered', { change, revision: 0, version })
    expect(early.body.reason.key).toBe('place.answers')
    const made = await ask(anna, 'POST', 'place/arrange/visit/answered', { revision: 0, version })
    expect(made.status).toBe(200)
    const { draft, published } = await open(anna, 'answered')
    expect(draft?.tree.nodes.map(({ id }) => id).sort()).toEqual(['H', 'hki', 'nowhere', 'sto', 'tku'])
    expect(draft?.tree).toEqual(published)
    const body = { change, revision: draft?.revision, version }
    expect((await ask(anna, 'POST', 'place/publish/visit/answered', body)).body).toMatchObject({ version: version + 1 })
    expect(
      (await ask(anna, 'POST', 'place/arrange/visit/answered', { revision: 0, version: version + 1 })).status,
    ).toBe(400)
    const places = await test.stores.pool.connect()
    try {
      await places.query(`select set_config('app.universe', $1, false)`, [acme])
      const { rows } = await places.query(
        `select n.id, count(*)::int as n from interview i join survey s on s.number = i.survey and s.ext_name = 'visit'
         join view_column v on v.universe = i.universe and v.survey = i.survey and v.view = 'answered'
         join node n on n.universe = i.universe and n.survey = i.survey and n.view = 'answered' and n.number = i.leaves[v.number]
         where i.universe = $1 group by 1 order by 1`,
        [acme],
      )
      expect(rows.map(({ id, n }) => [id, n])).toEqual([
        ['H', 1],
        ['hki', 2],
        ['nowhere', 2],
        ['sto', 1],
        ['tku', 1],
      ])
    } finally {
      places.release()
    }
  })

  it('says why it cannot', async () => {
    expect((await open(anna, 'crossed')).arrangeFault?.why).toBe('sameId')
    expect((await open(anna, 'answered', 'closed')).arrangeFault?.why).toBe('protected')
    expect((await open(anna, 'answered', 'closed')).published.nodes).toEqual([])
    const { version } = await open(anna, 'crossed')
    const refused = await ask(anna, 'POST', 'place/arrange/visit/crossed', { revision: 0, version })
    expect([refused.status, refused.body.reason.key]).toEqual([400, 'place.notArranged'])
  })
})
