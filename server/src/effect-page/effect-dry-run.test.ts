import { addDays } from '@kaiku/core/day.ts'
import { momentIn } from '@kaiku/core/zoned-time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answers } from '../dictionary/dictionary.ts'
import { dryRunBlock } from '../effect/effect-dry-run.ts'
import { runTimers } from '../effect/effect-timer.ts'
import { catchUp } from '../feed/feed.ts'
import { findSurvey } from '../survey/survey.ts'
import { type EffectWorld, openEffectWorld, settleEffects } from './effect.fixture.ts'

const isSoak = process.env.KAIKU_SOAK === '1'
const numRuns = isSoak ? 80 : 8
/** Milliseconds. */
const patience = isSoak ? 900_000 : 180_000

let world: EffectWorld
beforeAll(async () => {
  world = await openEffectWorld()
})
afterAll(() => world?.close())

const answers = fc.record<Answers>(
  {
    store: fc.constantFrom('kamppi', 'sello', 'solo', 'lund'),
    channel: fc.constantFrom('web', 'shop'),
    nps: fc.constantFrom(0, 1, 5, 9, 99),
    seen: fc.constantFrom(['tv'], ['none'], ['web', 'other']),
    who: fc.constantFrom('anna', 'bert'),
    comment: fc.constantFrom('', 'rude staff', 'Great'),
  },
  { requiredKeys: ['store'] },
)
const conditions = ['', 'nps=0*1', 'nps=~none', 'nps=99', 'channel=_web', 'score=0_6', 'seen=tv*none', 'said=staff~']
/** What scripts ask; one fails on some of the day, none before it, else it would not be published. */
const script = (said: string, nps: number, gives: boolean) =>
  `export const meets = ({ answers, day }) => ${said}\nexport const tests = [{ name: 'x', day: '2026-05-02', answers: { nps: ${nps}, channel: 'web' }, gives: ${gives} }]`
const scripts = [
  script('answers.nps !== undefined && answers.nps % 2 === 1', 1, true),
  script("(day !== 'DAY' || answers.channel !== 'shop' || missing) && answers.nps !== 0", 1, true),
  script("answers.seen?.includes('tv') === true || day === null", 1, false),
]
const common = {
  script: fc.constantFrom(undefined, undefined, ...scripts),
  when: fc.uniqueArray(fc.constantFrom(...conditions.slice(1)), { maxLength: 2, selector: (one) => one.split('=')[0] }),
  places: fc.constantFrom(['region,all,fi,south'], ['region,all,se', 'channel,all,web'], []),
}
const block = fc
  .oneof(
    fc.record({
      event: fc.record({
        type: fc.constant('interview'),
        on: fc.constantFrom(['completed'], ['completed', 'corrected']),
      }),
      history: fc.constantFrom(undefined, { days: 30, atLeast: 2 }, { days: 2, atLeast: 2, when: 'nps=0' }),
      ...common,
    }),
    fc.record({ event: fc.record({ type: fc.constant('timer'), days: fc.constantFrom(1, 3) }), ...common }),
    fc.record({
      event: fc.record({ type: fc.constant('alert'), rules: fc.constantFrom([], ['unhappy']) }),
      ...common,
    }),
  )
  .map(({ when, ...rest }) => ({ ...rest, when: when.join(';'), effects: [{ type: 'tag', tags: ['x'] }] }))

let day = '2026-05-01'
/** What became of alerts before the blocks of a run were there. */
let seen: ReadonlySet<string> = new Set()

it(
  'a dry run touches those whom the same block touched live, whatever it answers to and asks for',
  async () => {
    let touched = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 2, maxLength: 6 }),
        fc.array(answers, { minLength: 5, maxLength: 30 }),
        async (written, interviews) => {
          day = addDays(day, 5)
          // A script that fails is stopped at the hundredth time, of which a dry run knows nothing.
          await world.stores.service.query('delete from condition_script')
          await world.blocks(
            written.map(({ script, ...one }, at) => ({
              ...{ id: `${day}-${at}`, title: 'x', ...one },
              ...(script === undefined ? {} : { script: script.replaceAll('DAY', day) }),
            })),
          )
          const moment = (on: string) => momentIn('Europe/Helsinki', on, 720)
          // A timer that is new begins with its next hour.
          await catchUp(world.stores)
          await runTimers(world.stores, moment(day), world.acme)
          await world.happen(
            interviews.map((one) => ({ day, ...one })),
            moment(day),
          )
          await catchUp(world.stores)
          await runTimers(world.stores, moment(addDays(day, 1)), world.acme)
          await settleEffects(world.stores)
          const dictionary = await findSurvey(world.stores, world.acme, 'visits')
          const { rows } = await world.stores.service.query<{ block: string; subject: string }>(
            'select block, subject from effect_run where block like $1',
            [`${day}-%`],
          )
          for (const block of dictionary.definition.effects) {
            const isOnAlerts = block.event.type === 'alert'
            // Alerts are raised now, whatever the day of their interviews.
            const now = new Date().toISOString().slice(0, 10)
            const period = isOnAlerts ? { from: addDays(now, -400), to: addDays(now, 400) } : { from: day, to: day }
            const run = await dryRunBlock(world.stores, dictionary, block, period)
            const live = rows.filter((row) => row.block === block.id).map(({ subject }) => subject)
            const before = isOnAlerts ? seen : new Set<string>()
            const found = run.touched.map(({ subject }) => subject).filter((subject) => !before.has(subject))
            expect(found.sort()).toEqual(live.sort())
            touched += live.length
          }
          await seeAlerts()
        },
      ),
      // By chance alone a few runs may touch nobody.
      { numRuns, endOnFailure: true, ...(isSoak ? {} : { seed: 1 }) },
    )
    expect(touched).toBeGreaterThan(30)
  },
  patience,
)

async function seeAlerts() {
  const { rows } = await world.stores.service.query<{ id: string }>('select id from alert_event')
  seen = new Set(rows.map(({ id }) => id))
}
