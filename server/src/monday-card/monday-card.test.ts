import type { MondayCard } from '@kaiku/contract/monday-card.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { forgetRights } from '../session/who.ts'

let world: AlertWorld
type Headers = { authorization: string }
let [boss, shop, viewer, stranger]: Headers[] = []

const settings = { ...parts['settings.json'], minimumN: 5, mainIndicators: ['nps', 'spent'] }
const blocks = {
  ...parts,
  'settings.json': settings,
  'indicators.json': {
    indicators: [
      { id: 'nps', title: 'NPS', measure: 'nps', question: 'nps', decimals: 0 },
      { id: 'spent', title: 'Basket', measure: 'mean', question: 'spent', decimals: 2 },
    ],
  },
}
const path = 'region,all,fi,south,kamppi;ftime=20261101_20261130'
const praise = 'Kassalla meni nopeasti ja myyjä hymyili <b>oikein</b>.'
const blame = 'Ovi oli kiinni kymmentä vaille kuusi, katso http://evil.example/x'

beforeAll(async () => {
  world = await openAlertWorld(blocks)
  // Baskets fell by ten, far beyond chance; recommendation stayed as it was.
  const visits = (day: string, basket: number, more: object = {}) =>
    Array.from({ length: 20 }, (_, at) => ({
      ...{ day, store: 'kamppi', channel: 'web', nps: at % 2 === 0 ? 9 : 5, spent: 100 * (basket + (at % 5)) },
      ...more,
    }))
  const said = [
    { day: '2026-11-03', store: 'kamppi', channel: 'web', nps: 10, spent: 2000, comment: praise },
    { day: '2026-11-05', store: 'kamppi', channel: 'web', nps: 1, spent: 2000, comment: blame },
    { day: '2026-11-05', store: 'kamppi', channel: 'web', nps: 5, spent: 2000, comment: 'Ok.' },
  ]
  const elsewhere = {
    day: '2026-11-05',
    store: 'lund',
    channel: 'web',
    nps: 0,
    spent: 1,
    comment: 'Lund never again ever',
  }
  await world.answer([...visits('2025-11-10', 30), ...visits('2026-11-02', 20), ...said, elsewhere])
  boss = await world.person('Boss', [])
  shop = await world.person('Shop', ['fi', 'south', 'kamppi'])
  viewer = await world.person('Viewer', ['fi', 'south', 'kamppi'], ['seeIndicators'])
  const globex = (await world.stores.service.query("select id from universe where name = 'globex'")).rows[0]?.id
  stranger = await signedIn(world.stores, { universe: globex, grants: [] })
  forgetRights(world.stores)
})
afterAll(() => world?.close())

const ask = (headers: Headers | undefined, at = path) =>
  world.app.inject({ url: `/api/vuejs/card/visits/${encodeURIComponent(at)}?locale=en`, headers: headers ?? {} })
const cardOf = async (headers: Headers | undefined, at = path): Promise<MondayCard> => {
  const reply = await ask(headers, at)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}
const lines = ({ sections }: MondayCard, id: string) =>
  sections.find((section) => section.id === id)?.lines.map(({ text, facts }) => [text, ...facts])

describe('a Monday card', () => {
  it('tells the figure, one thing to fix, two quotes and the promises that are open', async () => {
    const card = await cardOf(shop)
    const figures = await world.app.inject({
      ...{ method: 'POST', url: `/api/result/query/visits/${path}`, headers: shop ?? {} },
      payload: { components: [{ type: 'IndicatorTiles' }] },
    })
    const [main, basket] =
      (figures.json() as { answers: { tiles: { figure: { n: number; value: number } }[] }[] }).answers[0]?.tiles ?? []
    expect(lines(card, 'main')).toEqual([
      [String(Math.round(main?.figure.value ?? Number.NaN)).replace('-', '−'), expect.stringMatching(/^±\d+$/), 'n 23'],
    ])
    expect(lines(card, 'keep')).toEqual([['Nothing stands out as better beyond chance.']])
    expect(lines(card, 'fix')).toEqual([
      [`Basket ${basket?.figure.value.toFixed(2)}`],
      [expect.stringMatching(/^−10\.\d\d on the previous year \(32\.00 then\)\. n 23\.$/)],
      ['Keep and fix: the clearest of 1 changes and topics, tested together at 5 %.'],
    ])
    expect(lines(card, 'quotes')).toEqual([
      [praise, 'NPS 10', expect.any(String)],
      [blame, 'NPS 1', expect.any(String)],
    ])
    expect(lines(card, 'promises')).toEqual([[expect.stringContaining('Kamppi: 1 of 10'), expect.any(String)]])
    expect(card.sentence).toMatch(/NPS/)
  })

  it('tells of promises whatever the period, and of no figures where few answered', async () => {
    const card = await cardOf(shop, 'region,all,fi,south,kamppi;ftime=20261103_20261103')
    expect(card.sections.map(({ id }) => id)).toEqual(['main', 'promises'])
    expect(lines(card, 'main')).toEqual([['Too few responses for figures.']])
    expect(lines(card, 'promises')).toHaveLength(1)
  })

  it('tells nobody what they may not see', async () => {
    expect((await ask(undefined)).statusCode).toBe(401)
    expect((await ask(stranger)).statusCode).toBe(404)
    expect((await ask(shop, 'region,all,se,lund')).statusCode).not.toBe(200)
    const own = await cardOf(viewer)
    expect(own.sections.map(({ id }) => id)).toEqual(['main', 'keep', 'fix', 'quotes'])
    expect(lines(own, 'quotes')).toEqual([['No comments that can be quoted.']])
    expect(JSON.stringify(await cardOf(shop))).not.toContain('Lund')
    expect(lines(await cardOf(boss, 'region,all;ftime=20261101_20261130'), 'promises')).toHaveLength(2)
  })

  it('quotes in a protected survey only where enough wrote, without whose it is', async () => {
    const guarded = await openAlertWorld({
      ...blocks,
      'alert-rules.json': { rules: [] },
      'settings.json': { ...settings, protection: true, minimumNComments: 5 },
    })
    try {
      const visit = { day: '2026-11-03', store: 'kamppi', channel: 'web', nps: 9, spent: 20 }
      const commented = Array.from({ length: 6 }, (_, at) => ({ ...visit, comment: `This is what person ${at} said` }))
      await guarded.answer([...Array.from({ length: 20 }, () => visit), ...commented])
      const seer = await guarded.person('Seer', [])
      const read = async (at: string): Promise<MondayCard> =>
        (await guarded.app.inject({ url: `/api/vuejs/card/visits/${at}?locale=en`, headers: seer })).json()
      const card = await read('region,all')
      const quoted = card.sections.find(({ id }) => id === 'quotes')?.lines ?? []
      expect(quoted).toHaveLength(2)
      for (const { facts, interviewId } of quoted) expect([facts, interviewId]).toEqual([[], null])
      const nobody = JSON.stringify(await read('region,all,se'))
      expect(nobody).not.toContain('person')
    } finally {
      await guarded.close()
    }
  })
})
