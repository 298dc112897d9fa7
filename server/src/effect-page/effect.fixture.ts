import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { effectCalls } from '@kaiku/contract/effect.ts'
import { type AlertWorld, filesOf, openAlertWorld, parts } from '../alert/alert.fixture.ts'
import type { TestOptions } from '../app/app.fixture.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import type { Stores } from '../db/stores.ts'
import type { Answers } from '../dictionary/dictionary.ts'
import { followAlerts } from '../effect/alert-happening.ts'
import { doWaiting, effectQueue } from '../effect/effect-work.ts'
import { followSamples } from '../effect/sample-happening.ts'

export const publicUrl = 'https://kaiku.example.com'
export const bounces = 'bounces@kaiku.example.com'
type Headers = { authorization: string }
type Answered = { statusCode: number; body: string; json: () => never }

export type EffectWorld = AlertWorld & {
  /** Publishes the survey with these blocks. */
  blocks(blocks: readonly object[], more?: object): Promise<void>
  /** Stores interviews, judges them, and does all that follows. */
  happen(interviews: readonly Answers[], now?: number): Promise<void>
  runs(headers: Headers, block?: string): Promise<ReplyOf<(typeof effectCalls)['runs']>>
  ask(headers: Headers, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object): Promise<Answered>
}

/** Follows what became of alerts, and does what waits until nothing does. */
export async function settleEffects(stores: Stores): Promise<void> {
  const lanes = new WorkLanes(effectQueue.limits, (error) => {
    throw error
  })
  const { signal } = new AbortController()
  while ((await followAlerts(stores, Date.now())) + (await followSamples(stores, Date.now())) > 0);
  while ((await doWaiting(stores, { publicUrl, bounces }, lanes, signal)) > 0) await lanes.allEnd()
}

export async function openEffectWorld(options: TestOptions = {}): Promise<EffectWorld> {
  const world = await openAlertWorld(undefined, undefined, options)
  const ask: EffectWorld['ask'] = async (headers, method, path, payload) =>
    world.app.inject({
      ...{ method, headers, url: `/api/vuejs/surveys/effectblocks/${path}` },
      ...(payload === undefined ? {} : { payload }),
    })
  return Object.assign({}, world, {
    ask,
    blocks: (blocks: readonly object[], more: object = {}) =>
      world.survey(world.acme, filesOf(Object.assign({}, parts, more, { 'effects.json': { blocks } }))),
    happen: async (interviews: readonly Answers[], now = Date.now()) => {
      await world.answer(interviews, now)
      await settleEffects(world.stores)
    },
    runs: async (headers: Headers, block?: string) => {
      const reply = await ask(headers, 'GET', `runs/visits${block === undefined ? '' : `?blockId=${block}`}`)
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json() as ReplyOf<(typeof effectCalls)['runs']>
    },
  })
}
