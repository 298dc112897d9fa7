import { fullGrant, type Grant, type Viewer } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataState } from '../aggregate/data-state.ts'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { catchUp } from '../feed/feed.ts'
import { storeInterviews } from '../import/import.ts'
import { publish } from '../publishing/definition.ts'
import { placeFor, questionFor } from '../result/result.ts'
import { twoViews } from '../result/two-views.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { surveyEntity } from '../survey-entity/survey-entity.ts'
import { createUniverse } from '../universe/universe.ts'
import { everywhere, type Scope, scopeOf } from './scope.ts'
import { holdsWhole, maySeeNode, topNode, visibleNodes } from './visible-node.ts'

let opened: TestStores
let stores: Stores
let dictionary: Dictionary
let who: Viewer

/** Store a has 6 interviews, b 4, line x every second of them; two have no place. */
async function* rows() {
  for (let at = 0; at < 12; at++)
    yield {
      key: String(at),
      answers: at < 10 ? { store: at < 6 ? 'a' : 'b', line: at % 2 ? 'x' : 'y' } : {},
    }
}

beforeAll(async () => {
  opened = await openTestStores()
  stores = opened.stores
  const universe = (await createUniverse(stores, { name: 'acme', title: 'Acme', timeZone: 'UTC' })).id
  await publish(stores, universe, twoViews, 'test')
  await storeInterviews(stores, await findSurvey(stores, universe, 'visits'), rows(), { import: 'test' })
  await catchUp(stores)
  dictionary = await findSurvey(stores, universe, 'visits')
  who = {
    ...{ userId: '1', username: 'anna', universe, universes: [universe], locale: 'en' },
    ...{ isUserAdmin: false, isRoot: false, isReadOnly: false, grants: [fullGrant('all')] },
  }
})

afterAll(async () => {
  await opened?.close()
})

const holding = (...grants: Partial<Grant>[]): Viewer => ({
  ...who,
  grants: grants.map((grant) => ({ ...fullGrant('role'), ...grant })),
})
const node = (view: string, id: string) => dictionary.views.get(view)?.tree.resolve([id]) ?? -1
const role = (nodes: Record<string, string>) =>
  new Map(Object.entries(nodes).map(([view, id]) => [view, [node(view, id)]] as const))
const scopeOfRoles = (...roles: NonNullable<Scope['roles']>): Scope => ({ views: dictionary.views, roles })
const viewNamed = (name: string) => {
  const view = dictionary.views.get(name)
  if (!view) throw new TypeError(`no view ${name}`)
  return view
}

async function counted(scope: Scope, path = 'stores,all') {
  const question = questionFor(stores, who, dictionary, { path, compare: 'none' }, 0)
  const scoped = { ...question, selection: { ...question.selection, scope } }
  const { nInterviews, nAll } = await placeFor(scoped, await dataState(stores, dictionary.survey))
  return [nInterviews, nAll]
}

it('counts everything where nothing narrows the right', async () => {
  expect(await counted(everywhere(dictionary))).toEqual([12, 12])
})

it('applies the views of a role together and its roles side by side', async () => {
  expect(await counted(scopeOfRoles(role({ stores: 'a' })))).toEqual([6, 6])
  expect(await counted(scopeOfRoles(role({ stores: 'a', lines: 'x' })))).toEqual([3, 3])
  expect(await counted(scopeOfRoles(role({ stores: 'a' }), role({ lines: 'x' })))).toEqual([8, 8])
  expect(await counted(scopeOfRoles(role({ stores: 'a' })), 'stores,all,b')).toEqual([0, 6])
})

it('shows nothing to whom no role grants it', async () => {
  expect(await counted(scopeOfRoles())).toEqual([0, 0])
  expect(() => scopeOf({ ...who, grants: [] }, dictionary, 'seeIndicators')).toThrow('no such survey')
  expect(() => scopeOf(holding({ permissions: ['export'] }), dictionary, 'seeIndicators')).toThrow('may not')
})

it('finds the nodes of the roles that grant the permission', async () => {
  const finland = { permissions: ['seeComments' as const], rows: { stores: [['a']] } }
  const sweden = { permissions: ['seeIndicators' as const], rows: { stores: [['b']] } }
  const scope = scopeOf(holding(finland, sweden), dictionary, 'seeIndicators')
  expect(scope.roles).toEqual([role({ stores: 'b' })])
  expect(await counted(scope)).toEqual([4, 4])
})

it('lets figures reach further than rows', () => {
  const grant = { rows: { stores: [['a']] }, figures: { stores: [['a'], ['b']] } }
  expect(scopeOf(holding(grant), dictionary, 'seeIndicators').roles).toEqual([
    new Map([['stores', [node('stores', 'a'), node('stores', 'b')]]]),
  ])
  expect(scopeOf(holding(grant), dictionary, 'seeComments').roles).toEqual([role({ stores: 'a' })])
})

it('allows nothing by a place or a view that is gone', async () => {
  expect(await counted(scopeOf(holding({ rows: { stores: [['gone']] } }), dictionary, 'seeIndicators'))).toEqual([0, 0])
  expect(await counted(scopeOf(holding({ rows: { other: [['a']] } }), dictionary, 'seeIndicators'))).toEqual([0, 0])
})

it('is everywhere where one of several roles is, and where the place is the root', () => {
  const narrow = { rows: { stores: [['a']] } }
  expect(scopeOf(holding(narrow, {}), dictionary, 'seeIndicators').roles).toBeNull()
  expect(scopeOf(holding({ rows: { stores: [[]] } }), dictionary, 'seeIndicators').roles).toBeNull()
})

it('is what both may see for a viewer who looks through somebody else’s eyes', async () => {
  const viewer = holding({ rows: { stores: [['a']] } })
  const within = holding({ rows: { lines: [['x']] } }, { rows: { stores: [['b']] } }).grants
  const scope = scopeOf({ ...viewer, within }, dictionary, 'seeIndicators')
  expect(await counted(scope)).toEqual([3, 3])
})

it('tells of places that the viewer may see and of the way to them', () => {
  const scope = scopeOfRoles(role({ stores: 'a' }))
  expect(maySeeNode(scope, viewNamed('stores'), node('stores', 'a'))).toBe(true)
  expect(maySeeNode(scope, viewNamed('stores'), 0)).toBe(true)
  expect(maySeeNode(scope, viewNamed('stores'), node('stores', 'b'))).toBe(false)
  expect(maySeeNode(scope, viewNamed('lines'), node('lines', 'x'))).toBe(true)
})

it('knows which places are seen whole and which in part', () => {
  const whole = (scope: Scope, view: string, at: number) => holdsWhole(scope, viewNamed(view), at)
  const a = node('stores', 'a')
  expect([whole(everywhere(dictionary), 'stores', 0), whole(scopeOfRoles(), 'stores', 0)]).toEqual([true, false])
  expect([
    whole(scopeOfRoles(role({ stores: 'a' })), 'stores', a),
    whole(scopeOfRoles(role({ stores: 'a' })), 'stores', 0),
  ]).toEqual([true, false])
  expect(whole(scopeOfRoles(role({ stores: 'a' })), 'lines', 0)).toBe(false)
  expect(whole(scopeOfRoles(role({ stores: 'a', lines: 'x' })), 'stores', a)).toBe(false)
  expect(whole(scopeOfRoles(role({ lines: 'x' }), role({ stores: 'a' })), 'stores', a)).toBe(true)
})

it('tells of all places at once as of each', () => {
  const view = dictionary.views.get('stores')
  if (!view) throw new Error('the view is gone')
  const nodes = [...view.tree.nodes.values()]
  const scopes: Scope[] = [
    everywhere(dictionary),
    scopeOfRoles(),
    scopeOfRoles(role({ stores: 'a' })),
    scopeOfRoles(role({ lines: 'x' })),
    scopeOfRoles(role({ stores: 'b', lines: 'x' })),
    scopeOfRoles(role({ stores: 'a' }), role({ stores: 'b' })),
    scopeOfRoles(new Map([['stores', []]])),
  ]
  for (const scope of scopes)
    expect(visibleNodes({ scope, view }, nodes)).toEqual(
      nodes.filter(({ number }) => maySeeNode(scope, viewNamed('stores'), number)),
    )
})

describe('a viewer of one place', () => {
  const scope = () => scopeOfRoles(role({ stores: 'a' }))

  it('begins there', () => {
    expect(topNode(scope(), viewNamed('stores'))).toBe(node('stores', 'a'))
    expect(topNode(scope(), viewNamed('lines'))).toBe(0)
    expect(topNode(scopeOfRoles(role({ stores: 'a' }), role({ stores: 'b' })), viewNamed('stores'))).toBe(0)
    expect(topNode(scopeOfRoles(role({ stores: 'a' }), role({ lines: 'x' })), viewNamed('stores'))).toBe(0)
    const entity = surveyEntity(holding({ rows: { stores: [['a']] } }), dictionary, 'en', 0)
    expect(entity.views.map(({ startPath }) => startPath)).toEqual(['stores,all,a', 'lines,all'])
    const around = holding({ rows: { stores: [['a']] }, figures: {} })
    expect(surveyEntity(around, dictionary, 'en', 0).views.map(({ startPath }) => startPath)).toEqual([
      ...['stores,all,a', 'lines,all'],
    ])
    const elsewhere = holding({ rows: { stores: [['a']] }, figures: { stores: [['b']] } })
    expect(surveyEntity(elsewhere, dictionary, 'en', 0).startPath).toBe('stores,all,b')
  })

  it('is told no name above, or all names where the universe says so', async () => {
    const segments = async (viewer: Viewer) => {
      const question = questionFor(stores, viewer, dictionary, { path: 'stores,all,a', compare: 'none' }, 0)
      return (await placeFor(question, await dataState(stores, dictionary.survey))).segments
    }
    const viewer = holding({ rows: { stores: [['a']] } })
    expect(await segments(viewer)).toEqual([{ id: 'a', name: 'a', path: 'stores,all,a' }])
    expect(await segments({ ...viewer, seesNamesAbove: true })).toEqual([
      { id: 'all', name: 'All', path: null },
      { id: 'a', name: 'a', path: 'stores,all,a' },
    ])
  })
})
