import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locked } from '../background-work/lock.ts'
import { loopStates } from '../background-work/loop-state.ts'
import { recurringStates } from '../background-work/recurring-state.ts'
import { small } from '../definition/small.fixture.ts'
import { putMail } from '../mail/mail.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { listener, type WebhookListener } from '../webhook/listener.fixture.ts'
import { createWebhook } from '../webhook/webhook.ts'
import { openTestStores, type TestStores } from './app.fixture.ts'

const patience = { timeout: 60_000, interval: 50 }
const own = ['127.0.0.1']

let test: TestStores
let acme: string
let program: WebhookListener
let mails: Awaited<ReturnType<typeof smtp>>
const started: ChildProcess[] = []

beforeAll(async () => {
  test = await openTestStores({ own: true })
  acme = await test.universe('acme')
  program = await listener()
  mails = await smtp()
  const settings = { label: 'Desk', url: program.url, events: ['interview.created'], contacts: false } as const
  const actor = { universe: acme, userId: null, name: 'test', actingAs: null, address: '' }
  await createWebhook(test.stores, acme, settings, own, actor)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  program?.close()
  await mails?.close()
  await test?.close()
})

function startWork(): ChildProcess {
  const file = fileURLToPath(new URL('./work-process.fixture.ts', import.meta.url))
  const environment = { KAIKU_DATA: test.data, SMTP_URL: mails.url, WEBHOOK_HOSTS: own.join(',') }
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    ...{ env: { ...process.env, ...environment }, stdio: 'ignore' },
  })
  started.push(child)
  return child
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const ask = async (sql: string) => (await test.stores.service.query(sql)).rows
/** As if so much time had gone by that what the dead had is due again. */
const leasesEnd = async () => {
  for (const table of ['mailbox', 'webhook_delivery', 'recurring_work'])
    await ask(`update ${table} set next_at = now() where state = 'waiting' and attempts > 0`)
}
const maintenance = async () =>
  (await recurringStates(test.stores)).find(({ work }) => work === 'maintenance') ?? { attempts: 0, doneAt: null }

describe('the work in the background, killed in the middle of a mail, a webhook and the maintenance', () => {
  it('does each once in effect when it is back', async () => {
    const { stores } = test
    mails.mood.isSilent = true
    program.mood.status = 0
    await putMail(stores.service, 'aino@acme.example', { subject: 'One', text: 'One', html: '' })
    const answers = { date: '2026-01-01', store: 's1', nps: 7 }
    await test.survey(acme, new Map(small), [answers])

    // The maintenance waits for what we hold, and the night is over.
    await locked(stores.service, 'maintain', async () => {
      const first = startWork()
      await expect
        .poll(async () => (await ask(`select from recurring_work where work = 'maintenance'`)).length, patience)
        .toBe(1)
      await ask(`update recurring_work set next_at = now() where work = 'maintenance'`)
      await expect.poll(() => mails.taken.length, patience).toBe(1)
      await expect.poll(() => program.told.length, patience).toBe(1)
      await expect.poll(async () => (await maintenance()).attempts, patience).toBe(1)
      await kill(first)
    })
    expect((await maintenance()).doneAt).toBe(null)

    mails.mood.isSilent = false
    program.mood.status = 200
    await leasesEnd()
    const second = startWork()
    await expect
      .poll(() => ask('select state, attempts from mailbox'), patience)
      .toEqual([{ state: 'sent', attempts: 2 }])
    await expect
      .poll(() => ask('select state, attempts from webhook_delivery'), patience)
      .toEqual([{ state: 'delivered', attempts: 2 }])
    await expect.poll(async () => (await maintenance()).doneAt, patience).toEqual(expect.any(Date))
    expect((await maintenance()).attempts).toBe(0)
    // Who got it twice knows it by its name.
    expect(new Set(mails.taken.map(({ mail }) => mail.messageId)).size).toBe(1)
    expect(mails.taken).toHaveLength(2)
    expect(new Set(program.told.map(({ headers }) => headers['kaiku-delivery'])).size).toBe(1)
    expect(program.told).toHaveLength(2)
    const loops = async () => (await loopStates(stores)).filter(({ doneAt }) => doneAt !== null).map(({ name }) => name)
    await expect
      .poll(loops, patience)
      .toEqual(expect.arrayContaining(['alerts', 'figures', 'mail', 'notice', 'push', 'recurring', 'webhook']))
    await kill(second)
  }, 300_000)
})
