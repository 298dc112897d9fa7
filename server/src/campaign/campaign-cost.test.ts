import type { Campaign } from '@kaiku/contract/campaign.ts'
import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { always, campaignSteps } from './campaign.fixture.ts'

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

/** Through the settings, as an administrator does. */
async function settle(headers: { authorization: string }, messageCost: object) {
  const read = await world.get(headers, 'universedata/settings')
  const { title, timeZone, settings, version } = read.json() as Record<string, object>
  return world.app.inject({
    ...{ method: 'PUT', url: '/api/universedata', headers },
    payload: { title, timeZone, version, settings: { ...settings, messageCost } },
  })
}

it('tells what messages cost, and each answer, where the universe says a price', async () => {
  const everywhere = await world.person([])
  const south = await world.person(['fi', 'south'])
  const people = await steps.people([
    ...['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@example.fi` })),
    { email: 'lund@example.se', store: 'lund' },
  ])
  const { templateId } = await steps.template(everywhere)
  const wanted = { action: 'new', path: 'region,all', rules: always, templateId }
  const audience = async () =>
    (await world.post(everywhere, 'vuejs/campaigns/audience/visits', wanted)).json() as Pick<Campaign, 'cost'>
  expect((await audience()).cost).toBeNull()
  const mail = { currency: 'EUR', mail: 0.1, sms: null, letter: 1.2 }
  expect((await settle(everywhere, { ...mail, currency: 'euro' })).statusCode).toBe(400)
  expect((await settle(everywhere, mail)).statusCode).toBe(200)
  // Nobody was asked before, so nothing is known to expect.
  expect((await audience()).cost).toEqual({ currency: 'EUR', messages: 5, total: 0.5, perAnswer: null })
  const { campaignId } = await steps.created(everywhere, { templateId })
  expect((await steps.one(everywhere, campaignId)).cost).toBeNull()
  await steps.send()
  expect((await steps.one(everywhere, campaignId)).cost).toEqual({
    ...{ currency: 'EUR', messages: 5, total: 0.5, perAnswer: null },
  })
  const answered = [people[0], people[4]]
  await world.stores.service.query(`update sample set state = 'completed', responded_at = now() where id = any($1)`, [
    answered,
  ])
  expect((await steps.one(everywhere, campaignId)).cost).toMatchObject({ total: 0.5, perAnswer: 0.25 })
  // Whoever reaches a part sees what that part cost.
  expect((await steps.one(south, campaignId)).cost).toMatchObject({ messages: 4, total: 0.4, perAnswer: 0.4 })
  const powerless = await world.person(
    [],
    permissions.filter((one) => one !== 'sendCampaigns'),
  )
  for (const [headers, status] of [
    [powerless, 403],
    [await world.stranger(), 404],
  ] as const)
    expect((await world.get(headers, `vuejs/campaigns/one/visits/${campaignId}`)).statusCode).toBe(status)
  expect((await settle(everywhere, { currency: '', mail: 0.1 })).statusCode).toBe(200)
  expect((await steps.one(everywhere, campaignId)).cost).toBeNull()
})

it('expects answers place by place, as many as before, and of a place with few as everywhere', async () => {
  const everywhere = await world.person([])
  const some = (store: string, name: string, count: number) =>
    steps.people(Array.from({ length: count }, (_, at) => ({ email: `${name}.${at}@example.fi`, store })))
  const kamppi = await some('kamppi', 'k', 40)
  const lund = await some('lund', 'l', 40)
  const { templateId } = await steps.template(everywhere)
  const rules = Object.assign({ quota: null }, always)
  const audience = async () => {
    const asked = { action: 'new', path: 'region,all', rules, templateId }
    const told = await world.post(everywhere, 'vuejs/campaigns/audience/visits', asked)
    const { places, usualRate } = told.json() as {
      usualRate: number | null
      places: { title: string; recipients: number; expected: number | null }[]
    }
    return { usualRate, places: new Map(places.map(({ title, ...of }) => [title, of])) }
  }
  // Nobody was asked before, but for a moment ago.
  const before = await audience()
  expect([before.usualRate, [...before.places.values()].map(({ expected }) => expected)]).toEqual([null, [null, null]])
  await steps.created(everywhere, { templateId, rules })
  await steps.send()
  const { service } = world.stores
  await service.query(`update campaign_recipient set sent_at = now() - interval '30 days' where sample = any($1)`, [
    [...kamppi, ...lund],
  ])
  await service.query(`update sample set state = 'completed' where id = any($1)`, [
    [...kamppi.slice(0, 20), ...lund.slice(0, 2)],
  ])
  await Promise.all([some('kamppi', 'kk', 10), some('lund', 'll', 10), some('solo', 's', 10)])
  const { usualRate, places } = await audience()
  expect(usualRate).toBeCloseTo((100 * 22) / 80, 9)
  // (20 + 20 × 0.275) of 60, (2 + 20 × 0.275) of 60, and 0.275 where nobody was asked.
  expect(new Set([...places.values()].map(({ expected }) => expected))).toEqual(new Set([1, 3, 4]))
})
