import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { effectCalls, RunReason } from '@kaiku/contract/effect.ts'
import { permissions } from '@kaiku/core/access.ts'
import { addDays, dayIn } from '@kaiku/core/day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { bounceCorpus } from '../bounce/bounce.fixture.ts'
import { takeBounce } from '../bounce/bounce-door.ts'
import { checkCampaignMail } from '../campaign/campaign-work.ts'
import { inTransaction } from '../db/postgres.ts'
import { openTransport, sendWaiting } from '../mail/outbox.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { noteDeliveries } from '../recipient/recipient.ts'
import { saveConsents } from '../sample/consent.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { readGateway } from '../sms/gateway.ts'
import { takeReport } from '../sms/sms-report.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'
import { letterSteps } from './letter.fixture.ts'

type Headers = { authorization: string }
type DryRun = ReplyOf<(typeof effectCalls)['dryRun']>
let world: EffectWorld
let steps: ReturnType<typeof letterSteps>
let mails: Awaited<ReturnType<typeof smtp>>
let admin: Headers
const today = dayIn('Europe/Helsinki', Date.now())
const mail = { type: 'personMail', template: 'Thanks' }
const sms = { type: 'personSms', template: 'Thanks', fromHour: 0, toHour: 24 }
const thanks = (more: object = {}) => ({
  ...{ id: 'thanks', title: 'Thanks', event: { type: 'interview' }, effects: [mail] },
  ...more,
})
const answerOf = (who: string) => ({ day: today, store: 'kamppi', channel: 'web', nps: 9, who })
const optOut = (contact: string) =>
  inTransaction(world.stores.service, (client) => saveConsents(client, world.acme, [contact], 'optedOut', 'person'))
const dryRun = async (block: object): Promise<DryRun> => {
  const asked = { block, from: addDays(today, -1), to: addDays(today, 1) }
  const reply = await world.ask(admin, 'POST', 'dryrun/visits', asked)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
/** Lets the mail server take what waits, and notes what became of it. */
async function deliver() {
  const transport = openTransport(mails.url)
  await sendWaiting(world.stores, transport, { name: 'Kaiku', address: 'kaiku@example.com' }, checkCampaignMail)
  transport.close()
  await inTransaction(world.stores.service, noteDeliveries)
}
const mailTo = (address: string) => mails.taken.filter(({ to }) => to.includes(address))
const byText = (a: readonly unknown[], b: readonly unknown[]) => (String(a) < String(b) ? -1 : 1)
const outcomes = async (block?: string) =>
  (await world.runs(admin, block)).map(({ outcome, reason }) => [outcome, reason] as const).toSorted(byText)
const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`https://kaiku\\.example\\.com(/${path}/[0-9a-z]{16})`).exec(text ?? '')?.[1] ?? ''

beforeAll(async () => {
  world = await openEffectWorld()
  steps = letterSteps(world)
  mails = await smtp()
  admin = await world.person('Administrator', [], [...permissions])
  await steps.message(admin, 'mail', 'Thanks')
  await steps.message(admin, 'sms', 'Thanks')
})
beforeEach(async () => {
  mails.taken.length = 0
  await world.stores.service.query(
    'delete from effect_run; delete from sample; delete from mailbox; delete from sms; delete from contact_consent',
  )
})
afterAll(async () => {
  await mails?.close()
  await world?.close()
})

describe('a mail to the person', () => {
  it('reaches who has just answered under their own name, once, and a dry run tells the same', async () => {
    await world.blocks([thanks()])
    await steps.people([
      { contact: 'anna@b.example', name: 'Anna Answered', state: 'invited' },
      { contact: 'bert@b.example', email: null },
      { contact: 'cleo@b.example' },
      { contact: 'dan@b.example', name: 'Dan Refused', state: 'refused' },
    ])
    // Asked a moment ago: no rest period is in the way of thanks.
    await world.stores.service.query(`update sample set invited_at = now() where contact like 'anna%'`)
    await optOut('cleo@b.example')
    await world.happen(['anna', 'bert', 'cleo', 'nobody'].map((who) => answerOf(`${who}@b.example`)))
    await settleEffects(world.stores)
    expect(await outcomes()).toEqual([
      ['nothing', 'noAddress'],
      ['nothing', 'noSample'],
      ['nothing', 'optedOut'],
      ['waiting', null],
    ])
    await deliver()
    expect((await world.runs(admin)).filter(({ outcome }) => outcome === 'sent')).toMatchObject([
      { effect: 'personMail', block: { title: 'Thanks' }, reason: null },
    ])
    expect(mails.taken).toHaveLength(1)
    const [taken] = mailTo('anna@b.example')
    expect(taken?.mail.subject).toBe('Thanks Anna')
    expect(taken?.mail.text).toContain('Thank you, Anna Answered.')
    const code = linkIn(taken?.mail.text, 'u').slice(3)
    expect(taken?.from).toBe(`bounces+${code}@kaiku.example.com`)
    expect(taken?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const dry = await dryRun(thanks())
    expect(dry).toMatchObject({ total: 4, touched: 4 })
    expect(dry.people).toEqual([
      {
        ...{ effect: 'personMail', reached: 1 },
        left: [
          { reason: 'noAddress', count: 1 },
          { reason: 'optedOut', count: 1 },
          { reason: 'noSample', count: 1 },
        ],
      },
    ])
    const { rows } = await world.stores.service.query('select state, invited_at from sample where contact like $1', [
      'anna%',
    ])
    expect(rows[0]?.state).toBe('completed')
  })

  it('has a link by which its reader gets no other, also where they have no contact key', async () => {
    await world.blocks([thanks()])
    await steps.people([{ contact: 'eva@b.example' }, { contact: 'finn@b.example' }])
    await world.happen([answerOf('eva@b.example'), answerOf('finn@b.example')])
    await deliver()
    const link = linkIn(mailTo('eva@b.example')[0]?.mail.text, 'u')
    expect((await world.app.inject({ url: link })).body).toContain('<form')
    expect((await world.app.inject({ method: 'POST', url: link })).statusCode).toBe(200)
    const other = linkIn(mailTo('finn@b.example')[0]?.mail.text, 'u')
    await world.stores.service.query(`update sample set contact = null where contact = 'finn@b.example'`)
    expect((await world.app.inject({ method: 'POST', url: other })).statusCode).toBe(200)
    await world.blocks([thanks({ id: 'again' })])
    const backfilled = {
      blockId: 'again',
      from: today,
      to: today,
      count: (await dryRun(thanks({ id: 'again' }))).total,
    }
    expect((await world.ask(admin, 'POST', 'backfill/visits', backfilled)).statusCode).toBe(200)
    await settleEffects(world.stores)
    const again = (await world.runs(admin, 'again')).filter(({ place }) => place === 'Kamppi')
    expect(new Set(again.map(({ reason }) => reason))).toEqual(new Set<RunReason>(['optedOut', 'noSample']))
    expect(again.filter(({ reason }) => reason === 'optedOut')).toHaveLength(2)
  })

  it('that waits goes no more once its reader wants none', async () => {
    await world.blocks([thanks()])
    await steps.people([{ contact: 'gil@b.example' }])
    await world.happen([answerOf('gil@b.example')])
    await optOut('gil@b.example')
    await deliver()
    expect(mails.taken).toEqual([])
    expect(await outcomes()).toEqual([['nothing', 'optedOut']])
  })

  it('that comes back is told with its run, and the next one is not written', async () => {
    await world.blocks([thanks()])
    await steps.people([{ contact: 'hal@b.example' }])
    await world.happen([answerOf('hal@b.example')])
    await deliver()
    const code = linkIn(mailTo('hal@b.example')[0]?.mail.text, 'u').slice(3)
    const gone = bounceCorpus.find(({ from }) => from === 'Postfix, unknown user')?.mail ?? ''
    await takeBounce(world.stores, [code], Buffer.from(gone))
    expect(await outcomes()).toEqual([['failed', 'returned']])
    await world.happen([answerOf('hal@b.example')])
    await steps.people([{ contact: 'refuse@b.example' }])
    await world.happen([answerOf('refuse@b.example')])
    await deliver()
    expect(await outcomes()).toContainEqual(['failed', 'returned'])
    const { people } = await dryRun(thanks({ id: 'next' }))
    expect(people[0]?.left).toContainEqual({ reason: 'returned', count: 2 })
  })

  it('waits for its hours, and rests where the block says so', async () => {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Helsinki' }).format(),
    )
    const closed = { ...mail, fromHour: (hour + 3) % 24, toHour: (hour + 4) % 24 || 24 }
    await world.blocks([thanks({ effects: [closed] }), thanks({ id: 'rests', effects: [{ ...mail, restDays: 30 }] })])
    await steps.people(['ida', 'ida', 'jan'].map((name) => ({ contact: `${name}@b.example` })))
    await world.stores.service.query(
      `update sample set state = 'invited', invited_at = now() where contact like 'ida%'`,
    )
    await world.happen([answerOf('ida@b.example'), answerOf('jan@b.example')])
    await settleEffects(world.stores)
    expect(await outcomes('thanks')).toEqual([
      ['waiting', null],
      ['waiting', null],
    ])
    expect(await outcomes('rests')).toContainEqual(['nothing', 'resting'])
    const { rows } = await world.stores.service.query(
      `select count(*)::int as n from effect_run where block = 'thanks' and messages = '{}' and next_at > now()`,
    )
    expect(rows[0]?.n).toBe(2)
    await world.stores.service.query(
      `update effect_run set asked = asked || '{"fromHour": 0, "toHour": 24}', next_at = now() where block = 'thanks'`,
    )
    await settleEffects(world.stores)
    await deliver()
    expect(mailTo('ida@b.example')).toHaveLength(1)
  })

  it('goes with whoever is erased, and of templates only by those that lead to no form', async () => {
    await steps.message(admin, 'mail', 'Asks', { blocks: [{ kind: 'text', text: '{{ link }} {{ unsubscribe }}' }] })
    await steps.message(admin, 'mail', 'Presses', {
      blocks: [
        { kind: 'text', text: '{{ unsubscribe }}' },
        { kind: 'button', label: 'Go' },
      ],
    })
    const wrong = ['Asks', 'Presses', 'Nothing'].map((template) => ({ type: 'personMail', template }))
    await world.blocks([thanks(), ...wrong.map((effect, at) => thanks({ id: `wrong-${at}`, effects: [effect] }))])
    const [kim = ''] = await steps.people([{ contact: 'kim@b.example' }])
    await world.happen([answerOf('kim@b.example')])
    for (const at of wrong.keys()) expect(await outcomes(`wrong-${at}`)).toEqual([['nothing', 'noTemplate']])
    const listed = (await world.ask(admin, 'GET', 'visits')).json() as ReplyOf<(typeof effectCalls)['blocks']>
    expect(listed.plainTemplates).toMatchObject({ personMail: ['Thanks'], personSms: ['Thanks'] })
    expect((await world.stores.service.query('select from mailbox')).rowCount).toBe(1)
    const erased = await steps.post(admin, `vuejs/samples/erase/visits/${kim}`, { isSure: true })
    expect(erased.statusCode, erased.body).toBe(200)
    for (const table of ['mailbox', 'campaign_recipient'])
      expect((await world.stores.service.query(`select from ${table}`)).rowCount, table).toBe(0)
    const campaign = await steps.post(admin, 'vuejs/campaigns/create/visits', {
      ...{ name: 'No link', action: 'new', path: 'region,all', rules: {} },
      templateId: (await steps.message(admin, 'mail', 'Other')).templateId,
    })
    expect([campaign.statusCode, campaign.json()]).toMatchObject([400, { reason: { key: 'campaign.noLink' } }])
  })

  it('follows a sample and an alert, and nobody of another universe sees a thing of it', async () => {
    await world.blocks([
      thanks({ id: 'welcome', event: { type: 'sample' } }),
      thanks({ id: 'sorry', event: { type: 'alert', on: ['raised'] } }),
    ])
    await steps.people([{ contact: 'lea@b.example', name: 'Lea' }])
    await settleEffects(world.stores)
    await world.happen([{ ...answerOf('lea@b.example'), nps: 0 }])
    await deliver()
    expect(mailTo('lea@b.example')).toHaveLength(2)
    const { rows } = await world.stores.service.query<{ id: string }>(`select id from universe where name = 'globex'`)
    const grant = { role: 'all', permissions, surveys: null, rows: {}, figures: null }
    const stranger = await signedIn(world.stores, { universe: rows[0]?.id ?? '', grants: [grant] })
    expect((await world.runs(stranger)).length).toBe(0)
    const powerless = await world.person(
      'Powerless',
      [],
      permissions.filter((one) => one !== 'editConfiguration'),
    )
    for (const path of ['runs/visits', 'visits']) expect((await world.ask(powerless, 'GET', path)).statusCode).toBe(403)
  })

  it('is refused in a protected survey, and twice in a block', async () => {
    const blocks = (effects: object[]) => ({ 'effects.json': { blocks: [thanks({ effects })] } })
    const guarded = { 'settings.json': { ...parts['settings.json'], protection: true } }
    const publish = (more: object) => world.survey(world.acme, filesOf({ ...parts, 'alert-rules.json': {}, ...more }))
    await expect(publish({ ...guarded, ...blocks([mail]) })).rejects.toThrow()
    await expect(publish(blocks([mail, mail]))).rejects.toThrow()
    await publish(blocks([mail, sms]))
  })
})

describe('an SMS to the person', () => {
  it('needs a gateway and a number, and is none for who answered with a word for stop', async () => {
    await world.blocks([thanks({ effects: [sms] })])
    await steps.people([
      { contact: 'mia@b.example', name: 'Mia', phone: '040 123 4567' },
      { contact: 'ola@b.example', name: 'Ola', phone: '040 123 4568' },
      { contact: 'ned@b.example' },
    ])
    await world.happen([answerOf('mia@b.example')])
    expect(await outcomes()).toEqual([['nothing', 'noGateway']])
    const gateway = {
      ...{ url: 'https://sms.example.com/send', header: 'Authorization', sender: '+358501112222', callingCode: '+358' },
      body: '{"to": "{to}", "from": "{from}", "message": "{text}", "ref": "{id}"}',
      report: { id: 'ref', status: 'status', from: 'from', text: 'text' },
    }
    const put = await world.app.inject({
      ...{ method: 'PUT', url: '/api/sms/gateway', headers: admin },
      payload: { version: 0, ...gateway, secret: 'Bearer x' },
    })
    expect(put.statusCode, put.body).toBe(200)
    await world.blocks([thanks({ id: 'later', effects: [sms] })])
    await world.happen([answerOf('ola@b.example'), answerOf('ned@b.example')])
    expect(await outcomes('later')).toEqual([
      ['nothing', 'noPhone'],
      ['waiting', null],
    ])
    const { rows } = await world.stores.service.query('select recipient, text from sms')
    expect(rows).toEqual([{ recipient: '+358401234568', text: 'Thank you, Ola. Reply STOP for no more.' }])
    const known = await readGateway(world.stores.service, world.acme)
    if (!known) throw new Error('there is no gateway')
    await takeReport(world.stores, known, { from: '358401234568', text: 'Stop' })
    const { people } = await dryRun(thanks({ id: 'then', effects: [sms] }))
    expect(people).toMatchObject([{ effect: 'personSms', reached: 1 }])
    expect(people[0]?.left).toContainEqual({ reason: 'optedOut', count: 1 })
  })
})
