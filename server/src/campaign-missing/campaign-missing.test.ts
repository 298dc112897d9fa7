import { randomUUID } from 'node:crypto'
import type { CampaignMissing, CampaignWeighing } from '@kaiku/contract/campaign-missing.ts'
import { permissions } from '@kaiku/core/access.ts'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, parts } from '../alert/alert.fixture.ts'
import { campaignSteps } from '../campaign/campaign.fixture.ts'
import { smtp } from '../mail/smtp.fixture.ts'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

type Headers = { authorization: string }

let world: SampleWorld
let server: Awaited<ReturnType<typeof smtp>>
let everywhere: Headers
let campaign: string
let quiet: string

const settings = { ...parts['settings.json'], extName: 'gap', minimumN: 5 }
const questions = [
  ...parts['questions.json'].questions,
  {
    ...{ id: 'sex', type: 'choice', title: 'Sex' },
    options: [
      { code: 'f', title: 'Women' },
      { code: 'm', title: 'Men' },
    ],
  },
  { id: 'born', type: 'number', title: 'Year of birth' },
  { id: 'segment', type: 'text', title: 'Segment' },
  { id: 'nick', type: 'text', title: 'Nickname', roles: ['pii'] },
]
const survey = (more: object) =>
  world.survey(
    world.acme,
    filesOf({
      ...parts,
      'settings.json': { ...settings, ...more },
      'questions.json': { questions },
      'alert-rules.json': { ...parts['alert-rules.json'], rules: [] },
    }),
  )

const count = 80
const storeOf = (at: number) => (at >= 60 ? 'lund' : at >= 56 ? 'solo' : 'kamppi')
/** Of the women three of five, of the men one of five. */
const answers = (at: number) => Math.floor(at / 2) % 5 < (at % 2 === 0 ? 3 : 1)
const background = (at: number) => ({
  ...{ store: storeOf(at), sex: at % 2 === 0 ? 'f' : 'm', born: 1950 + (at % 40) },
  // Three people alone have said so.
  ...{
    channel: at < 3 ? 'fax' : at % 4 < 2 ? 'web' : 'app',
    segment: at < 3 ? 'rare' : 'usual',
    nick: `Nick ${at % 2}`,
  },
})

beforeAll(async () => {
  world = await openSampleWorld()
  server = await smtp()
  everywhere = await world.person([])
  await survey({})
  await survey({ extName: 'quiet', protection: true })
  const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
  const key = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
  const { token } = await createUniverseKey(world.stores, world.acme, key, by)
  const program = { authorization: `Bearer ${token}` }
  const samples = Array.from({ length: count }, (_, at) => ({
    ...{ externalId: randomUUID(), email: `p${at}@example.fi`, locale: 'en', background: background(at) },
  }))
  const asked = async (name: string, some: typeof samples) => {
    const sent = await world.post(program, `v1/surveys/${name}/samples`, { mode: 'merge', samples: some })
    const { stored } = sent.json() as { stored: { sampleId: string }[] }
    const steps = campaignSteps(world, server, name)
    const { templateId } = await steps.template(everywhere)
    const { campaignId } = await steps.created(everywhere, {
      templateId,
      rules: { fromHour: 0, toHour: 24, restDays: 0 },
    })
    await steps.send()
    return { campaignId, ids: stored.map(({ sampleId }) => sampleId) }
  }
  const made = await asked('gap', samples)
  campaign = made.campaignId
  for (const [at, sample] of made.ids.entries()) {
    if (!answers(at)) continue
    const sent = await world.post(program, 'v1/surveys/gap/interviews', {
      answers: { store: storeOf(at), nps: 9 },
      sample,
    })
    expect([sent.statusCode, sent.body]).toEqual([200, expect.any(String)])
  }
  quiet = (await asked('quiet', samples.slice(0, 10))).campaignId
}, 120_000)
afterAll(async () => {
  await world?.close()
  await server?.close()
})

const look = (headers: Headers, name = 'gap', id = campaign) =>
  world.get(headers, `vuejs/campaigns/missing/${name}/${id}`)
const missing = async (headers: Headers, name?: string, id?: string): Promise<CampaignMissing> => {
  const reply = await look(headers, name, id)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const weigh = (headers: Headers, fields: string, what = 'weighing', name = 'gap', id = campaign) =>
  world.get(headers, `vuejs/campaigns/${what}/${name}/${id}?fields=${encodeURIComponent(fields)}`)
const weighing = async (headers: Headers, fields: string): Promise<CampaignWeighing> => {
  const reply = await weigh(headers, fields)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const withoutRight = (...left: string[]) =>
  world.person(
    [],
    permissions.filter((one) => !left.includes(one)),
  )
const fieldOf = ({ fields }: CampaignMissing, id: string) => fields.find((one) => one.id === id)

describe('who is missing', () => {
  it('holds who answered against who was asked, as counted by hand', async () => {
    const told = await missing(everywhere)
    expect(told).toMatchObject({ standing: 'told', asked: 80, answered: 32, minimum: 5, rate: { value: 40 } })
    const [first] = told.fields
    // 24 of 40 and 8 of 40 where 16 are expected: chi-square is 40 / 3, of 80 people.
    expect(first).toMatchObject({ id: 'background:sex', title: 'Sex', significant: true })
    expect(first?.strength).toBeCloseTo(Math.sqrt(1 / 6), 12)
    expect(first?.values.map(({ title, asked, answered, rate }) => [title, asked, answered, rate.value])).toEqual([
      ['Women', 40, 24, 60],
      ['Men', 40, 8, 20],
    ])
    // Wilson's interval of 8 of 40.
    expect(first?.values[1]?.rate.low).toBeCloseTo(10.5, 1)
    expect(first?.values[1]?.rate.high).toBeCloseTo(34.76, 1)
    expect(told.least).toMatchObject({ field: 'background:sex', value: 1, others: { value: 60, n: 40 } })
    expect(fieldOf(told, 'place')?.values.map(({ title, asked, answered }) => [title, asked, answered])).toEqual([
      ['Finland', 60, 24],
      ['Sweden', 20, 8],
    ])
    expect(fieldOf(told, 'place')).toMatchObject({ strength: 0, significant: false })
    const ages = fieldOf(told, 'background:born')?.values.filter(({ kind }) => kind === 'band') ?? []
    expect(ages.map(({ isAge }) => isAge)).toEqual(expect.arrayContaining([true, true]))
  })

  it('lets nobody make out how a few people answered', async () => {
    const told = await missing(everywhere)
    for (const { values } of told.fields) {
      for (const { asked } of values) expect(asked).toBeGreaterThanOrEqual(5)
      expect(values.reduce((sum, { asked }) => sum + asked, 0)).toBe(80)
      expect(values.reduce((sum, { answered }) => sum + answered, 0)).toBe(32)
    }
    // Who are three alone are told with others; a field that tells nobody else apart is not told.
    expect(fieldOf(told, 'background:channel')?.values.map(({ kind, title }) => [kind, title])).toEqual([
      ['value', 'app'],
      ['other', ''],
    ])
    expect(fieldOf(told, 'background:segment')).toBeUndefined()
    expect(fieldOf(told, 'background:nick')).toBeUndefined()
    const few = await missing(await world.person(['fi', 'solo']))
    expect(few).toMatchObject({ standing: 'few', asked: 4, fields: [], least: null })
  })

  it('tells of people of the viewer’s places alone, and of what they may see', async () => {
    const south = await missing(await world.person(['fi', 'south']))
    expect([south.asked, south.answered]).toEqual([56, 24])
    expect(fieldOf(south, 'place')).toBeUndefined()
    expect((await missing(await withoutRight('seeComments'))).fields.map(({ id }) => id)).not.toContain(
      'background:segment',
    )
  })

  it('is refused to strangers, without the right, and for a campaign of another survey', async () => {
    expect((await look(await withoutRight('sendCampaigns'))).statusCode).toBe(403)
    expect((await look(await world.stranger())).statusCode).toBe(404)
    expect((await look(everywhere, 'visits')).statusCode).toBe(404)
    expect((await weigh(await withoutRight('sendCampaigns'), 'place')).statusCode).toBe(403)
    expect((await weigh(await world.stranger(), 'place', 'weights')).statusCode).toBe(404)
  })

  it('says nothing of a protected survey', async () => {
    expect(await missing(everywhere, 'quiet', quiet)).toMatchObject({
      ...{ standing: 'protected', asked: 0, answered: 0, fields: [], least: null },
    })
    expect((await weigh(everywhere, 'place', 'weighing', 'quiet', quiet)).json()).toMatchObject({
      standing: 'protected',
      n: 0,
    })
    const file = await weigh(everywhere, 'place', 'weights', 'quiet', quiet)
    expect([file.statusCode, file.body.trim()]).toEqual([200, 'interview,weight'])
  })
})

describe('weights', () => {
  it('make those who answered like those who were asked', async () => {
    // 24 women at 16/24 and 8 men at 16/8: 32² / (24 · (2/3)² + 8 · 2²) = 24 answers.
    const told = await weighing(everywhere, 'background:sex')
    expect(told).toMatchObject({ standing: 'told', n: 32, converged: true, trimmed: 0, nobody: [] })
    expect(told.effective).toBeCloseTo(24, 6)
    expect(told.designEffect).toBeCloseTo(4 / 3, 6)
    expect(await weighing(everywhere, 'background:sex place background:born')).toMatchObject({ n: 32, converged: true })
  })

  it('come as a file, for the answers that the viewer may take along', async () => {
    const file = await weigh(everywhere, 'background:sex', 'weights')
    const [head, ...lines] = file.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('interview,weight')
    const weights = lines.map((line) => Number(line.split(',')[1])).sort((a, b) => a - b)
    expect(weights).toEqual([...Array<number>(24).fill(0.666666667), ...Array<number>(8).fill(2)])
    const { rows } = await world.stores.service.query('select id from interview where id = any($1::uuid[])', [
      lines.map((line) => line.split(',')[0]),
    ])
    expect(rows).toHaveLength(32)
    const lund = await weigh(await world.person(['se', 'lund']), 'background:sex', 'weights')
    expect(lund.body.trim().split('\r\n')).toHaveLength(1 + 8)
    expect((await weigh(await withoutRight('export'), 'background:sex', 'weights')).statusCode).toBe(403)
    const { rows: noted } = await world.stores.service.query(
      `select after from audit where action = 'data.export' and after ->> 'campaign' = $1 order by at`,
      [campaign],
    )
    expect(noted[0]?.after).toMatchObject({ campaign, weights: ['background:sex'], interviews: 32 })
  })

  it('are refused by what tells nobody apart, and of too few', async () => {
    expect((await weigh(everywhere, 'background:nick')).statusCode).toBe(400)
    expect((await weigh(everywhere, 'background:segment')).statusCode).toBe(400)
    expect((await weigh(everywhere, 'a b c d')).statusCode).toBe(400)
    expect(await weighing(await world.person(['fi', 'solo']), 'place')).toMatchObject({ standing: 'few' })
  })
})
