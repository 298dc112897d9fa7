import type { Filter } from '@kaiku/contract/filter.ts'
import { fullGrant } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/app.fixture.ts'
import { json, small } from '../definition/small.fixture.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { signedIn } from '../session/signed-in.fixture.ts'

const named = (extName: string, flags: object = {}) => ({
  ...{ extName, title: extName, question: extName, multipleSelections: true },
  ...flags,
})
const files = new Map([
  ...small,
  [
    'filters.json',
    json({
      standard: {
        filterGroups: [
          { title: 'All', filters: [named('store'), named('nps'), named('seen'), named('age', { range: true })] },
        ],
      },
      time: { filterGroups: [] },
    }),
  ],
])

const seen = [{ seen: ['tv'] }, { seen: ['tv', 'web'] }, { seen: [] }, { seen: ['radio', 'web'] }, {}]
const interviews: readonly Answers[] = Array.from({ length: 240 }, (_, at) => ({
  date: `2024-0${1 + (at % 9)}-1${at % 7}`,
  ...(at % 11 > 0 && { store: at % 3 ? 's1' : 's2' }),
  ...(at % 5 > 0 && { nps: at % 12 }),
  ...seen[at % 5],
  ...(at % 4 > 0 && { age: 20 + (at % 50) }),
}))

let kaiku: TestApp
let anna: { authorization: string }
/** Statements that ClickHouse was asked since it was looked at. */
let statements: string[] = []
beforeAll(async () => {
  kaiku = await openTestApp({ KAIKU_CACHE: 'off' })
  const acme = await kaiku.universe('acme')
  await kaiku.survey(acme, files, interviews)
  // Who looks on changes nothing.
  const { clickhouse } = kaiku.stores
  for (const way of ['read', 'readColumns'] as const) {
    const asked = clickhouse[way].bind(clickhouse) as (...all: unknown[]) => unknown
    Object.assign(clickhouse, {
      [way]: (sql: string, ...more: unknown[]) => {
        statements.push(sql)
        return asked(sql, ...more)
      },
    })
  }
  anna = await signedIn(kaiku.stores, { universe: acme, grants: [fullGrant('all')] })
})
afterAll(() => kaiku?.close())

async function list(path: string): Promise<readonly Filter[]> {
  const url = `/api/vuejs/filters/list/small/standard?path=${encodeURIComponent(path)}`
  const reply = await kaiku.app.inject({ url, headers: anna })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().filterGroups.flatMap(({ filters }: { filters: Filter[] }) => filters)
}

/** The conditions of a selection by filter; each filter is counted without its own. */
type Conditions = Record<string, (one: Answers) => boolean>
const met = (kept: Conditions, filter: string) =>
  interviews.filter((one) => Object.entries(kept).every(([name, holds]) => name === filter || holds(one)))

function expected(kept: Conditions, filter: string) {
  const counts = new Map<string, number>()
  const count = (code: string) => counts.set(code, (counts.get(code) ?? 0) + 1)
  for (const one of met(kept, filter)) {
    const value = one[filter]
    // What is missing by the definition is an option and no answer.
    if (value === undefined || value === null || value === 11) count('~none')
    if (Array.isArray(value)) for (const code of value) count(String(code))
    else if (value !== undefined && value !== null) count(String(value))
  }
  return counts
}

const told = (filters: readonly Filter[], name: string) =>
  new Map(
    // What is chosen is there although nobody has it.
    filters
      .find(({ extName }) => extName === name)
      ?.options.filter(({ n }) => n !== 0)
      .map(({ extName, n }) => [extName, n]),
  )

const selections: readonly (readonly [string, Conditions])[] = [
  ['store,all', {}],
  ['store,all;seen=tv', { seen: ({ seen: all }) => Array.isArray(all) && all.includes('tv') }],
  [
    'store,all;store=s1;nps=9*10;age=30_60',
    {
      store: ({ store }) => store === 's1',
      nps: ({ nps }) => nps === 9 || nps === 10,
      age: ({ age }) => typeof age === 'number' && age >= 30 && age <= 60,
    },
  ],
]

async function expectRight([path, kept]: (typeof selections)[number]) {
  const filters = await list(path)
  for (const name of ['store', 'nps', 'seen'])
    expect([path, name, told(filters, name)]).toEqual([path, name, expected(kept, name)])
  const ages = met(kept, 'age').flatMap(({ age }) => (typeof age === 'number' ? [age] : []))
  const age = filters.find(({ extName }) => extName === 'age')
  expect([path, age?.extent]).toEqual([path, { min: Math.min(...ages), max: Math.max(...ages) }])
  expect(age?.histogram.reduce((sum, { n }) => sum + n, 0)).toBe(ages.length)
}

describe('the filters of a selection', () => {
  it('offer what the place holds where the other filters leave nothing, each option with nobody', async () => {
    const filters = await list('store,all;age=1_2')
    const options = (name: string) => filters.find(({ extName }) => extName === name)?.options ?? []
    expect(options('store').map(({ extName, n }) => [extName, n])).toEqual([
      ['s1', 0],
      ['s2', 0],
    ])
    expect(options('seen').length).toBeGreaterThan(2)
  })

  it('hold what the interviews hold, each without its own choice', async () => {
    for (const one of selections) await expectRight(one)
  })

  it('take one statement for what is counted of the same interviews, however many filters there are', async () => {
    const counting = async (path: string) => {
      statements = []
      await list(path)
      return statements.filter((sql) => sql.includes('n_met')).length
    }
    expect(await counting('store,all;ftime=20240101_20240831')).toBe(1)
    expect(await counting('store,all;age=22_51')).toBe(2)
    expect(await counting('store,all;store=s1;seen=web;age=22_52')).toBe(4)
  })
})
