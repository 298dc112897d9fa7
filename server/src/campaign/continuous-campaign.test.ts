import { randomUUID } from 'node:crypto'
import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { saveConsents } from '../sample/consent.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { forgetRights } from '../session/who.ts'
import { always, campaignSteps, publicUrl } from './campaign.fixture.ts'
import { cameAt } from './newcomers.ts'
import { sendPart } from './send-part.ts'

type Headers = { authorization: string }

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: Headers
let templateId: string
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
  everywhere = await world.person([])
  templateId = (await steps.template(everywhere)).templateId
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})
// What one test leaves behind is not taken up by the next.
beforeEach(async () => {
  await world.stores.service.query(`update campaign set state = 'stopped', ended_at = now() where state = 'waiting'`)
})

const going = { afterHours: 0, until: null, withPresent: false }
const goes = (continuous: object = {}, rules: object = {}) => ({
  templateId,
  rules: { ...always, ...rules, continuous: { ...going, ...continuous } },
})
const address = (name: string) => `${name}-${randomUUID()}@example.fi`
const mailsTo = (to: string) => steps.mailsTo(to).length
/** Lets time go by for who is in the sample. */
const older = (id: string | undefined, hours: number) =>
  world.stores.service.query(
    `with came as (update sample set created_at = created_at - make_interval(hours => $2) where id = $1)
     update campaign_recipient set due_at = due_at - make_interval(hours => $2) where sample = $1`,
    [id, hours],
  )
const endsAt = (campaign: string, at: number) =>
  world.stores.service.query(
    `update campaign set rules = jsonb_set(rules, '{continuous,until}', to_jsonb($2::text)) where id = $1`,
    [campaign, new Date(at).toISOString()],
  )

describe('a continuous campaign', () => {
  it('writes once to whoever comes after its start, and to nobody who was there before', async () => {
    const [before, after] = [address('before'), address('after')]
    await steps.people([{ email: before }])
    const made = await steps.created(everywhere, goes())
    expect(made).toMatchObject({ isContinuous: true, state: 'waiting', counts: { audience: 0 } })
    await steps.send()
    await steps.people([{ email: after }, { email: after }])
    await steps.send()
    await steps.send()
    // Again, by a program that sends the same person anew.
    await steps.people([{ email: after }])
    await steps.send()
    expect([mailsTo(before), mailsTo(after)]).toEqual([0, 1])
    const shown = await steps.one(everywhere, made.campaignId)
    expect(shown).toMatchObject({ state: 'waiting', mayChange: true, counts: { delivered: 1 } })
    expect(shown.left).toEqual([{ reason: 'sameContact', n: 2 }])
    expect(shown.came).toHaveLength(7)
    expect(shown.came?.[0]?.n).toBe(3)
  })

  it('takes up those already there as well where that is chosen', async () => {
    const present = address('present')
    await steps.people([{ email: present }])
    await steps.created(everywhere, goes({ withPresent: true }))
    await steps.send()
    expect(mailsTo(present)).toBe(1)
  })

  it('begins when its start has come: who comes until then gets nothing', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const { campaignId } = await steps.created(everywhere, goes({}, { sendAt }))
    await steps.people([{ email: address('early') }])
    await steps.send()
    expect((await steps.one(everywhere, campaignId)).counts.audience).toBe(0)
    const reply = await steps.create(
      everywhere,
      goes({ until: new Date(Date.now() + 60_000).toISOString() }, { sendAt }),
    )
    expect(reply.json()).toMatchObject({ reason: { key: 'campaign.continuousUntil' } })
  })

  it('waits so many hours, and looks then whether somebody may still be asked', async () => {
    const [waits, refuses, excluded] = [address('waits'), address('refuses'), address('excluded')]
    const { campaignId } = await steps.created(everywhere, goes({ afterHours: 24 }))
    const [patient, leaver, third] = await steps.people([{ email: waits }, { email: refuses }, { email: excluded }])
    await steps.send()
    expect(mailsTo(waits)).toBe(0)
    expect((await steps.one(everywhere, campaignId)).counts).toMatchObject({ waiting: 3 })
    await older(patient, 23)
    await steps.send()
    expect(mailsTo(waits)).toBe(0)
    await world.stores.service.query(`update sample set state = 'unsubscribed', reason = null where id = $1`, [leaver])
    await world.stores.service.query(`update sample set state = 'notInvited', reason = 'excluded' where id = $1`, [
      third,
    ])
    await older(patient, 1)
    for (const one of [leaver, third]) await older(one, 25)
    await steps.send()
    expect([mailsTo(waits), mailsTo(refuses), mailsTo(excluded)]).toEqual([1, 0, 0])
    expect((await steps.one(everywhere, campaignId)).left).toEqual(
      expect.arrayContaining([
        { reason: 'unsubscribed', n: 1 },
        { reason: 'excluded', n: 1 },
      ]),
    )
  })

  it('counts the hours from the end of the day of a visit that was another day', () => {
    const createdAt = new Date('2026-03-10T12:00:00Z')
    const came = (day: string | null) => new Date(cameAt({ createdAt, day }, 'Europe/Helsinki')).toISOString()
    expect([null, '2026-03-10', 'yesterday'].map(came)).toEqual(Array(3).fill('2026-03-10T12:00:00.000Z'))
    expect(['2026-03-09', '2026-03-12'].map(came)).toEqual(['2026-03-09T22:00:00.000Z', '2026-03-12T22:00:00.000Z'])
  })

  it('leaves out with the reason who has opted out, has no address, or comes to a place that has enough', async () => {
    const { campaignId } = await steps.created(everywhere, goes({}, { quota: 1 }))
    const gone = address('gone')
    await steps.people([{ email: gone, store: 'solo' }])
    const client = await world.stores.service.connect()
    await saveConsents(client, world.acme, [gone], 'optedOut', 'respondent')
    client.release()
    const [first, second] = [address('first'), address('second')]
    await steps.people([{ email: first, store: 'lund' }, { name: 'Nobody' }])
    await steps.send()
    await steps.people([{ email: second, store: 'lund' }])
    await steps.send()
    expect([mailsTo(gone), mailsTo(first), mailsTo(second)]).toEqual([0, 1, 0])
    expect((await steps.one(everywhere, campaignId)).left).toEqual(
      expect.arrayContaining([
        { reason: 'optOut', n: 1 },
        { reason: 'noAddress', n: 1 },
        { reason: 'quota', n: 1 },
      ]),
    )
  })

  it('ends by itself: who comes later gets nothing, who came in time does', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const { campaignId } = await steps.created(everywhere, goes({ until }))
    const [inTime, late] = [address('in-time'), address('late')]
    await steps.people([{ email: inTime }])
    await endsAt(campaignId, Date.now())
    await steps.people([{ email: late }])
    await steps.send()
    expect([mailsTo(inTime), mailsTo(late)]).toEqual([1, 0])
    await endsAt(campaignId, Date.now() - 24 * 3_600_000)
    await steps.send()
    expect(await steps.one(everywhere, campaignId)).toMatchObject({ state: 'sent', mayChange: false })
  })

  it('is held, goes on with who came meanwhile, and is ended', async () => {
    const { campaignId } = await steps.created(everywhere, goes())
    const change = async (to: string) =>
      (await world.post(everywhere, `vuejs/campaigns/change/visits/${campaignId}`, { to })).statusCode
    expect(await change('paused')).toBe(200)
    const [meanwhile, later] = [address('meanwhile'), address('later')]
    await steps.people([{ email: meanwhile }])
    await steps.send()
    expect(mailsTo(meanwhile)).toBe(0)
    expect(await change('waiting')).toBe(200)
    await steps.send()
    expect(mailsTo(meanwhile)).toBe(1)
    expect(await change('stopped')).toBe(200)
    await steps.people([{ email: later }])
    await steps.send()
    expect(mailsTo(later)).toBe(0)
  })

  it('reminds after so many days who has not answered, and its end ends the reminders', async () => {
    const reminder = { name: 'Once more', templateId, afterDays: 3 }
    const made = await steps.created(everywhere, { ...goes(), reminder })
    const [silent, answers] = [address('silent'), address('answers')]
    const [, answered] = await steps.people([{ email: silent }, { email: answers }])
    await steps.send()
    expect([mailsTo(silent), mailsTo(answers)]).toEqual([1, 1])
    await world.stores.service.query(`update sample set state = 'completed', responded_at = now() where id = $1`, [
      answered,
    ])
    const passes = (hours: number) =>
      world.stores.service.query(
        `with looked as (update campaign set sent_to = sent_to - make_interval(hours => $2) where parent = $1)
         update campaign_recipient set sent_at = sent_at - make_interval(hours => $2) where campaign = $1`,
        [made.campaignId, hours],
      )
    await passes(71)
    await steps.send()
    expect(mailsTo(silent)).toBe(1)
    await passes(2)
    await steps.send()
    await steps.send()
    expect([mailsTo(silent), mailsTo(answers)]).toEqual([2, 1])
    const list = (await world.get(everywhere, 'vuejs/campaigns/list/visits')).json() as {
      name: string
      state: string
    }[]
    const own = list.find(({ name }) => name === 'Once more') as unknown as { campaignId: string }
    expect(await steps.one(everywhere, own.campaignId)).toMatchObject({
      ...{ action: 'reminder', isContinuous: true, state: 'waiting', parent: { campaignId: made.campaignId } },
      left: [{ reason: 'answered', n: 1 }],
    })
    await world.post(everywhere, `vuejs/campaigns/change/visits/${made.campaignId}`, { to: 'stopped' })
    expect(await steps.one(everywhere, own.campaignId)).toMatchObject({ state: 'stopped', reason: 'person' })
  })

  it('follows another campaign by hand, from then on', async () => {
    const { campaignId: parent } = await steps.created(everywhere, goes())
    const [earlier, later] = [address('earlier'), address('later')]
    await steps.people([{ email: earlier }])
    await steps.send()
    await steps.created(everywhere, { ...goes(), action: 'reminder', parent, name: 'Remember' })
    await steps.people([{ email: later }])
    await steps.send()
    await steps.send()
    expect([mailsTo(earlier), mailsTo(later)]).toEqual([1, 2])
  })

  it('misses nobody whose import was under way while it looked', async () => {
    await steps.created(everywhere, goes())
    const [slow, quick] = [address('slow'), address('quick')]
    const [id] = await steps.people([{ email: slow }], 'visits')
    const { service } = world.stores
    const client = await service.connect()
    const copied = randomUUID()
    await client.query('begin')
    await client.query(
      `insert into sample select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'external_id', $2::text,
         'contact', $3::text, 'email', $3::text, 'state', 'pending'))).* from sample s where id = $1`,
      [id, copied, quick],
    )
    // Looks that come, and bring others, while it is not committed.
    for (let looks = 0; looks < 3; looks++) {
      await steps.people([{ email: address('other') }])
      await steps.send()
      await service.query(`update campaign set look_to = uuidv7() where state = 'waiting'`)
    }
    await client.query('commit')
    client.release()
    await steps.send()
    expect([mailsTo(slow), mailsTo(quick)]).toEqual([1, 1])
  })

  it('writes to each once where several look at once', async () => {
    const { campaignId } = await steps.created(everywhere, goes())
    const addresses = Array.from({ length: 20 }, () => address('crowd'))
    await steps.people(addresses.map((email) => ({ email })))
    const look = () => sendPart(world.stores, campaignId, { publicUrl, now: Date.now(), bounces: null })
    await Promise.all(Array.from({ length: 4 }, look))
    await steps.send()
    expect(addresses.map(mailsTo)).toEqual(addresses.map(() => 1))
    expect((await steps.one(everywhere, campaignId)).counts).toMatchObject({ audience: 20, delivered: 20 })
  })

  it('sends for its maker alone: without their right, nobody is written to', async () => {
    const maker = await world.person([])
    const own = await steps.created(maker, { ...goes(), name: 'Lost' })
    const { service } = world.stores
    await service.query('delete from role_member where person = (select person from campaign where id = $1)', [
      own.campaignId,
    ])
    forgetRights(world.stores)
    const nobody = address('nobody')
    await steps.people([{ email: nobody }])
    await steps.send()
    expect(mailsTo(nobody)).toBe(0)
    expect(await steps.one(everywhere, own.campaignId)).toMatchObject({ state: 'stopped', reason: 'rights' })
  })

  it('is seen and changed by nobody whose people it does not write to', async () => {
    const { campaignId } = await steps.created(everywhere, { ...goes(), path: 'region,all,fi' })
    const without = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    const [stranger, sweden, south] = [
      await world.stranger(),
      await world.person(['se']),
      await world.person(['fi', 'south']),
    ]
    const statuses = async (headers: Headers) => [
      (await world.get(headers, `vuejs/campaigns/one/visits/${campaignId}`)).statusCode,
      (await world.post(headers, `vuejs/campaigns/change/visits/${campaignId}`, { to: 'stopped' })).statusCode,
    ]
    const person = address('person')
    await steps.people([{ email: person, store: 'kamppi' }])
    await steps.send()
    expect(await statuses(without)).toEqual([403, 403])
    expect(await statuses(stranger)).toEqual([404, 404])
    expect(await statuses(sweden)).toEqual([404, 404])
    // Everybody until now is of their places; whoever comes next may not be.
    expect(await statuses(south)).toEqual([200, 403])
    expect(await steps.one(everywhere, campaignId)).toMatchObject({ state: 'waiting', counts: { delivered: 1 } })
  })

  it('takes up people of its maker’s places alone, and of its own survey', async () => {
    const sweden = await world.person(['se'])
    const { campaignId } = await steps.created(sweden, goes())
    const [here, there, other] = [address('here'), address('there'), address('other')]
    await steps.people([
      { email: here, store: 'lund' },
      { email: there, store: 'kamppi' },
    ])
    await steps.people([{ email: other, store: 'lund' }], 'hotels')
    await steps.send()
    expect([mailsTo(here), mailsTo(there), mailsTo(other)]).toEqual([1, 0, 0])
    expect((await steps.one(everywhere, campaignId)).counts.audience).toBe(1)
  })

  it('is refused in clear words where it could not go on', async () => {
    const refused = async (wanted: object) => {
      const reply = await steps.create(everywhere, wanted)
      return [reply.statusCode, (reply.json() as { reason?: { key: string } }).reason?.key]
    }
    const { templateId: letter } = await steps.template(everywhere, {}, 'letter')
    const past = new Date(Date.now() - 1_000).toISOString()
    const reminder = { name: 'Once more', templateId, afterDays: 3 }
    expect(await refused(goes({ until: past }))).toEqual([400, 'campaign.continuousUntil'])
    expect(await refused({ ...goes(), templateId: letter })).toEqual([400, 'campaign.continuousLetter'])
    expect(await refused({ ...goes(), action: 'test' })).toEqual([400, 'campaign.continuousAction'])
    expect(await refused({ templateId, rules: always, reminder })).toEqual([400, 'campaign.continuousReminder'])
    expect(await refused({ ...goes(), reminder: { ...reminder, templateId: letter } })).toEqual([
      400,
      'campaign.continuousLetter',
    ])
    for (const afterHours of [-1, 721, 1.5, 'soon'])
      expect([afterHours, (await refused(goes({ afterHours })))[0]]).toEqual([afterHours, 400])
  })
})
