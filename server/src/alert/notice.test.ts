import type { Alert } from '@kaiku/contract/alert.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { momentIn, nextHour } from '@kaiku/core/zoned-time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellPeople } from '../alert-notice/tell-people.ts'
import { type AlertWorld, openAlertWorld } from './alert.fixture.ts'

type Headers = { authorization: string }
type Account = { userId: string; username: string }
const address = 'https://kaiku.example.com'
const zone = 'Europe/Helsinki'
const at = Date.now()

let world: AlertWorld
let manager: Headers
let other: Headers
let managed: Account
let othered: Account
beforeAll(async () => {
  world = await openAlertWorld()
  manager = await world.person('Store manager Lund', ['se', 'lund'])
  other = await world.person('Regional manager Sweden', ['se'])
  managed = await named(manager, 'manager@acme.example', 'Anna <b>')
  othered = await named(other, 'other@acme.example', 'Otto')
})
beforeEach(() => world.stores.service.query('delete from mailbox'))
afterAll(() => world?.close())

/** Gives somebody a mail address and a name. */
async function named(headers: Headers, email: string, name: string): Promise<Account> {
  const account = (await world.app.inject({ url: '/api/account', headers })).json<Account>()
  await world.stores.service.query(
    `update person set email = $2, given_name = $3, family_name = '', locale = 'sv' where id = $1`,
    [account.userId, email, name],
  )
  return account
}
const settle = async (headers: Headers, modes: object, more: object = {}) => {
  const all = { raised: 'off', assigned: 'off', escalated: 'off', overdue: 'off', mentioned: 'off', ...modes }
  const payload = { modes: all, digestHour: 8, timeZone: zone, ...more }
  return world.app.inject({ method: 'PUT', url: '/api/account/notifications', headers, payload })
}
const mails = async () =>
  (await world.stores.service.query('select recipient, subject, text, html from mailbox order by id')).rows
const raise = async (more: object = {}) => {
  const day = dayIn(zone, at)
  await world.answer([{ day, who: 'cecilia@customer.example', store: 'lund', channel: 'web', nps: 1, ...more }], at)
  const { rows } = await world.list(other, 'region,all,se', 'sort=newest')
  if (!rows[0]) throw new Error('nothing was raised')
  return rows[0]
}
const untilDone = async (now = at) => {
  while ((await tellPeople(world.stores, address, now)) > 0);
}

describe('the owner of a new alert', () => {
  it('is told by mail in their language, with a link and without what tells who the customer is', async () => {
    await settle(manager, { raised: 'immediate' })
    const { alertId } = await raise({ comment: 'Call me at +358 40 123' })
    await untilDone()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'manager@acme.example', subject: 'Nytt larm: Lund: 1 of 10' })
    expect(mail.text).toContain(`${address}/alert/visits/${alertId}?universe=acme`)
    expect(mail.html).toContain('Hej Anna &lt;b&gt;,')
    expect(`${mail.text}${mail.html}`).not.toMatch(/cecilia|358/)
    await untilDone()
    expect(await mails()).toHaveLength(1)
  })

  it('is told nothing of what they turned off, or that is solved meanwhile', async () => {
    await settle(manager, { assigned: 'immediate' })
    await raise()
    await untilDone()
    expect(await mails()).toEqual([])
    await settle(manager, { raised: 'immediate' })
    const { alertId, version } = await raise()
    const solved = { version, state: 'solved', rootCause: 'queue', action: 'called' }
    expect((await world.post(other, `change/visits/${alertId}`, solved)).statusCode).toBe(200)
    await untilDone()
    expect(await mails()).toEqual([])
  })
})

describe('whom something concerns', () => {
  it('is told who gave them an alert and who mentioned them, but not of what they do themselves', async () => {
    await settle(manager, { assigned: 'immediate' })
    await settle(other, { assigned: 'immediate', mentioned: 'immediate' })
    const { alertId, version } = await raise()
    const given = await world.post(manager, `change/visits/${alertId}`, { version, owner: othered.userId })
    expect(given.statusCode, given.body).toBe(200)
    const mentions = [othered.userId, managed.userId]
    await world.post(manager, `note/visits/${alertId}`, { message: '@Otto cecilia rang', mentions })
    await untilDone()
    const found = await mails()
    expect(found.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['other@acme.example', 'Anna <b> har tilldelat dig ett larm: Lund: 1 of 10'],
      ['other@acme.example', 'Anna <b> nämnde dig: Lund: 1 of 10'],
    ])
    expect(JSON.stringify(found)).not.toContain('cecilia')
  })

  it('is told once that an alert is late', async () => {
    await settle(manager, { overdue: 'immediate' })
    const { alertId } = await raise()
    const day = 86_400_000
    await untilDone(at + 9 * day)
    await untilDone(at + 10 * day)
    const found = await mails()
    const own = found.filter(({ text }) => String(text).includes(alertId))
    expect(own.map(({ subject }) => subject)).toEqual(['Försenat larm: Lund: 1 of 10'])
  })

  it('hears nothing of alerts of places that they do not handle any more', async () => {
    await settle(other, { mentioned: 'immediate' })
    const { alertId } = await raise()
    await world.post(manager, `note/visits/${alertId}`, { message: '@Otto', mentions: [othered.userId] })
    await world.stores.service.query('update alert set leaves = $2 where id = $1', [alertId, '{}'])
    await untilDone()
    expect(await mails()).toEqual([])
  })
})

describe('a digest', () => {
  it('comes once a day at its hour in the reader’s zone, with all that waits', async () => {
    await settle(manager, { raised: 'digest' }, { digestHour: 17, timeZone: 'Asia/Tokyo' })
    await raise()
    await raise()
    const hour = nextHour('Asia/Tokyo', 17, at)
    await untilDone(hour - 1)
    expect(await mails()).toEqual([])
    await untilDone(hour)
    const [mail, ...more] = await mails()
    expect([mail?.subject, more]).toEqual(['Dina larm: 2', []])
    expect(String(mail?.html).match(/<li>/g)).toHaveLength(2)
  })

  it('keeps its hour over the change of clocks', () => {
    const before = momentIn(zone, '2027-03-27', 8 * 60 + 1)
    expect(nextHour(zone, 8, before)).toBe(momentIn(zone, addDays('2027-03-27', 1), 8 * 60))
    expect(nextHour(zone, 8, before) - before).toBe(23 * 3_600_000 - 60_000)
  })
})

it('settings are refused for a zone that is none, and are those of the person alone', async () => {
  const refused = await settle(manager, {}, { timeZone: 'Mars/Olympus' })
  expect([refused.statusCode, refused.json<{ details: Alert[] }>().details]).toMatchObject([
    400,
    [{ place: 'timeZone' }],
  ])
  await settle(manager, { raised: 'digest' })
  const mine = await world.app.inject({ url: '/api/account/notifications', headers: manager })
  const theirs = await world.app.inject({ url: '/api/account/notifications', headers: other })
  expect(mine.json()).toMatchObject({ modes: { raised: 'digest' } })
  expect(theirs.json()).toMatchObject({ modes: { raised: 'off' } })
})
