import { randomUUID } from 'node:crypto'
import type { shownFilterSet } from '@kaiku/contract/filter.ts'
import type { Place } from '@kaiku/contract/result.ts'
import { permissions } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { type CampaignFilter, writeCampaignFilter } from '@kaiku/core/campaign-filter.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { campaignSteps } from '../campaign/campaign.fixture.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { catchUp } from '../feed/feed.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { dataClient } from '../report/data-report.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { findSurvey } from '../survey/survey.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

type Headers = { authorization: string }
type Set = z.output<typeof shownFilterSet>

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let everywhere: Headers
let south: Headers
let key: Headers
let first: string
let reminder: string
/** People of the South first, then of Lund. */
let people: readonly string[]

const keyIn = async (universe: string) => {
  const settings = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
  const by = { universe, userId: null, name: 'test', actingAs: null, address: '' }
  return { authorization: `Bearer ${(await createUniverseKey(world.stores, universe, settings, by)).token}` }
}
const answer = async (sample: string | undefined, nps: number, store = 'kamppi', survey = 'visits') => {
  const sent = await world.post(key, `v1/surveys/${survey}/interviews`, {
    answers: { store, nps },
    ...(sample && { sample }),
  })
  expect([sent.statusCode, sent.body]).toEqual([200, expect.any(String)])
}
const change = (sql: string, ...values: unknown[]) => world.stores.service.query(sql, values)

const asking = (campaign: string, more: Partial<CampaignFilter> = {}) =>
  writeCampaignFilter({ campaign, days: null, state: 'any', opened: 'any', clicked: 'any', ...more })
const pathOf = (written: string, place = 'region,all') => `${place};interview.campaign=${written}`
const look = (headers: Headers, path: string, survey = 'visits') =>
  world.get(headers, `result/place/${survey}/${encodeURIComponent(path)}`)
/** How many interviews a selection holds. */
const count = async (headers: Headers, written: string, place?: string) => {
  const reply = await look(headers, pathOf(written, place))
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return (reply.json() as Place).nInterviews
}
const offered = async (headers: Headers, path = 'region,all', survey = 'visits') => {
  const reply = await world.get(headers, `vuejs/filters/list/${survey}/standard?path=${encodeURIComponent(path)}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { filterGroups } = reply.json() as Set
  const found = filterGroups.flatMap(({ filters }) => filters).find(({ kind }) => kind === 'campaign')
  return found?.options.map(({ title, n }) => [title, n]) ?? null
}

/** Ten people of two places: eight are reached, four of them answer, two more when they are reminded; one answers unasked. */
beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  const steps = campaignSteps(world, server)
  everywhere = await world.person([])
  south = await world.person(['fi', 'south'])
  key = await keyIn(world.acme)
  people = await steps.people(
    Array.from({ length: 10 }, (_, at) => ({ email: `p${at}@example.fi`, store: at < 6 ? 'kamppi' : 'lund' })),
  )
  const { templateId } = await steps.template(everywhere)
  first = (await steps.created(everywhere, { templateId, name: 'Autumn' })).campaignId
  await steps.send()
  // Of the first, a fortnight ago, two came back; two opened it, one of whom clicked.
  await change(`update campaign set at = now() - interval '14 days' where id = $1`, first)
  await change(`update campaign_recipient set sent_at = now() - interval '14 days' where campaign = $1`, first)
  const ofFirst = (set: string, ...at: number[]) =>
    change(
      `update campaign_recipient set ${set} where campaign = $1 and sample = any($2)`,
      first,
      at.map((one) => people[one]),
    )
  await ofFirst(`state = 'failed', sent_at = null`, 5, 9)
  await ofFirst(`opened_at = now()`, 0, 1, 2)
  await answer(people[0], 10)
  await answer(people[1], 9)
  await answer(people[6], 0, 'lund')
  await answer(undefined, 5)
  // They answered five days after the message.
  await change(`update sample set responded_at = now() - interval '9 days' where id = any($1)`, [people[0], people[1]])
  await ofFirst(`clicked_at = now()`, 0)
  reminder = (await steps.created(everywhere, { templateId, name: 'Reminder', action: 'reminder', parent: first }))
    .campaignId
  await steps.send()
  await answer(people[2], 3)
  await answer(people[7], 4, 'lund')
  await catchUp(world.stores)
}, 120_000)
afterAll(async () => {
  await world?.close()
  await server?.close()
})

describe('the filter by campaigns', () => {
  it('holds the interviews of recipients, as counted by hand', async () => {
    expect(await count(everywhere, asking(first))).toBe(5)
    // Those who were reminded had not answered before.
    expect(await count(everywhere, asking(reminder))).toBe(2)
    expect(await count(everywhere, asking(reminder, { state: 'delivered' }))).toBe(2)
    expect(await count(everywhere, asking(first, { opened: 'yes' }))).toBe(3)
    expect(await count(everywhere, asking(first, { opened: 'no' }))).toBe(2)
    expect(await count(everywhere, asking(first, { clicked: 'yes' }))).toBe(1)
    expect(await count(everywhere, asking(first, { opened: 'yes', clicked: 'no' }))).toBe(2)
    expect(await count(everywhere, asking(first, { days: 5 }))).toBe(2)
    expect(await count(everywhere, asking(first, { days: 4 }))).toBe(0)
    expect(await count(everywhere, asking(first, { days: 14 }))).toBe(5)
    expect(await count(everywhere, asking(reminder, { days: 0 }))).toBe(2)
    expect(await count(everywhere, asking(first, { state: 'failed' }))).toBe(0)
    // Everybody but them, whoever was not asked too.
    expect(await count(everywhere, `_${asking(first)}`)).toBe(1)
    expect(await count(everywhere, asking(first), 'region,all,se')).toBe(2)
  })

  it('follows what happens to recipients afterwards, in the figures as in what is stored', async () => {
    await change(
      'update campaign_recipient set unsubscribed_at = now() where campaign = $1 and sample = $2',
      first,
      people[1],
    )
    await answer(people[5], 1)
    await change(
      `update campaign_recipient set opened_at = now() where campaign = $1 and sample = $2`,
      first,
      people[6],
    )
    await catchUp(world.stores)
    expect(await count(everywhere, asking(first, { state: 'unsub' }))).toBe(1)
    expect(await count(everywhere, asking(first, { state: 'delivered' }))).toBe(5)
    expect(await count(everywhere, asking(first, { state: 'failed' }))).toBe(1)
    expect(await count(everywhere, asking(first, { opened: 'yes' }))).toBe(4)
    const { survey } = await findSurvey(world.stores, world.acme, 'visits')
    expect(isEqual(await compareWithTruth(world.stores, survey))).toBe(true)
  })

  it('is one filter for figures, lists and samples', async () => {
    const path = encodeURIComponent(pathOf(asking(reminder)))
    const asked = await world.post(everywhere, `result/query/visits/${path}`, {
      components: [{ type: 'InterviewList' }, { type: 'Distribution', question: 'nps' }],
    })
    const { answers } = asked.json() as { answers: { total?: number; n?: number }[] }
    expect(answers.map(({ total, n }) => total ?? n)).toEqual([2, 2])
    // Of the sample, those who have not answered, too.
    const { total } = await world.list(everywhere, '', pathOf(asking(reminder)))
    expect(total).toBe(5)
    expect((await world.list(everywhere, '', pathOf(asking(first, { state: 'failed' })))).total).toBe(2)
  })

  it('offers the campaigns that somebody answered, with their interviews, at the places where one may send', async () => {
    expect(await offered(everywhere)).toEqual([
      ['Reminder', 2],
      ['Autumn', 6],
    ])
    // What is chosen hides no other choice.
    expect(await offered(everywhere, pathOf(asking(reminder)))).toEqual(await offered(everywhere))
    expect(await offered(south)).toEqual([
      ['Reminder', 1],
      ['Autumn', 4],
    ])
    expect(await count(south, asking(first))).toBe(4)
  })

  it('holds the interviews of one’s own places alone, however far figures reach', async () => {
    const mixed = await signedIn(world.stores, {
      universe: world.acme,
      grants: [
        { role: 'reader', permissions: ['seeIndicators'], surveys: null, rows: {}, figures: null },
        { role: 'sender', permissions: ['sendCampaigns'], surveys: null, rows: { region: [['se']] }, figures: null },
      ],
    })
    expect(await count(mixed, asking(first))).toBe(2)
    expect(await offered(mixed)).toEqual([
      ['Reminder', 1],
      ['Autumn', 2],
    ])
  })

  it('is nothing for who may not send campaigns, for another universe, and for a campaign that is not there', async () => {
    const reader = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect(await offered(reader)).toBeNull()
    expect((await look(reader, pathOf(asking(first)))).statusCode).toBe(403)
    const query = await world.get(reader, 'vuejs/filters/query/visits/interview.campaign')
    expect(query.statusCode).toBe(404)
    const stranger = await world.stranger()
    expect(await offered(stranger)).toBeNull()
    expect(await count(stranger, asking(first))).toBe(0)
    expect(await count(everywhere, asking(randomUUID()))).toBe(0)
    expect(await count(everywhere, asking(`x' or 1=1 --`))).toBe(0)
    const wrong = await look(everywhere, pathOf('nonsense'))
    expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('campaign:days:state:opened:clicked')])
  })

  it('shows the campaigns of a place, one of them by day and place, and both as files', async () => {
    const get = async (headers: Headers, url: string) => {
      const reply = await world.get(headers, `vuejs/campaigns/${url}`)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json() as unknown
    }
    const counted = (n: object) => expect.objectContaining(n)
    expect(await get(everywhere, 'below/visits/region,all')).toMatchObject([
      { name: 'Reminder', counts: { delivered: 5, answered: 2 }, rate: { n: 5, value: 40 } },
      { name: 'Autumn', counts: { audience: 10, delivered: 8, failed: 2, answered: 5 }, rate: { n: 8, value: 62.5 } },
    ])
    expect(await get(south, 'below/visits/region,all')).toEqual([
      counted({ name: 'Reminder', counts: counted({ delivered: 3, answered: 1 }) }),
      counted({ name: 'Autumn', counts: counted({ audience: 6, delivered: 5, answered: 3 }) }),
    ])
    expect(await get(everywhere, 'below/visits/region,all,fi,south,sello')).toEqual([])
    expect(await get(await world.stranger(), 'below/visits/region,all')).toEqual([])
    // The newest, that of the filter, and that which is asked for.
    expect(await get(everywhere, 'details/visits/region,all')).toMatchObject({ campaign: { name: 'Reminder' } })
    const filtered = encodeURIComponent(pathOf(asking(first), 'region,all,se'))
    expect(await get(everywhere, `details/visits/${filtered}`)).toMatchObject({
      campaign: {
        name: 'Autumn',
        counts: { audience: 4, delivered: 3, answered: 2 },
        places: [{ title: 'Lund', delivered: 3, answered: 2 }],
      },
    })
    expect(await get(south, `details/visits/region,all?campaignId=${randomUUID()}`)).toEqual({ campaign: null })
    const reader = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect((await world.get(reader, 'vuejs/campaigns/below/visits/region,all')).statusCode).toBe(403)
    for (const type of ['MailCampaignsListComponent', 'MailCampaignDetailsComponent']) {
      const file = (headers: Headers) =>
        world.post(headers, 'vuejs/reports/figuretable/visits/region,all', { format: 'csv', component: { type } })
      const { body } = await file(everywhere)
      expect(body).toContain('Reminder')
      expect((await file(reader)).statusCode).toBe(403)
    }
  })

  it('makes a report of a campaign: its people by name for whoever may see contacts, others without', async () => {
    const settings = { ...parts['settings.json'], enableSamplesReport: true }
    await world.survey(world.acme, filesOf({ ...parts, 'settings.json': settings }))
    await catchUp(world.stores)
    const client = dataClient(world)
    const sheetsFor = async (headers: Headers) => {
      const { file } = await client.made(headers, 'campaign', pathOf(asking(first), 'region,all,fi'))
      const { sheets } = await readXlsx(file.bytes)
      return new Map(sheets.map(({ name, rows }) => [name, rows]))
    }
    const sheets = await sheetsFor(everywhere)
    expect([...sheets.keys()].slice(1)).toEqual([
      ...['Funnel', 'By day', 'By place', 'What came back', 'Recipients', 'What happened'],
    ])
    expect(Object.fromEntries((sheets.get('Funnel') ?? []) as [string, number][])).toMatchObject({
      ...{ Autumn: 'People', Selected: 6, Delivered: 5, 'Not delivered': 1, Answered: 3, Clicked: 1 },
    })
    const recipients = sheets.get('Recipients') ?? []
    expect(recipients).toHaveLength(7)
    expect(JSON.stringify(recipients)).toContain('p0@example.fi')
    expect(JSON.stringify(recipients)).not.toContain('p6@example.fi')
    const events = (sheets.get('What happened') ?? []).map(([, , event]) => event)
    expect(events.filter((one) => one === 'Answered at (UTC)')).toHaveLength(3)
    const nameless = await world.person(
      [],
      permissions.filter((one) => one !== 'seeContacts'),
    )
    expect(JSON.stringify([...(await sheetsFor(nameless)).values()])).not.toContain('@example.fi')
    const unasked = await world.person(
      [],
      permissions.filter((one) => one !== 'sendCampaigns'),
    )
    expect((await client.ask(unasked, 'campaign')).statusCode).toBe(403)
    // The same filter makes a table of its recipients.
    const table = await world.post(
      everywhere,
      `vuejs/reports/sampletablereport/visits/samples/${encodeURIComponent(pathOf(asking(first, { state: 'failed' })))}`,
      { format: 'csv', columns: ['email'], totals: false },
    )
    expect([table.statusCode, table.body.match(/p\d@/g)?.sort()]).toEqual([200, ['p5@', 'p9@']])
  })

  it('is refused in words where respondents are protected, and no answer holds a campaign', async () => {
    const settings = { ...parts['settings.json'], extName: 'quiet', protection: true, minimumN: 5 }
    const rules = { ...parts['alert-rules.json'], rules: [] }
    await world.survey(world.acme, filesOf({ ...parts, 'settings.json': settings, 'alert-rules.json': rules }))
    const refused = await look(everywhere, pathOf(asking(first)), 'quiet')
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('protected.campaign')])
    expect(await offered(everywhere, 'region,all', 'quiet')).toBeNull()
    const { survey } = await findSurvey(world.stores, world.acme, 'quiet')
    const columns = await world.stores.clickhouse.read(
      `select name from system.columns where database = currentDatabase() and table = 'survey_${survey}'`,
    )
    expect(columns.flat()).toContain('of_group')
    expect(columns.flat()).not.toContain('q1000003')
  })
})
