import { addDays } from '@kaiku/core/day.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertWorld, filesOf, openAlertWorld } from '../alert/alert.fixture.ts'
import { backfillAlerts } from '../alert-rule-page/backfill.ts'
import { findSurvey } from '../survey/survey.ts'
import { momentAfter } from './due-day.ts'
import { placeDryRun } from './place-dry-run.ts'
import { given, mornings, placeRules, withPlaceRules } from './place-rule.fixture.ts'

const isSoak = process.env.KAIKU_SOAK === '1'
const runs = isSoak ? 40 : 3
/** Milliseconds. */
const patience = isSoak ? 1_200_000 : 180_000

type Headers = { authorization: string }
let world: AlertWorld
let admin: Headers
beforeAll(async () => {
  world = await openAlertWorld()
  admin = await world.person('Administrator', [], ['editConfiguration', 'handleAlerts', 'seeIndicators'])
  await world.person('Store manager Kamppi', ['fi', 'south', 'kamppi'])
  await world.person('Regional manager', ['fi'])
})
afterAll(() => world?.close())

const stores = ['kamppi', 'sello', 'solo', 'lund']
const watch = fc.oneof(
  fc.record({
    ...{ type: fc.constant('limit'), indicator: fc.constant('nps'), days: fc.constantFrom(1, 3) },
    ...{ below: fc.constantFrom(-20, 10), recovered: fc.constantFrom(10, 40), minimumN: fc.constantFrom(1, 4) },
  }),
  fc.record({
    ...{ type: fc.constant('change'), indicator: fc.constant('nps'), days: fc.constantFrom(1, 2) },
    direction: fc.constantFrom('fall', 'rise', 'any'),
  }),
  fc.record({ type: fc.constant('silence'), days: fc.constantFrom(1, 2) }),
)
const rule = fc.record(
  {
    watch,
    level: fc.constantFrom('leaves', 0, 1, 2),
    places: fc.constantFrom([], ['region,all,fi'], ['region,all,fi,south,kamppi', 'region,all,se']),
    owner: fc.constantFrom('Store manager', ['Nobody', 'Regional manager']),
    due: fc.constantFrom(1, 20),
  },
  { requiredKeys: ['watch'] },
)
const length = 6
/** By day, then by place: how many answers, and how good. */
const answers = fc.array(
  fc.array(fc.record({ count: fc.constantFrom(0, 0, 3, 12), nps: fc.constantFrom(0, 7, 10) }), {
    ...{ minLength: stores.length, maxLength: stores.length },
  }),
  { minLength: length, maxLength: length },
)

let from = '2024-01-10'

describe('a dry run of rules on places', () => {
  it(
    'finds the alerts that the same rules raised live: the same places, days, owners and times; raising them afterwards raises none',
    async () => {
      let raised = 0
      await fc.assert(
        fc.asyncProperty(fc.array(rule, { minLength: 2, maxLength: 4 }), answers, async (rules, days) => {
          // Far enough that no period reaches into the one before.
          from = addDays(from, 20)
          const to = addDays(from, length - 1)
          const alert = { title: '{place}' }
          const ids = rules.map((_, at) => `${from}-${at}`)
          await world.survey(
            world.acme,
            filesOf(withPlaceRules(rules.map((one, at) => ({ id: ids[at], title: 'x', alert, ...one })))),
          )
          for (const [at, places] of days.entries()) {
            const day = addDays(from, at)
            await world.answer(places.flatMap(({ count, nps }, store) => given(stores[store] ?? '', day, nps, count)))
            await mornings(world, day, day)
          }
          const dictionary = await findSurvey(world.stores, world.acme, 'visits')
          const { rows } = await world.stores.service.query<{ rule: string; node: number; day: string }>(
            `select rule, view, node, day::text, owner, due_at as due, facts from alert where rule = any($1)
             order by rule, day, node`,
            [ids],
          )
          const now = Date.now()
          const run = await placeDryRun(world.stores, dictionary, { from, to }, now)
          const found = run.raised
            .map(({ rule: { id }, view, day, owner, dueAt, about: { node, facts } }) => ({
              ...{ rule: id, view, node, day, owner, due: dueAt === null ? null : new Date(dueAt), facts },
            }))
            .sort((a, b) =>
              a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.day < b.day ? -1 : a.day > b.day ? 1 : a.node - b.node,
            )
          expect(found).toEqual(rows)
          expect(await backfillAlerts(world.stores, dictionary, { from, to }, now)).toMatchObject({
            ...{ raised: 0, listed: rows.length },
          })
          raised += rows.length
        }),
        { numRuns: runs, endOnFailure: true },
      )
      expect(raised).toBeGreaterThan(0)
    },
    patience,
  )

  it('is raised afterwards once, marked, without a mail; the live rule goes on from there', async () => {
    const day = '2025-05-05'
    const rules = [{ ...placeRules.low, id: 'past', owner: 'Store manager' }]
    await world.survey(world.acme, filesOf(withPlaceRules(rules)))
    await world.answer([...given('kamppi', day, 0, 5), ...given('sello', day, 10, 5)])
    const asked = { from: day, to: addDays(day, 3) }
    const run = await world.post(admin, 'dryrun/visits', asked)
    expect(run.json()).toMatchObject({
      ...{ total: 1, raised: 0, rules: [{ id: 'past', count: 1 }], isCut: false },
      examples: [{ title: 'Kamppi: NPS −100.0 (−100.0 – −17.5), limit 0.0, n 5', day, interviewId: null }],
    })
    const reply = await world.post(admin, 'backfill/visits', asked)
    expect(reply.json()).toEqual({ raised: 1, listed: 1, isCut: false })
    for (const again of [asked, { from: addDays(day, 1), to: addDays(day, 2) }])
      expect((await world.post(admin, 'backfill/visits', again)).json()).toMatchObject({ raised: 0, listed: 1 })
    expect((await world.post(admin, 'dryrun/visits', asked)).json()).toMatchObject({
      ...{ total: 1, raised: 1, days: [{ day, count: 1, raised: 1 }], examples: [{ isRaised: true }] },
    })
    const list = await world.list(admin, 'region,all', 'rule=past')
    expect(list.rows).toMatchObject([{ day, isBackfilled: true, isOverdue: false, owner: {} }])
    const { rows } = await world.stores.service.query(
      `select 1 from alert_notice n join alert a on a.id = n.alert where a.rule = 'past'`,
    )
    expect(rows).toEqual([])
    const { rows: audited } = await world.stores.service.query<{ after: object }>(
      `select after from audit where action = 'alert.backfill' and (after ->> 'raised') = '1'`,
    )
    expect(audited).toEqual([{ after: { ...asked, raised: 1 } }])
    expect(await mornings(world, addDays(day, 4), addDays(day, 5))).toBe(0)
    const manager = await world.person('CX manager', [])
    expect((await world.post(manager, 'backfill/visits', asked)).statusCode).toBe(403)
  })

  it('raises afterwards what came before a rule on interviews was published', async () => {
    const moment = momentAfter({ every: 'day', at: '06:00' }, 'Europe/Helsinki', '2025-06-02')
    await world.survey(world.acme, filesOf(withPlaceRules([])))
    await world.answer(given('kamppi', '2025-06-02', 1, 3), moment)
    const rules = [{ id: 'late', title: 'Late', when: 'nps=1', alert: { title: '{nps}' }, owner: 'Store manager' }]
    await world.survey(world.acme, filesOf(withPlaceRules([], { rules })))
    const asked = { from: '2025-06-01', to: '2025-06-30' }
    expect((await world.post(admin, 'backfill/visits', asked)).json()).toEqual({ raised: 3, listed: 3, isCut: false })
    expect((await world.post(admin, 'backfill/visits', asked)).json()).toEqual({ raised: 0, listed: 3, isCut: false })
    const { rows } = await world.list(admin, 'region,all', 'rule=late')
    expect(rows.map(({ title, isBackfilled }) => [title, isBackfilled])).toEqual([
      ['1', true],
      ['1', true],
      ['1', true],
    ])
  })
})
