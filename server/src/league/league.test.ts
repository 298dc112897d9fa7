import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { League } from '@kaiku/contract/league.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
import type { NodesByView, Permission } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { type FilledSurveys, openFilledSurveys } from '../result/filled-survey.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'

type Headers = { authorization: string }
const stores = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
type Store = (typeof stores)[number]
const countryOf = (store: Store) => (stores.indexOf(store) < 4 ? 'fi' : 'se')

const blocks = {
  ...parts,
  'settings.json': { ...parts['settings.json'], mainIndicators: ['nps'] },
  'indicators.json': { indicators: [{ id: 'nps', title: 'NPS', measure: 'nps', question: 'nps' }] },
  'alert-rules.json': { rules: [] },
  'views.json': {
    views: [
      {
        ...{ extName: 'region', title: 'Regions', root: { title: 'All' }, key: 'store' },
        nodes: [
          { id: 'fi', name: 'Finland' },
          { id: 'se', name: 'Sweden' },
          ...stores.map((id) => ({ id, parent: countryOf(id), name: `Store ${id}` })),
        ],
      },
    ],
  },
}

/** Alerts of September 2025: solved in time, solved late, still open though due, not yet due. */
const alerts: Readonly<Record<Store, readonly [number, number, number, number]>> = {
  ...{ a: [12, 0, 0, 1], b: [3, 5, 1, 0], c: [1, 0, 0, 0], d: [0, 0, 0, 0] },
  ...{ e: [2, 2, 0, 0], f: [4, 0, 0, 0], g: [1, 1, 0, 0], h: [0, 0, 3, 0] },
}
/** People reached in September 2025 who completed, and who did not. */
const samples: Readonly<Record<Store, readonly [number, number]>> = {
  ...{ a: [20, 80], b: [70, 30], c: [25, 50], d: [0, 0] },
  ...{ e: [0, 0], f: [0, 0], g: [0, 0], h: [0, 0] },
}
/** Of June to August and of September: promoters and detractors. */
const answers: Readonly<Record<Store, readonly [readonly [number, number], readonly [number, number]]>> = {
  a: [
    [20, 20],
    [38, 2],
  ],
  b: [
    [20, 20],
    [21, 19],
  ],
  c: [
    [20, 20],
    [2, 38],
  ],
  d: [
    [3, 3],
    [2, 0],
  ],
  e: [
    [6, 6],
    [7, 6],
  ],
  f: [
    [6, 6],
    [6, 7],
  ],
  g: [
    [6, 6],
    [6, 6],
  ],
  h: [
    [6, 6],
    [6, 6],
  ],
}

let world: AlertWorld
let all: Headers
beforeAll(async () => {
  world = await openAlertWorld(blocks)
  const given = (store: Store, day: string, [good, bad]: readonly [number, number]) =>
    Array.from({ length: good + bad }, (_, at) => ({ day, store, nps: at < good ? 10 : 0 }))
  await world.answer(
    stores.flatMap((store) => [
      ...given(store, '2025-07-15', answers[store][0]),
      ...given(store, '2025-09-15', answers[store][1]),
    ]),
  )
  const dictionary = await findSurvey(world.stores, world.acme, 'visits')
  const at = (store: Store) => [dictionary.views.get('region')?.tree.resolve([countryOf(store), store])]
  for (const store of stores) {
    for (const [kind, count] of alerts[store].entries())
      for (let number = 0; number < count; number++)
        await world.stores.service.query(
          `insert into alert (universe, survey, rule, rule_title, title, description, leaves, day, view, state, severity,
             created_at, due_at, solved_at)
           values ($1, $2, 'unhappy', '"x"', '"x"', '"x"', $3, '2025-09-10', 'region', $4, 'high',
             '2025-09-10T07:00:00Z', $5, $6)`,
          [
            ...[world.acme, dictionary.survey, at(store)],
            ...[kind < 2 ? 'solved' : 'open', kind === 3 ? '2999-01-01' : '2025-09-11T07:00:00Z'],
            // Wednesday, three working hours after it was raised; a day late.
            [`2025-09-10T${String(10 + (number % 3)).padStart(2, '0')}:00:00Z`, '2025-09-12T07:00:00Z', null, null][
              kind
            ],
          ],
        )
    const [completed, silent] = samples[store]
    await world.stores.service.query(
      `insert into sample (universe, survey, external_id, leaves, state, invited_at)
       select $1, $2, $3 || n, $4, case when n <= $5 then 'completed' else 'invited' end, '2025-09-02T07:00:00Z'
       from generate_series(1, $6) as n`,
      [world.acme, dictionary.survey, `${store} `, at(store), completed, completed + silent],
    )
  }
  all = await world.person('everybody', [])
})
afterAll(() => world?.close())

const september = 'ftime=20250901_20250930'
const whole = { type: 'GamificationOverviewConfig', leagueFrom: 2, region: 1 }

async function ask(headers: Headers, component: object, path = 'region,all', survey = 'visits') {
  const url = `/api/result/query/${survey}/${encodeURIComponent(`${path};${september}`)}`
  const reply = await world.app.inject({
    ...{ method: 'POST', url, headers },
    payload: { components: [component] },
  })
  return { status: reply.statusCode, body: reply.body, json: reply.json as () => unknown }
}

async function league(headers: Headers, more: object = {}, path?: string): Promise<League> {
  const reply = await ask(headers, { ...whole, ...more }, path)
  expect(reply.status, reply.body).toBe(200)
  const [answer] = (reply.json() as ReplyOf<(typeof resultCalls)['query']>).answers
  if (answer?.type !== 'GamificationOverviewConfig') throw new TypeError(reply.body)
  return answer
}

const person = (
  rows: NodesByView,
  figures: NodesByView | null,
  permissions: readonly Permission[] = ['seeIndicators', 'seeInterviews'],
) =>
  signedIn(world.stores, {
    universe: world.acme,
    grants: [
      { role: `role ${JSON.stringify([rows, figures, permissions])}`, permissions, surveys: null, rows, figures },
    ],
  })

const rowOf = ({ rows }: League, id: string) => rows.find((row) => row.id === id)

describe('a league', () => {
  it('gives the points that its alerts, answers and samples give when they are counted one by one', async () => {
    const found = await league(all)
    expect(found).toMatchObject({
      ...{ state: 'shown', unit: 'month', isWhole: true, placeTitle: '' },
      ...{ baseline: { from: '2025-06-01', to: '2025-08-31' } },
      leagues: [
        { regions: ['Finland'], band: null, places: 4 },
        { regions: ['Sweden'], band: null, places: 4 },
      ],
    })
    expect(found.rounds.at(-1)).toEqual({ from: '2025-09-01', to: '2025-09-30' })
    const players = ['a', 'b', 'c', 'd'] as const
    const timed = (store: Store) => alerts[store][0] + alerts[store][1] + alerts[store][2]
    const reached = (store: Store) => samples[store][0] + samples[store][1]
    const sum = (of: (store: Store) => number) => players.reduce((n, store) => n + of(store), 0)
    const inTime = sum((store) => alerts[store][0]) / sum(timed)
    const answered = sum((store) => samples[store][0]) / sum(reached)
    const improved: Readonly<Record<string, number>> = { a: 100 }
    const points = (store: Store) =>
      0.4 * 100 * ((alerts[store][0] + 10 * inTime) / (timed(store) + 10)) +
      0.4 * (improved[store] ?? 0) +
      0.2 * Math.min(100, (50 * (samples[store][0] + 50 * answered)) / (reached(store) + 50) / answered)
    const named = ['a', 'b', 'c'] as const
    const order = [...named].sort((one, other) => points(other) - points(one))
    expect(found.rows.map(({ id }) => id)).toEqual([...order, 'd'])
    for (const store of named) expect(rowOf(found, store)?.points).toBeCloseTo(points(store), 1)
    expect(found.rows.map(({ rank }) => rank)).toEqual([1, 2, 3, null])
    for (const { rank, rankFrom, rankTo } of found.rows.slice(0, 3)) {
      expect(rankFrom).toBeLessThanOrEqual(rank ?? 0)
      expect(rankTo).toBeGreaterThanOrEqual(rank ?? 9)
    }
    // Of d there is nothing to give points for: no alerts, nobody asked, and too few answers.
    expect(rowOf(found, 'd')).toMatchObject({ points: null, deeds: { badges: [] } })
  })

  it('tells what the points are of, with every n', async () => {
    const found = await league(all)
    const [a, c, d] = ['a', 'c', 'd'].map((id) => rowOf(found, id)?.deeds)
    expect(a).toMatchObject({
      ...{ followUp: { part: 12, of: 12 }, response: { part: 20, of: 100 } },
      improvements: [{ indicator: 'nps', standing: 'better', n: 40, change: { before: 0, beforeN: 40, value: 90 } }],
      badges: ['inTime', 'improved'],
      streaks: { inTime: 1 },
    })
    // Raised at ten in Helsinki: solved after three, four or five hours at work.
    expect(a?.hours).toBeCloseTo(4, 5)
    expect(c?.improvements).toMatchObject([{ standing: 'worse', change: { value: -90, significant: true } }])
    expect(d?.improvements).toEqual([{ indicator: 'nps', standing: 'untold', n: 2, change: null }])
    expect(rowOf(found, 'b')?.deeds?.badges).toEqual(['response'])
  })

  it('cuts places by size, and shows the one that is asked for', async () => {
    const found = await league(all, { sizes: 2, sizeTitles: ['Large', 'Small'] })
    expect(found.leagues.map(({ regions, band }) => [regions[0], band?.title])).toEqual([
      ['Finland', 'Large'],
      ['Finland', 'Small'],
      ['Sweden', 'Large'],
      ['Sweden', 'Small'],
    ])
    expect(found.rows.map(({ id }) => id).sort()).toEqual(['a', 'b'])
    const other = await league(all, { sizes: 2, league: found.leagues[3]?.id })
    expect(other.rows.map(({ id }) => id).sort()).toEqual(['g', 'h'])
  })

  it('leaves out a discipline without weight, and one in which nobody did anything', async () => {
    const sweden = await league(all, {}, 'region,all,se')
    expect(sweden.disciplines.map(({ discipline, weight }) => [discipline, weight])).toEqual([
      ['followUp', 50],
      ['improvement', 50],
    ])
    const only = await league(all, { followUp: 0 }, 'region,all,se')
    expect(only.rows.map(({ points, rank }) => [points, rank])).toEqual([0, 0, 0, 0].map((none) => [none, 1]))
  })

  it('is the same under every filter but the time', async () => {
    const [one, other] = [await league(all), await league(all, {}, 'region,all;nps=10')]
    expect(other).toEqual(one)
  })
})

it('a league is taken along as it stands', async () => {
  const csv = (headers: Headers, component: object) =>
    world.app.inject({
      ...{ method: 'POST', headers, payload: { format: 'csv', component } },
      url: `/api/vuejs/reports/figuretable/visits/${encodeURIComponent(`region,all;${september}`)}?locale=en`,
    })
  const taking = await person({ region: [['fi']] }, { region: [['fi']] }, ['seeIndicators', 'export'])
  const { statusCode, body } = await csv(taking, whole)
  expect(statusCode, body).toBe(200)
  expect(body).toMatch(/Rank.*Points.*Alerts resolved in time/)
  expect(body).toMatch(/\b1,1,\d,Store a,/)
  expect(body).toContain('Every alert in time')
  expect(body).not.toContain('Store e')
})

describe('who sees what of a league', () => {
  it('ranks a place among others where figures reach them, and says whose it is', async () => {
    const manager = await person({ region: [['fi', 'b']] }, { region: [['fi']] })
    const found = await league(manager, {}, 'region,all,fi,b')
    expect(found).toMatchObject({ here: 'b', isWhole: true })
    expect(rowOf(found, 'b')).toMatchObject({ own: true, rank: rowOf(await league(all), 'b')?.rank })
    expect(rowOf(found, 'a')).toMatchObject({ own: false, name: 'Store a' })
    expect(found.leagues.map(({ regions }) => regions)).toEqual([['Finland']])
  })

  it('names no others where it is told not to, nor what they did', async () => {
    const manager = await person({ region: [['fi', 'b']] }, { region: [['fi']] })
    const found = await league(manager, { names: false }, 'region,all,fi,b')
    const others = found.rows.filter(({ own }) => !own)
    expect(others).toHaveLength(3)
    for (const [, row] of others.entries())
      expect(row).toMatchObject({ id: expect.stringMatching(/^~\d$/), name: '', path: null, course: [], deeds: null })
    expect(JSON.stringify(found)).not.toContain('Store a')
    expect(rowOf(found, 'b')?.deeds?.followUp).toEqual({ part: 3, of: 9 })
  })

  it('tells what a place did, and no points, to who sees no others', async () => {
    const alone = await person({ region: [['fi', 'b']] }, null)
    const found = await league(alone, {}, 'region,all,fi,b')
    expect(found).toMatchObject({ isWhole: false, whole: { followUp: { of: 0 }, response: { of: 0 } } })
    expect(found.rows).toHaveLength(1)
    expect(found.rows[0]).toMatchObject({ id: 'b', points: null, rank: null, deeds: { followUp: { part: 3, of: 9 } } })
    expect(found.rows[0]?.deeds?.badges).toEqual([])
  })

  it('is refused to who sees no figures, and unknown to another universe', async () => {
    const blind = await person({}, null, ['seeInterviews'])
    expect((await ask(blind, whole)).status).toBe(403)
    const stranger = await signedIn(world.stores, {
      universe: await world.universe('initech'),
      grants: [{ role: 'all', permissions: ['seeIndicators'], surveys: null, rows: {}, figures: null }],
    })
    expect((await ask(stranger, whole)).status).toBe(404)
  })

  it('is switched off for a universe', async () => {
    const set = (leagues: boolean) =>
      world.stores.service.query(
        `update universe set settings = settings || jsonb_build_object('leagues', $2::bool) where id = $1`,
        [world.acme, leagues],
      )
    await set(false)
    expect(await league(all)).toMatchObject({ state: 'off', rows: [], leagues: [] })
    await set(true)
    expect(await league(all)).toMatchObject({ state: 'shown' })
  })
})

describe('a league of a protected survey', () => {
  let surveys: FilledSurveys
  beforeAll(async () => {
    surveys = await openFilledSurveys()
    await surveys.fill('closed', { protection: true, minimumN: 5 }, 3, 900)
    await surveys.ready()
  })
  afterAll(() => surveys?.close())

  it('plays for improvement alone, from figures that a ranking shows too', async () => {
    const place = { path: 'stores,all;ftime=20251001_20251231' }
    const played = { indicators: ['nps'], round: 'week', baseline: 1, leagueFrom: 2 }
    const found = await surveys.answer('GamificationOverviewConfig', 'closed', played, place)
    expect(found.unit).toBe('quarter')
    expect(found.rounds.at(-1)).toEqual({ from: '2025-10-01', to: '2025-12-31' })
    const ranking = await surveys.answer(
      'RankingTableComponent',
      'closed',
      { indicators: ['nps'], of: 'leaves', spark: false },
      { ...place, compare: 'previous' },
    )
    const [column] = ranking.columns
    let told = 0
    for (const { path, deeds } of found.rows) {
      const at = ranking.rows.findIndex((row) => row.path === path)
      const [own] = deeds?.improvements ?? []
      expect(own?.n).toBe(column?.n[at])
      expect(own?.change?.value ?? null).toBe(own?.change ? column?.change?.value[at] : null)
      expect(deeds).toMatchObject({
        followUp: { of: 0 },
        response: { of: 0 },
        parts: { followUp: null, response: null },
      })
      if (own?.n != null) told += 1
    }
    expect(told).toBeGreaterThan(1)
    expect(found.rows.length).toBeGreaterThan(told)
  })
})
