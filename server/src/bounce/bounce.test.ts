import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BackgroundJob } from '../background-work/work-loop.ts'
import { bounces, campaignSteps } from '../campaign/campaign.fixture.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { bounceCorpus } from './bounce.fixture.ts'
import { startBounceDoor } from './bounce-door.ts'

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: { authorization: string }
let door: BackgroundJob
let port: number
const said: string[] = []
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
  everywhere = await world.person([])
  port = await freePort()
  const mail = {
    smtpUrl: null,
    dkim: null,
    from: { name: '', address: 'kaiku@example.com' },
    bounces: Object.assign({}, bounces, { port }),
  }
  door = await startBounceDoor(world.stores, (line) => said.push(line), { mail })
})
afterAll(async () => {
  await door?.stop()
  await world?.close()
  await server?.close()
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => resolve(free))
    })
  })

async function bring(to: string, raw: string) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to }, raw }).finally(() => transport.close())
}
const shaped = (name: string) => bounceCorpus.find(({ from }) => from === name)?.mail ?? ''
const stateOf = async (id: string) =>
  (await world.stores.service.query('select state from sample where id = $1', [id])).rows[0].state

describe('a message that comes back later', () => {
  it('is told apart by what its server says, and of its own message alone', async () => {
    const names = ['gone', 'full', 'slow', 'annoyed', 'away']
    const ids = await steps.people(names.map((name) => ({ email: `${name}@example.fi`, store: 'sello' })))
    const { templateId } = await steps.template(everywhere)
    const { campaignId } = await steps.created(everywhere, { templateId, path: 'region,all,fi,south,sello' })
    await steps.send()
    const back = names.map((name) => server.taken.find(({ to }) => to.includes(`${name}@example.fi`))?.from ?? '')
    expect(back[0]).toMatch(/^bounces\+[0-9a-z]{16}@feedback\.example\.com$/)
    await bring(back[0] ?? '', shaped('Gmail, no account'))
    await bring(back[0] ?? '', shaped('Gmail, no account'))
    await bring(back[1] ?? '', shaped('qmail, full'))
    await bring(back[2] ?? '', shaped('Postfix, delayed'))
    await bring(back[3] ?? '', shaped('Yahoo, a complaint'))
    await bring(back[4] ?? '', shaped('somebody on holiday'))
    expect(await Promise.all(ids.map(stateOf))).toEqual(['bounced', 'invited', 'invited', 'unsubscribed', 'invited'])
    const shown = await steps.one(everywhere, campaignId)
    expect(shown.counts).toMatchObject({ failed: 2, delivered: 3, unsubscribed: 1, complained: 1 })
    expect(shown.bounces).toMatchObject([{ domain: 'example.fi', n: 2 }])
    const listed = await world.get(everywhere, `vuejs/campaigns/recipients/visits/${campaignId}?group=failed`)
    const { rows } = listed.json() as { rows: { address: string; reason: string }[] }
    expect(rows.toSorted((one, other) => (one.address < other.address ? -1 : 1))).toMatchObject([
      { address: 'full@example.fi', reason: 'notSent' },
      { address: 'gone@example.fi', reason: 'bounced' },
    ])
    // Whoever was not reached may be tried again; whose address is gone is not.
    const again = { action: 'again', parent: campaignId, path: 'region,all', rules: {} }
    const judged = (await world.post(everywhere, 'vuejs/campaigns/audience/visits', again)).json() as {
      recipients: number
    }
    expect(judged.recipients).toBe(1)
    expect(said).toEqual([])
  })

  it('is taken at addresses of messages alone, and only as large as such mails are', async () => {
    for (const to of ['bounces@feedback.example.com', 'postmaster@feedback.example.com', 'ann@example.net'])
      await expect(bring(to, shaped('qmail'))).rejects.toThrow(/550/)
    // Nobody has this code: it is taken, as any is, and changes nothing.
    await bring('bounces+0000000000000000@feedback.example.com', shaped('qmail'))
    await expect(
      bring('bounces+0000000000000000@feedback.example.com', `Subject: x\r\n\r\n${'x'.repeat(3 * 2 ** 20)}`),
    ).rejects.toThrow(/552|too large|exceeds/i)
  })
})
