import type { Alert } from '@kaiku/contract/alert.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld, titles } from '../alert/alert.fixture.ts'
import { escalateAlerts } from '../alert-raising/escalate.ts'
import { catchUp } from '../feed/feed.ts'
import { given, mornings, placeRules, withPlaceRules } from './place-rule.fixture.ts'

type Headers = { authorization: string }
let world: AlertWorld
let manager: Headers
let seller: Headers
let nordic: Headers
beforeAll(async () => {
  world = await openAlertWorld()
  manager = await world.person('Regional manager South', ['fi', 'south'])
  seller = await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
  nordic = await world.person('Store manager Sweden', ['se'])
})
afterAll(() => world?.close())

beforeEach(async () => {
  for (const table of ['alert_rule_day', 'alert_episode', 'alert'])
    await world.stores.service.query(`delete from ${table}`)
})

const publish = (rules: readonly object[], more?: object) =>
  world.survey(world.acme, filesOf(withPlaceRules(rules, more)))

describe('a rule on a limit', () => {
  it('raises one alert per place and episode: not again each day, and again after it was well', async () => {
    await publish([placeRules.low])
    await world.answer([
      ...given('kamppi', '2026-03-02', 2, 4),
      ...given('sello', '2026-03-02', 10, 4),
      ...given('solo', '2026-03-02', 2, 2),
    ])
    expect(await mornings(world, '2026-03-02', '2026-03-07')).toBe(1)
    const list = await world.list(manager)
    expect(titles(list.rows)).toEqual(['Kamppi: NPS −100.0 (−100.0 – −6.9), limit 0.0, n 4'])
    const [alert] = list.rows
    expect(alert).toMatchObject({
      ...{ severity: 'high', interviewId: null, day: '2026-03-02', isBackfilled: false, score: null, excerpt: null },
      place: { path: 'region,all,fi,south,kamppi' },
      figure: {
        watch: 'limit',
        value: -100,
        n: 4,
        limit: 0,
        from: '2026-02-24',
        to: '2026-03-02',
        indicator: { id: 'nps' },
      },
    })
    // Between the limit and the recovered value nothing changes.
    await world.answer(given('kamppi', '2026-03-08', 9, 5))
    expect(await mornings(world, '2026-03-08', '2026-03-08')).toBe(0)
    await world.answer(given('kamppi', '2026-03-09', 9, 40))
    expect(await mornings(world, '2026-03-09', '2026-03-09')).toBe(0)
    await world.answer(given('kamppi', '2026-03-20', 1, 4))
    expect(await mornings(world, '2026-03-10', '2026-03-22')).toBe(1)
    expect((await world.list(manager)).total).toBe(2)
  })

  it('tells those of the place, by mail too, and nobody of another place or universe', async () => {
    await publish([placeRules.low])
    await world.answer([...given('kamppi', '2026-04-06', 0, 4), ...given('lund', '2026-04-06', 0, 4)])
    expect(await mornings(world, '2026-04-06', '2026-04-06')).toBe(2)
    const own = await world.list(seller)
    expect(own.rows.map(({ place, owner, dueAt }) => [place.names.at(-1), owner === null, dueAt])).toEqual([
      // Eight working hours from six in the morning.
      ['Kamppi', false, '2026-04-07T14:00:00.000Z'],
    ])
    expect((await world.list(nordic)).rows.map(({ place }) => place.names.at(-1))).toEqual(['Lund'])
    const [alert] = own.rows
    const url = `one/visits/${alert?.alertId}`
    expect((await world.get(seller, url)).json()).toMatchObject({
      ...{ description: '', nextStates: ['inProgress', 'waiting', 'solved'] },
      timeline: [{ kind: 'created', by: null }],
    })
    expect((await world.get(nordic, url)).statusCode).toBe(404)
    const { rows } = await world.stores.service.query<{ kind: string; person: string }>(
      'select kind, person from alert_notice n join alert a on a.id = n.alert where a.node is not null',
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['raised', 'raised'])
    const { rows: elsewhere } = await world.stores.service.query('select 1 from alert where universe <> $1', [
      world.acme,
    ])
    expect(elsewhere).toEqual([])
    const solving = { version: alert?.version, state: 'solved', rootCause: 'queue', action: 'called' }
    expect((await world.post(seller, `change/visits/${alert?.alertId}`, solving)).statusCode).toBe(200)
    // Solved is not recovered: it is raised again only after it was well.
    await world.answer(given('kamppi', '2026-04-07', 0, 4))
    expect(await mornings(world, '2026-04-07', '2026-04-07')).toBe(0)
    const loop = await world.get(seller, `loop/visits/${encodeURIComponent('region,all,fi')}`)
    expect(loop.json()).toMatchObject({ alerts: 1, solved: 1, rootCauses: [{ id: 'queue', count: 1 }] })
  })

  it('stands in a list by its day and place; any filter of answers leaves it out', async () => {
    await publish([placeRules.low])
    await world.answer(given('kamppi', '2026-05-04', 0, 4))
    await mornings(world, '2026-05-04', '2026-05-04')
    const total = async (path: string) => (await world.list(manager, path)).total
    expect(await total('region,all,fi,south;ftime=20260501_20260531')).toBe(1)
    expect(await total('region,all,fi,south;ftime=20260601_20260630')).toBe(0)
    expect(await total('region,all,fi,south;nps=0')).toBe(0)
    expect(await total('channel,all')).toBe(1)
    await expect(total('region,all,se')).rejects.toThrow(/no place/)
  })

  it('escalates to the owner above where nobody takes it up', async () => {
    await publish([placeRules.low])
    await world.answer(given('kamppi', '2026-06-01', 0, 4))
    await mornings(world, '2026-06-01', '2026-06-01')
    await escalateAlerts(world.stores, Date.parse('2026-06-03T12:00:00Z'))
    const [alert] = (await world.list(manager)).rows
    const { timeline } = (await world.get(manager, `one/visits/${alert?.alertId}`)).json() as Alert
    expect(timeline.map(({ kind }) => kind)).toEqual(['created', 'escalated'])
    expect(alert?.owner).not.toBeNull()
  })

  it('raises nothing where a protected survey hides the figure, nor for a place that is closed', async () => {
    const settings = { ...withPlaceRules([])['settings.json'], protection: true, minimumN: 5 }
    const rules = { ...withPlaceRules([placeRules.low]), 'settings.json': settings }
    await world.survey(world.acme, filesOf(rules))
    await world.answer([
      ...given('kamppi', '2026-07-06', 0, 4),
      // The only other place would tell the hidden one’s figure by subtraction.
      ...given('sello', '2026-07-06', 0, 9),
      ...given('lund', '2026-07-06', 0, 30),
    ])
    // As if they had come a day ago: a protected survey tells what is new with its next release.
    await world.stores.service.query('update projection_survey set released_on = released_on - 1')
    await catchUp(world.stores)
    await mornings(world, '2026-07-06', '2026-07-06')
    expect((await world.list(nordic)).total).toBe(1)
    expect((await world.list(manager)).total).toBe(0)
  })
})

describe('a rule on change', () => {
  it('raises what stands among all places, once as long as it is the same change', async () => {
    await publish([placeRules.fall])
    for (const store of ['kamppi', 'sello', 'solo', 'lund'])
      await world.answer([...given(store, '2026-10-02', 10, 20), ...given(store, '2026-10-04', 5, 20)])
    await world.answer([
      ...given('kamppi', '2026-10-10', 0, 30),
      ...['sello', 'solo', 'lund'].flatMap((store) => [
        ...given(store, '2026-10-10', 10, 20),
        ...given(store, '2026-10-11', 5, 20),
      ]),
    ])
    expect(await mornings(world, '2026-10-11', '2026-10-13')).toBe(1)
    expect(titles((await world.list(manager)).rows)).toEqual(['Kamppi: −100.0 from 0.0'])
  })
})

describe('a rule on silence', () => {
  it('raises a place that has answered before and is open, once until it answers again', async () => {
    const [regions, channels] = withPlaceRules([])['views.json'].views
    const all = regions && 'nodes' in regions ? regions.nodes : []
    const nodes = all.map((node) => (node.id === 'sello' ? { ...node, validTo: '2026-08-04' } : node))
    const views = { views: [{ ...regions, nodes }, channels] }
    await world.survey(
      world.acme,
      filesOf({ ...withPlaceRules([{ ...placeRules.silent, places: ['region,all,fi,south'] }]), 'views.json': views }),
    )
    await world.answer([...given('kamppi', '2026-08-03', 9, 1), ...given('sello', '2026-08-03', 9, 1)])
    expect(await mornings(world, '2026-08-03', '2026-08-08')).toBe(1)
    expect(titles((await world.list(manager)).rows)).toEqual(['Kamppi: nothing for 3 days, last Aug 3, 2026'])
    expect((await world.list(manager)).rows[0]).toMatchObject({
      day: '2026-08-06',
      figure: { watch: 'silence', lastDay: '2026-08-03', from: '2026-08-04', to: '2026-08-06', value: null },
    })
    await world.answer(given('kamppi', '2026-08-09', 9, 1))
    expect(await mornings(world, '2026-08-09', '2026-08-11')).toBe(0)
    expect(await mornings(world, '2026-08-12', '2026-08-12')).toBe(1)
  })

  it('counts working days of the place where the survey has calendars', async () => {
    const hours = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }]
    await publish([{ ...placeRules.silent, places: ['region,all,fi,south,kamppi'] }], {
      calendars: [{ hours, holidays: ['2026-09-14'] }],
    })
    // A Friday; Monday is a holiday.
    await world.answer(given('kamppi', '2026-09-11', 9, 1))
    expect(await mornings(world, '2026-09-12', '2026-09-16')).toBe(0)
    expect(await mornings(world, '2026-09-17', '2026-09-17')).toBe(1)
  })
})

describe('a definition with rules on places', () => {
  it('is refused with all that is wrong and where', async () => {
    const wrong = [
      { ...placeRules.low, watch: { type: 'limit', indicator: 'nope', below: 1 }, when: 'ftime=20260101_20260131' },
      { ...placeRules.low, watch: { type: 'limit', indicator: 'nps', below: 1, above: 2 }, places: ['channel,all'] },
      { ...placeRules.silent, alert: { title: '{figure} {place}' }, view: 'nowhere' },
    ]
    const found = await publish(wrong).catch((error: unknown) => error)
    expect(found).toBeInstanceOf(Fault)
    expect(
      (found as Fault).details.map(({ place, expected, found: what }) => `${place}: ${expected}, not ${what}`),
    ).toEqual([
      'placeRules[1].id: each name once, not a second "low"',
      'placeRules[0].watch.indicator: the name of an indicator, not "nope"',
      'placeRules[0].when: no period: "days" says which, not "ftime"',
      'placeRules[1].watch: either "below" or "above", not both',
      'placeRules[1].places[0]: a place of the view "region", not "channel,all"',
      'placeRules[2].view: the name of a view, not "nowhere"',
      'placeRules[2].alert.title: {place}, {day}, {period}, {days}, {last}, not {figure}',
    ])
  })
})
