import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { always, campaignSteps } from './campaign.fixture.ts'
import { armOf } from './campaign-split.ts'

const people = 700
const deaths = process.env.KAIKU_SOAK === '1' ? 20 : 5

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let running: ChildProcess | null = null
beforeAll(async () => {
  world = await openSampleWorld({ own: true })
  server = await smtp()
  steps = campaignSteps(world, server)
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await world?.close()
  await server?.close()
})

function start(crashAt = ''): ChildProcess {
  const program = fileURLToPath(new URL('./campaign-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data, server.url]
  running = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  return running
}

/** What the dead had taken is due once its lease is over. */
const endLeases = async () => {
  await world.stores.service.query(`update campaign set next_at = now() where state = 'waiting'`)
  await world.stores.service.query(`update mailbox set next_at = now() where state = 'waiting'`)
}
const count = async () =>
  (
    await world.stores.service.query(
      `select count(*) filter (where state in ('waiting', 'queued'))::int as left,
         count(*) filter (where state = 'delivered')::int as delivered,
         count(*) filter (where state = 'failed' and reason = 'lost')::int as lost from campaign_recipient`,
    )
  ).rows[0] as { left: number; delivered: number; lost: number }

it('writes to nobody twice, forgets nobody and keeps to the template of each, however often who sends it is killed', async () => {
  const everywhere = await world.person([])
  await steps.people(Array.from({ length: people }, (_, at) => ({ email: `p${at}@example.fi` })))
  const { templateId } = await steps.template(everywhere, { subject: 'a' })
  const { templateId: shorter } = await steps.template(everywhere, { subject: 'b' })
  const second = { templateId: shorter, share: 30 }
  const { campaignId } = await steps.created(everywhere, { templateId, second })
  const died = start('handed:2')
  await once(died, 'exit')
  expect(died.signalCode).toBe('SIGKILL')
  for (let k = 1; k < deaths; k++) {
    await endLeases()
    const child = start()
    const aim = server.taken.length + 40
    await expect.poll(() => server.taken.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(aim)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await endLeases()
  // Two at once, as two processes of a larger Kaiku.
  const [one, other] = [start(), start()]
  await expect.poll(async () => (await count()).left, { timeout: 120_000, interval: 200 }).toBe(0)
  await expect.poll(async () => (await steps.one(everywhere, campaignId)).state, { timeout: 30_000 }).toBe('sent')
  one.kill('SIGKILL')
  other.kill('SIGKILL')
  const times = new Map<string, number>()
  for (const to of server.taken.flatMap((mail) => mail.to)) times.set(to, (times.get(to) ?? 0) + 1)
  expect([...times.values()].filter((n) => n > 1)).toEqual([])
  const { rows: drawn } = await world.stores.service.query('select id, email from sample')
  const armsBy = new Map(drawn.map(({ id, email }) => [email, armOf(campaignId, id, second.share)]))
  const strays = server.taken.filter(({ to, mail }) => to.some((address) => armsBy.get(address) !== mail.subject))
  expect(strays.map(({ to }) => to)).toEqual([])
  const { delivered, lost } = await count()
  expect(delivered + lost).toBe(people)
  // Where the server’s answer was lost it is said: at most the two that were on their way at each death.
  expect(lost).toBeLessThanOrEqual(2 * deaths)
  expect(times.size).toBeGreaterThanOrEqual(delivered)
}, 300_000)

it('takes up everybody once who comes while who looks is killed, and two look at once', async () => {
  const everywhere = await world.person([])
  const { templateId } = await steps.template(everywhere)
  const continuous = { afterHours: 0, until: null, withPresent: false }
  const { campaignId } = await steps.created(everywhere, { templateId, rules: { ...always, continuous } })
  const newcomers = (from: number) =>
    steps.people(Array.from({ length: 150 }, (_, at) => ({ email: `q${from + at}@example.fi` })))
  await newcomers(0)
  await endLeases()
  const died = start('handed:1')
  await once(died, 'exit')
  expect(died.signalCode).toBe('SIGKILL')
  await newcomers(150)
  await endLeases()
  const [one, other] = [start(), start()]
  const counts = async () => (await steps.one(everywhere, campaignId)).counts
  await expect.poll(async () => (await counts()).delivered, { timeout: 120_000, interval: 200 }).toBe(300)
  one.kill('SIGKILL')
  other.kill('SIGKILL')
  expect(await counts()).toMatchObject({ audience: 300, left: 0, waiting: 0 })
  const taken = server.taken.flatMap(({ to }) => to).filter((to) => to.startsWith('q'))
  expect([taken.length, new Set(taken).size]).toEqual([300, 300])
}, 300_000)
