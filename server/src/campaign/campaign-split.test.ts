import type { Campaign } from '@kaiku/contract/campaign.ts'
import { permissions } from '@kaiku/core/access.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { always, campaignSteps } from './campaign.fixture.ts'
import { armOf, judgeSplits } from './campaign-split.ts'

type Headers = { authorization: string }
const path = 'region,all'

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let steps: ReturnType<typeof campaignSteps>
let everywhere: Headers
let sweden: Headers
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  steps = campaignSteps(world, server)
  everywhere = await world.person([])
  sweden = await world.person(['se'])
})
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const subjects = ['How was it?', 'One question for you']
/** Two published mails that are told apart by their subjects. */
async function templates(): Promise<[string, string]> {
  const [first, second] = [
    await steps.template(everywhere, { subject: subjects[0] }),
    await steps.template(everywhere, { subject: subjects[1] }),
  ]
  return [first.templateId, second.templateId]
}
const contacts = (name: string, n: number, store = 'kamppi') =>
  Array.from({ length: n }, (_, at) => ({ email: `${name}${at}@example.fi`, store }))
const subjectsTo = (name: string, n: number) =>
  contacts(name, n).flatMap(({ email }) => steps.mailsTo(email).map(({ subject }) => subject))
/** So many whom a template reached have answered. */
const answer = (campaign: string, arm: string, n: number) =>
  world.stores.service.query(
    `update sample set state = 'completed', responded_at = now() where id in (
       select r.sample from campaign_recipient r join sample s on s.id = r.sample
       where r.campaign = $1 and r.arm = $2 and r.state = 'delivered' and s.state <> 'completed' limit $3)`,
    [campaign, arm, n],
  )
const listed = (reply: { json: () => unknown }) =>
  (reply.json() as { rows: { address: string }[] }).rows.map(({ address }) => address)
/** Another look at each comparison, as if a minute had passed. */
async function judge() {
  await world.stores.service.query(`update campaign set split_judged_at = now() - interval '2 minutes'`)
  await judgeSplits(world.stores)
}
const armsOf = ({ split }: Campaign) =>
  Object.fromEntries((split?.arms ?? []).map(({ arm, counts }) => [arm, [counts.delivered, counts.answered]]))

describe('which of two templates somebody gets', () => {
  const people = Array.from({ length: 20_000 }, (_, at) => `person ${at}`)

  it.each([10, 30, 50])('is the second for %d of a hundred, and the same each time', (share) => {
    const arms = people.map((one) => armOf('campaign', one, share))
    expect(people.map((one) => armOf('campaign', one, share))).toEqual(arms)
    // Five standard errors.
    const expected = people.length * (share / 100)
    const second = arms.filter((arm) => arm === 'b').length
    expect(Math.abs(second - expected)).toBeLessThan(5 * Math.sqrt(expected * (1 - share / 100)))
  })

  it('is drawn anew for each campaign', () => {
    const same = people.filter((one) => armOf('first', one, 50) === armOf('second', one, 50)).length
    expect(Math.abs(same - people.length / 2)).toBeLessThan(5 * Math.sqrt(people.length / 4))
  })
})

describe('a campaign with two templates', () => {
  it('gives each person one of both, counts them apart, and for whoever sees one place only their people', async () => {
    const [templateId, other] = await templates()
    await steps.people([...contacts('a', 60), ...contacts('b', 20, 'lund')])
    const { campaignId } = await steps.created(everywhere, { templateId, second: { templateId: other } })
    const before = await world.stores.service.query(
      'select sample, arm from campaign_recipient where campaign = $1 order by sample',
      [campaignId],
    )
    expect(before.rows).toEqual(before.rows.map(({ sample }) => ({ sample, arm: armOf(campaignId, sample, 50) })))
    await steps.send()
    const after = await world.stores.service.query(
      'select sample, arm from campaign_recipient where campaign = $1 order by sample',
      [campaignId],
    )
    expect(after.rows).toEqual(before.rows)
    const sent = [...subjectsTo('a', 60), ...subjectsTo('b', 20)]
    expect(sent).toHaveLength(80)
    const ofArm = (arm: string) => after.rows.filter((one) => one.arm === arm).length
    expect(sent.filter((subject) => subject === subjects[0])).toHaveLength(ofArm('a'))
    expect(sent.filter((subject) => subject === subjects[1])).toHaveLength(ofArm('b'))

    await answer(campaignId, 'b', 3)
    const shown = await steps.one(everywhere, campaignId)
    expect(armsOf(shown)).toEqual({ a: [ofArm('a'), 0], b: [ofArm('b'), 3] })
    expect(shown.split).toMatchObject({
      share: 50,
      restGetsBetter: false,
      rest: null,
      result: { verdict: 'few', difference: null, decidedAt: null },
      arms: [{ template: { templateId } }, { template: { templateId: other }, rate: { n: ofArm('b') } }],
    })

    const part = await steps.one(sweden, campaignId)
    const delivered = Object.values(armsOf(part)).reduce((sum, [n = 0]) => sum + n, 0)
    expect(delivered).toBe(20)
    expect(part.split?.result).toBe(null)
    const people = async (headers: Headers, arm: string) =>
      listed(
        await world.get(
          headers,
          `vuejs/campaigns/recipients/visits/${campaignId}?group=delivered&arm=${arm}&limit=200`,
        ),
      )
    const [a, b] = [await people(everywhere, 'a'), await people(everywhere, 'b')]
    expect([a.length, b.length]).toEqual([ofArm('a'), ofArm('b')])
    for (const to of a) expect(steps.mailsTo(to)[0]?.subject).toBe(subjects[0])
    expect(await people(sweden, 'b')).toHaveLength(armsOf(part).b?.[0] ?? 0)
    const url = `vuejs/campaigns/recipients/visits/${campaignId}?group=delivered&arm=a`
    expect((await world.get(await world.stranger(), url)).statusCode).toBe(404)
    const without = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect((await world.get(without, url)).statusCode).toBe(403)
    // Campaigns of one template say nothing of it.
    await steps.people([{ email: 'alone@example.fi', store: 'sello' }])
    const single = await steps.created(everywhere, { templateId, path: 'region,all,fi,south,sello' })
    expect((await steps.one(everywhere, single.campaignId)).split).toBe(null)
  })

  it('is decided once, and stays so; the rest gets the better one where that was asked', async () => {
    const [templateId, other] = await templates()
    await steps.people(contacts('c', 180, 'solo'))
    const rules = { ...always, perHour: 140 }
    const { campaignId } = await steps.created(everywhere, {
      ...{ templateId, rules, path: 'region,all,fi,solo' },
      second: { templateId: other, restGetsBetter: true },
    })
    await steps.send()
    await answer(campaignId, 'a', 5)
    await answer(campaignId, 'b', 6)
    await judge()
    const open = await steps.one(everywhere, campaignId)
    expect(open.split).toMatchObject({ result: { verdict: 'open', decidedAt: null }, rest: null })
    expect(open.split?.result?.difference?.low).toBeLessThan(0)

    // All of them: chance may have given the second to few.
    await answer(campaignId, 'b', 140)
    await judge()
    const decided = await steps.one(everywhere, campaignId)
    expect(decided.split).toMatchObject({
      result: { verdict: 'b', decidedAt: expect.any(String) },
      rest: { arm: 'b', since: expect.any(String) },
    })
    expect(decided.split?.arms.map(({ arm, template }) => [arm, template?.templateId])).toEqual([
      ['a', templateId],
      ['b', other],
      ['rest', other],
    ])
    const rest = decided.split?.arms.find(({ arm }) => arm === 'rest')?.counts.waiting ?? 0
    expect(rest).toBe(40)
    // As if an hour had passed.
    await world.stores.service.query(`update campaign_recipient set queued_at = now() - interval '2 hours'`)
    const mailed = server.taken.length
    await steps.send()
    expect(server.taken.slice(mailed).map(({ mail }) => mail.subject)).toEqual(Array(40).fill(subjects[1]))

    // However many answer later, what was decided stays, and those who got it later do not count.
    await answer(campaignId, 'a', 60)
    await answer(campaignId, 'rest', 10)
    await judge()
    const later = await steps.one(everywhere, campaignId)
    expect(later.split?.result).toMatchObject({ verdict: 'b', decidedAt: decided.split?.result?.decidedAt })
    expect(later.state).toBe('sent')
    expect(armsOf(later).rest).toEqual([40, 10])
  })

  it('leaves the rest as it was where that was not asked', async () => {
    const [templateId, other] = await templates()
    await steps.people(contacts('d', 150, 'lund'))
    const { campaignId } = await steps.created(everywhere, {
      ...{ templateId, rules: { ...always, perHour: 140 }, path: 'region,all,se,lund' },
      second: { templateId: other, share: 50 },
    })
    await steps.send()
    await answer(campaignId, 'a', 45)
    await judge()
    const { split, counts } = await steps.one(everywhere, campaignId)
    expect(split).toMatchObject({ result: { verdict: 'a' }, rest: null })
    expect(counts.waiting).toBeGreaterThan(0)
    expect(split?.arms.map(({ arm }) => arm)).toEqual(['a', 'b'])
  })

  it('is refused with a clear reason where they can’t be compared, and nothing is made or sent', async () => {
    const [templateId, other] = await templates()
    await steps.people(contacts('e', 2, 'sello'))
    const drafted = async (headers: Headers): Promise<string> => {
      const kind = { kind: 'mail', title: 'Draft' }
      const reply: { json: () => unknown } = await world.post(headers, 'vuejs/templates/create/visits', kind)
      return (reply.json() as { templateId: string }).templateId
    }
    const letter = await steps.template(everywhere, { sender: 'Kaiku · 00100 Helsinki' }, 'letter')
    const elsewhere = await world.stranger()
    const foreign = await drafted(elsewhere)
    const ask = async (second: object, more: object = {}) =>
      (await steps.create(everywhere, { templateId, path, second, ...more })).json()
    const count = async () => (await world.stores.service.query('select count(*)::int as n from campaign')).rows[0].n
    const [made, mailed] = [await count(), server.taken.length]
    expect(await ask({ templateId })).toMatchObject({ reason: { key: 'campaign.splitSame' } })
    expect(await ask({ templateId: await drafted(everywhere) })).toMatchObject({ reason: { key: 'campaign.template' } })
    expect(await ask({ templateId: letter.templateId })).toMatchObject({ reason: { key: 'campaign.splitKind' } })
    expect(await ask({ templateId: other }, { action: 'test' })).toMatchObject({
      reason: { key: 'campaign.splitKind' },
    })
    for (const share of [0, 9, 51, 100, 33.3])
      expect(await ask({ templateId: other, share })).toMatchObject({ code: 'invalid' })
    expect(await ask({ templateId: foreign })).toMatchObject({ code: 'not_found' })
    expect((await steps.create(elsewhere, { templateId, second: { templateId: other } })).statusCode).toBe(404)
    expect(await ask({ subject: subjects[0] })).toMatchObject({ reason: { key: 'campaign.splitSame' } })
    expect(await ask({ templateId: other, subject: 'Both' })).toMatchObject({ reason: { key: 'campaign.splitSame' } })
    expect(await ask({})).toMatchObject({ reason: { key: 'campaign.splitSame' } })
    for (const subject of ['', ' ', { en: '' }, 'For {{ nobody }}', 'Open {{'])
      expect(await ask({ subject })).toMatchObject({ reason: { key: 'campaign.splitSubject' } })
    expect([await count(), server.taken.length]).toEqual([made, mailed])
  })
})

describe('a campaign with two subjects of one template', () => {
  it('sends each person one of both, in the same mail otherwise', async () => {
    const { templateId } = await steps.template(everywhere, { subject: subjects[0] })
    await steps.people(contacts('subject', 30))
    const second = { subject: '{{ universe }}: one question' }
    const before = server.taken.length
    const { campaignId } = await steps.created(everywhere, { templateId, second })
    await steps.send()
    const sent = server.taken.slice(before).map(({ mail }) => mail.subject ?? '')
    const [a, b] = [sent.filter((one) => one === subjects[0]), sent.filter((one) => /^[^{]+: one question$/.test(one))]
    expect(a.length + b.length).toBe(sent.length)
    expect(sent.length).toBeGreaterThanOrEqual(30)
    expect(armsOf(await steps.one(everywhere, campaignId))).toEqual({ a: [a.length, 0], b: [b.length, 0] })
    expect((await steps.one(everywhere, campaignId)).split?.arms).toMatchObject([
      { template: { templateId }, subject: null },
      { template: { templateId }, subject: second.subject },
    ])
  })
})

describe('a continuous campaign with two templates', () => {
  it('goes on with both to whoever comes, and with the better one once that is decided', async () => {
    const [templateId, other] = await templates()
    const { campaignId } = await steps.created(everywhere, {
      templateId,
      second: { templateId: other, restGetsBetter: true },
      rules: { ...always, continuous: { afterHours: 0, until: null, withPresent: false } },
    })
    await steps.send()
    await steps.people(contacts('coming', 20))
    await steps.send()
    const armed = await world.stores.service.query('select sample, arm from campaign_recipient where campaign = $1', [
      campaignId,
    ])
    expect(armed.rows).toHaveLength(20)
    expect(armed.rows).toEqual(armed.rows.map(({ sample }) => ({ sample, arm: armOf(campaignId, sample, 50) })))
    const second = armed.rows.filter(({ arm }) => arm === 'b').length
    expect(subjectsTo('coming', 20).filter((subject) => subject === subjects[1])).toHaveLength(second)
    await world.stores.service.query(`update campaign set split_better = 'b', split_at = now() where id = $1`, [
      campaignId,
    ])
    await steps.people(contacts('late', 5))
    await steps.send()
    expect(subjectsTo('late', 5)).toEqual(Array.from({ length: 5 }, () => subjects[1]))
    expect(armsOf(await steps.one(everywhere, campaignId))).toMatchObject({ rest: [5, 0] })
    await world.post(everywhere, `vuejs/campaigns/change/visits/${campaignId}`, { to: 'stopped' })
  })
})
