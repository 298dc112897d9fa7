import type { Sample } from '@kaiku/contract/sample.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { bounces, campaignSteps, publicUrl } from './campaign.fixture.ts'
import { sendPart } from './send-part.ts'

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

const quarter = 15 * 60_000

it('sends by the clocks of each person, where they are known', async () => {
  const everywhere = await world.person([])
  const [helsinki = '', tokyo = ''] = await steps.people([
    { email: 'helsinki@example.fi' },
    { email: 'tokyo@example.jp', timeZone: 'asia/tokyo' },
    { email: 'lima@example.pe', timeZone: 'America/Lima' },
  ])
  const zoneOf = async (id: string) =>
    ((await world.get(everywhere, `vuejs/samples/one/visits/${id}`)).json() as Sample).timeZone
  expect([await zoneOf(helsinki), await zoneOf(tokyo)]).toEqual([null, 'Asia/Tokyo'])
  const { templateId } = await steps.template(everywhere)
  const rules = { fromHour: 9, toHour: 10, daysOff: [] }
  const { campaignId } = await steps.created(everywhere, { templateId, rules })
  const sendAt = async (moment: string) => {
    const now = Date.parse(moment)
    const outcome = await sendPart(world.stores, campaignId, { publicUrl, now, bounces: bounces.address })
    await steps.deliver()
    return { outcome, arrived: server.taken.flatMap(({ to }) => to) }
  }
  // Nobody’s clock shows nine: it is 18:20 in Tokyo, 12:20 in Helsinki and 4:20 in Lima.
  expect(await sendAt('2026-06-01T09:20:00Z')).toEqual({
    outcome: { again: Date.parse('2026-06-01T09:30:00Z') },
    arrived: [],
  })
  expect((await sendAt('2026-06-02T00:05:00Z')).arrived).toEqual(['tokyo@example.jp'])
  expect((await sendAt('2026-06-02T06:59:59Z')).arrived).toEqual(['tokyo@example.jp', 'helsinki@example.fi'])
  const asleep = await sendAt('2026-06-02T07:00:00Z')
  expect(asleep.arrived).toHaveLength(2)
  expect(asleep.outcome).toEqual({ again: Date.parse('2026-06-02T07:00:00Z') + quarter })
  expect((await sendAt('2026-06-02T14:00:00Z')).arrived).toEqual([
    'tokyo@example.jp',
    'helsinki@example.fi',
    'lima@example.pe',
  ])
  expect((await steps.one(everywhere, campaignId)).counts).toMatchObject({ delivered: 3, waiting: 0 })
})
