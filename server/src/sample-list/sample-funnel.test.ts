import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { addDays, addYears, dayIn } from '@kaiku/core/day.ts'
import { sampleSteps } from '@kaiku/core/sample-step.ts'
import { newcombe, wilson } from '@kaiku/core/statistics.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

type Funnel = ReplyOf<(typeof sampleFunnelCalls)['funnel']>
type Headers = { authorization: string }

/** What happened to somebody, in order; the last is the state. `answered`: whether an answer came in. */
type Story = { readonly store: string; readonly states: readonly string[]; readonly answered?: true }
const story = (store: string, states: string, answered?: true): Story => ({
  ...{ store, states: ['pending', ...states.split(' ').filter(Boolean)] },
  ...(answered && { answered }),
})

const stories: readonly Story[] = [
  ...Array.from({ length: 9 }, () => story('kamppi', 'invited completed', true)),
  ...Array.from({ length: 5 }, () => story('kamppi', 'invited')),
  story('sello', ''),
  story('sello', 'unsubscribed'),
  story('sello', 'refused'),
  story('sello', 'bounced'),
  story('lund', 'invited bounced'),
  story('lund', 'invited bounced unsubscribed'),
  story('lund', 'invited refused'),
  story('lund', 'invited started'),
  story('lund', 'invited started refused'),
  story('lund', 'invited partial', true),
  story('lund', 'invited partial unsubscribed', true),
  story('lund', 'invited completed unsubscribed', true),
  story('solo', 'invited completed unsubscribed pending', true),
]

/** By reading what happened: the last of it that is no way out says how far somebody got. */
function reached({ states }: Story): number {
  const begun = states.lastIndexOf('pending')
  const way = states.slice(begun)
  const has = (state: string) => way.includes(state)
  if (has('completed')) return 4
  if (has('started') || has('partial')) return 3
  if (has('bounced')) return 1
  return has('invited') ? 2 : 0
}

let world: SampleWorld
let everywhere: Headers
const day = dayIn('Europe/Helsinki', Date.now())
const lastWeek = addDays(day, -7)
const compact = lastWeek.replaceAll('-', '')
const yearBefore = addYears(lastWeek, -1)

const funnel = async (headers = everywhere, path = 'region,all', query = ''): Promise<Funnel> => {
  const reply = await world.get(headers, `vuejs/samples/funnel/visits/${encodeURIComponent(path)}?${query}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const stepCounts = ({ steps }: Funnel) => steps.map(({ n }) => n)
const counted = (of: readonly Story[]) => sampleSteps.map((_, at) => of.filter((one) => reached(one) >= at).length)

async function live(stories: readonly Story[], on: string): Promise<void> {
  const settings = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
  const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
  const { token } = await createUniverseKey(world.stores, world.acme, settings, by)
  const samples = stories.map(({ store }) => ({
    ...{
      externalId: randomUUID(),
      email: `${randomUUID()}@example.fi`,
      background: { store, channel: store === 'lund' ? 'web' : 'app' },
    },
  }))
  const sent = await world.post({ authorization: `Bearer ${token}` }, 'v1/surveys/visits/samples', {
    ...{ mode: 'merge', samples },
  })
  const { stored } = sent.json() as { stored: { sampleId: string }[] }
  expect(stored).toHaveLength(stories.length)
  for (const [at, { states, answered }] of stories.entries())
    for (const [step, after] of states.entries()) {
      const before = states[step - 1]
      if (before === undefined) continue
      await world.stores.service.query(
        `with changed as (update sample set state = $2, version = version + 1,
           invited_at = case $2 when 'invited' then $4::timestamptz when 'pending' then null else invited_at end,
           responded_at = case when $5 then $4::timestamptz end, created_at = $4::timestamptz
           where id = $1 returning universe, survey, id, version)
         insert into sample_event (universe, survey, sample, kind, before, after, version)
         select universe, survey, id, 'changed', jsonb_build_object('state', $3::text), jsonb_build_object('state', $2::text), version
         from changed`,
        [stored[at]?.sampleId, after, before, `${on}T12:00:00Z`, answered ?? false],
      )
    }
  await world.stores.service.query(`update sample set created_at = $2::timestamptz where id = any($1)`, [
    stored.map(({ sampleId }) => sampleId),
    `${on}T12:00:00Z`,
  ])
}

beforeAll(async () => {
  world = await openSampleWorld()
  everywhere = await world.person([])
})
afterAll(() => world?.close())

describe('the response funnel', () => {
  it('is empty rather than zero percent where nobody is asked', async () => {
    const found = await funnel()
    expect(stepCounts(found)).toEqual([0, 0, 0, 0, 0])
    expect(found).toMatchObject({ rate: { state: 'none', value: null }, change: null, places: [] })
  })

  it('tells how far people got, by what happened to them, and who left the way where', async () => {
    await live(stories, lastWeek)
    const found = await funnel()
    expect(stepCounts(found)).toEqual(counted(stories))
    for (const [at, { n, left }] of found.steps.entries())
      expect(left.reduce((sum, one) => sum + one.n, 0)).toBe(at === 4 ? 0 : n - (found.steps[at + 1]?.n ?? 0))
    expect(found.steps[3]?.left).toEqual(
      expect.arrayContaining([
        { state: 'started', n: 1 },
        { state: 'partial', n: 1 },
        { state: 'refused', n: 1 },
        { state: 'unsubscribed', n: 1 },
      ]),
    )
    const [, , got, , done] = counted(stories)
    const { low, high } = wilson((done ?? 0) / (got ?? 1), got ?? 1)
    expect(found.rate).toMatchObject({
      ...{ n: got, value: expect.closeTo((100 * (done ?? 0)) / (got ?? 1), 9) },
      ...{ low: expect.closeTo(100 * low, 5), high: expect.closeTo(100 * high, 5) },
    })
  })

  it('counts at each step as many as the list of samples shows for it, at each place', async () => {
    for (const path of ['region,all', 'region,all,fi', 'region,all,se', 'region,all;channel=web']) {
      const { steps } = await funnel(everywhere, path)
      for (const { step, n } of steps) {
        const list = await world.list(everywhere, `step=${step}&limit=200`, path)
        expect([path, step, list.total, list.rows.length]).toEqual([path, step, n, n])
        expect(Object.values(list.counts).reduce((sum, one) => sum + one)).toBe(n)
      }
    }
  })

  it('has a row for each place right below, and shows nobody more than their places', async () => {
    const of = (...stores: string[]) => counted(stories.filter(({ store }) => stores.includes(store)))
    const shown = ({ places }: Funnel) =>
      places.map(({ title, counts }) => [title, sampleSteps.map((step) => counts[step])])
    const finland = of('kamppi', 'sello', 'solo')
    expect(shown(await funnel())).toEqual([
      ['Finland', finland],
      ['Sweden', of('lund')],
    ])
    const limited = await world.person(['se'])
    expect(stepCounts(await funnel(limited))).toEqual(of('lund'))
    expect(shown(await funnel(limited))).toEqual([['Sweden', of('lund')]])
    const finnish = 'vuejs/samples/funnel/visits/region,all,fi'
    expect((await world.get(limited, finnish)).statusCode).toBe(404)
    expect((await world.get(await world.person([], ['seeIndicators']), finnish)).statusCode).toBe(403)
    expect(stepCounts(await funnel(await world.stranger()))).toEqual([0, 0, 0, 0, 0])
  })

  it('is compared with the period before, more than chance marked', async () => {
    const before: Story[] = [
      ...Array.from({ length: 30 }, () => story('kamppi', 'invited')),
      story('kamppi', 'invited completed', true),
      story('lund', 'invited completed', true),
    ]
    await live(before, yearBefore)
    const path = `region,all;ftime=${compact}_${compact}`
    const found = await funnel(everywhere, path)
    expect(stepCounts(found)).toEqual(counted(stories))
    const [now, then] = [counted(stories), counted(before)]
    const share = (counts: number[]) => ({ proportion: (counts[4] ?? 0) / (counts[2] ?? 1), n: counts[2] ?? 0 })
    const { value, low, high } = newcombe(share(now), share(then))
    expect(found.compared).toEqual({ from: yearBefore, to: yearBefore })
    expect(found.change).toMatchObject({
      ...{ beforeN: 32, value: expect.closeTo(100 * value, 9), significant: low > 0 },
      ...{ low: expect.closeTo(100 * low, 5), high: expect.closeTo(100 * high, 5) },
    })
    expect(found.places.map(({ title, change }) => [title, change?.significant])).toEqual([
      ['Finland', true],
      ['Sweden', false],
    ])
    expect((await funnel(everywhere, path, 'compare=none')).change).toBe(null)
    expect((await funnel(everywhere, path, 'minimumN=1000')).rate.state).toBe('few')
  })
})
