import type { Alert } from '@kaiku/contract/alert.ts'
import { permissions } from '@kaiku/core/access.ts'
import { contactKey } from '@kaiku/core/contact-key.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, noon, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { saveConsents } from '../sample/consent.ts'
import { askAgain } from './ask-again.ts'

type Headers = { authorization: string }
const day = 86_400_000
const replies = {
  templates: [
    {
      ...{ id: 'again', title: 'Again', subject: 'How is {place} now?' },
      text: { en: 'Dear {name}: https://survey.example.com/again?to={interview}', fi: 'Hei {name}' },
    },
  ],
  askAgain: { template: 'again', days: 3 },
}

let world: AlertWorld
let manager: Headers
beforeAll(async () => {
  world = await openAlertWorld({ ...parts, 'alert-rules.json': { ...parts['alert-rules.json'], replies } })
  manager = await world.person('CX manager', [], permissions)
})
afterAll(() => world?.close())

const answer = (who: string, more: object = {}) =>
  world.answer([{ day: '2026-11-18', who, store: 'kamppi', channel: 'web', nps: 2, spent: 1, ...more }])
/** An alert about what this customer said, solved at noon. */
async function solved(who: string): Promise<Alert> {
  await answer(who)
  const [newest] = (await world.list(manager, 'region,all', 'sort=newest')).rows
  const change = { version: 1, state: 'solved', rootCause: 'queue', action: 'called' }
  const reply = await world.post(manager, `change/visits/${newest?.alertId}`, change)
  expect(reply.statusCode, reply.body).toBe(200)
  await world.stores.service.query('update alert set solved_at = to_timestamp($2 / 1000.0) where id = $1', [
    ...[newest?.alertId, noon],
  ])
  return reply.json()
}
const mails = async (to: string) =>
  (await world.stores.service.query('select subject, text from mailbox where recipient = $1', [to])).rows
const untilDone = async (now: number) => {
  while ((await askAgain(world.stores, now)) > 0);
}

describe('a customer whose alert was solved', () => {
  it('is asked again once, when its time has come, with the way to the survey', async () => {
    const { alertId, interviewId } = await solved('one@example.fi')
    await untilDone(noon + 2 * day)
    expect(await mails('one@example.fi')).toEqual([])
    await Promise.all([untilDone(noon + 3 * day), untilDone(noon + 3 * day)])
    await untilDone(noon + 4 * day)
    expect(await mails('one@example.fi')).toEqual([
      {
        subject: 'How is Kamppi now?',
        text: `Dear customer: https://survey.example.com/again?to=${interviewId}\n`,
      },
    ])
    const { timeline, replies: written } = (await world.get(manager, `one/visits/${alertId}`)).json() as Alert
    expect(timeline.at(-1)).toMatchObject({ kind: 'asked', by: null })
    expect(written).toMatchObject([{ by: null, delivery: 'queued', words: { to: 'one@example.fi' } }])
  })

  it('is left alone who opted out, answered by themselves, was asked lately, or is back with an open alert', async () => {
    await solved('out@example.fi')
    const client = await world.stores.service.connect()
    await saveConsents(client, world.acme, [contactKey('out@example.fi') ?? ''], 'optedOut', 'person')
    client.release()
    await solved('back@example.fi')
    await answer('back@example.fi', { day: '2026-11-20', nps: 9 })
    await solved('twice@example.fi')
    await solved('twice@example.fi')
    const { alertId } = await solved('open@example.fi')
    const reopened = await world.post(manager, `change/visits/${alertId}`, { version: 2, state: 'open' })
    expect(reopened.statusCode).toBe(200)
    await solved('old@example.fi')
    await world.stores.service.query(
      `update alert a set solved_at = solved_at - interval '30 days' from interview i
       where i.number = a.interview and i.contact = 'old@example.fi'`,
    )
    await untilDone(noon + 3 * day)
    const count = async (who: string) => (await mails(`${who}@example.fi`)).length
    expect(await Promise.all(['out', 'back', 'twice', 'open', 'old'].map(count))).toEqual([0, 0, 1, 0, 0])
  })
})
