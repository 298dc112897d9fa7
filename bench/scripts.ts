import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '@kaiku/contract/session.ts'
import { call, enterAs, type Running, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { findSurvey } from '@kaiku/server/survey/survey.ts'
import { findUniverse } from '@kaiku/server/universe/universe.ts'
import { peakDuring } from './memory.ts'
import { clicksOf, clickTogether, noClicks } from './people.ts'

const people = 50
/** Milliseconds between two looks at a task. */
const every = 250

/** Sorts by what somebody recommends; `limit` makes it another script, so that every interview has another value. */
const script = (limit: number) => `export const variables = {
  kind: { type: 'choice', title: 'Kind', options: [{ code: 'a${limit}', title: 'A' }, { code: 'b${limit}', title: 'B' }] },
}
export function compute({ answers }) {
  if (answers.recommend === undefined) return {}
  return { kind: answers.recommend >= ${limit} ? 'a${limit}' : 'b${limit}' }
}
export const tests = [{ name: 'ten', answers: { recommend: 10 }, gives: { kind: 'a${limit}' } }]
`

type Task = { readonly taskId: string; readonly type: string; readonly state: string; readonly progress: number }

/**
 * Publishes a script of the benchmark's survey beside people who look at it, and waits until all interviews are computed;
 * then another, during which Kaiku is killed half-way. Throws where an interview has not what its script gives.
 */
export async function scripts(data: string): Promise<string[]> {
  const facts: string[] = []
  const limit = 1 + (Math.floor(Date.now() / 1000) % 4) * 2
  let running = await startKaiku({ sample: false, data })
  try {
    await running.kaiku('user', 'create', 'bench-viewer', '--root')
    const viewer = await enterAs(running, 'bench-viewer', 'bench')
    const clicks = noClicks()
    const over = new AbortController()
    const clicking = clickTogether(running, viewer, people, clicks, over.signal)
    const { made: took, peak } = await peakDuring(running.pid, async () => {
      await publish(running, viewer, limit)
      const begun = performance.now()
      await ended(running, viewer, await newest(running, viewer))
      return (performance.now() - begun) / 1000
    })
    over.abort()
    await clicking
    const count = await checked(data, limit)
    const held = [...peak].map(([part, megabytes]) => `${part} ${megabytes.toFixed(0)} MB`).join(', ')
    facts.push(
      `${count} interviews computed anew beside ${people} people in ${took.toFixed(1)} s, ${Math.round(count / took)} a second; at most held: ${held}`,
      clicksOf(clicks),
    )
    await publish(running, viewer, limit + 1)
    const task = await newest(running, viewer)
    const reached = await progressed(running, viewer, task, 0.4)
    await running.kill()
    const killed = performance.now()
    running = await startKaiku({ sample: false, data })
    const again = await enterAs(running, 'bench-viewer', 'bench')
    await ended(running, again, task)
    facts.push(
      `killed at ${(100 * reached).toFixed(0)} % of another: done ${((performance.now() - killed) / 1000).toFixed(1)} s later, start and lease among it; each of ${await checked(data, limit + 1)} interviews has what its script gives`,
    )
    return facts
  } finally {
    await running.stop()
  }
}

async function publish(running: Running, viewer: Identity, limit: number): Promise<void> {
  const { revision } = await call<{ revision: number }>(running, viewer, 'script/survey/bench')
  const source = script(limit)
  const saved = await call<{ revision: number }>(running, viewer, 'script/survey/bench/save', { source, revision })
  await call(running, viewer, 'script/survey/bench/publish', { revision: saved.revision })
}

const tasks = (running: Running, viewer: Identity) => call<Task[]>(running, viewer, 'task/own')

async function newest(running: Running, viewer: Identity): Promise<string> {
  const task = (await tasks(running, viewer)).find(({ type }) => type === 'recalculation')
  if (!task) throw new Error('nothing is computed anew')
  return task.taskId
}

/** Waits until so much of a task is done; how much it was then. */
async function progressed(running: Running, viewer: Identity, id: string, share: number): Promise<number> {
  for (;;) {
    const task = (await tasks(running, viewer)).find(({ taskId }) => taskId === id)
    if (task === undefined || task.state === 'failed') throw new Error('the task failed')
    if (task.state === 'done' || task.progress >= share) return task.progress
    await pause(every)
  }
}

async function ended(running: Running, viewer: Identity, id: string): Promise<void> {
  while ((await progressed(running, viewer, id, Number.POSITIVE_INFINITY)) < 1) await pause(every)
}

/** How many interviews there are; throws where one has not what the script gives. */
async function checked(data: string, limit: number): Promise<number> {
  const stores = await openStores({ data })
  try {
    const universe = await findUniverse(stores, 'bench')
    if (!universe) throw new Error('there is no universe bench')
    const { survey } = await findSurvey(stores, universe.id, 'bench')
    const { rows } = await stores.service.query<{ all: number; wrong: number }>(
      `select count(*)::int as all, count(*) filter (where answers ->> 'kind' is distinct from
         case when answers ->> 'recommend' is null or answers ->> 'recommend' = '99' then null
              when (answers ->> 'recommend')::int >= $2 then 'a' || $2 else 'b' || $2 end)::int as wrong
       from interview where survey = $1`,
      [survey, limit],
    )
    const { all = 0, wrong = 0 } = rows[0] ?? {}
    if (wrong > 0) throw new Error(`${wrong} of ${all} interviews have not what the script gives`)
    return all
  } finally {
    await stores.close()
  }
}
