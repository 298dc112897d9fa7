import { randomUUID } from 'node:crypto'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hear, type Listener } from '../live-event/stream.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { openSampleWorld, type SampleWorld } from './sample.fixture.ts'

type Headers = { authorization: string }

let world: SampleWorld
let everywhere: Headers
let key: Headers
const listeners: Listener[] = []

beforeAll(async () => {
  world = await openSampleWorld()
  everywhere = await world.person([])
  const settings = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
  const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
  key = { authorization: `Bearer ${(await createUniverseKey(world.stores, world.acme, settings, by)).token}` }
})
afterAll(async () => {
  for (const listener of listeners) listener.stop()
  await world?.close()
})

async function listening(headers: Headers): Promise<Listener> {
  const listener = await hear(world.app, headers)
  listeners.push(listener)
  await listener.next()
  return listener
}
const people = (count: number, store: string) =>
  Array.from({ length: count }, () => ({ email: `${randomUUID()}@example.fi`, background: { store } }))
async function send(samples: readonly object[], survey = 'visits'): Promise<string[]> {
  const reply = await world.post(key, `v1/surveys/${survey}/samples`, { mode: 'merge', samples })
  return (reply.json() as { stored: { sampleId: string }[] }).stored.map(({ sampleId }) => sampleId)
}
/** The next of what is told of samples; an answer that was fed a while ago may be told of at any time. */
async function next(listener: Listener, count = 1) {
  const news = []
  while (news.length < count) for (const { data } of await listener.next(1)) if (data.kind === 'sample') news.push(data)
  return news
}
const told = (sampleId: string | null, survey = 'visits') => ({ kind: 'sample', survey, sampleId })

describe('open screens are told of samples', () => {
  it('that came, changed, opted out, answered or were erased, where they are managed and nowhere else', async () => {
    const all = await listening(everywhere)
    const finland = await listening(await world.person(['fi']))
    const without = await listening(await world.person([], ['seeIndicators', 'seeInterviews']))
    const stranger = await listening(await world.stranger())
    const [one = '', other = ''] = await send([...people(1, 'lund'), ...people(1, 'kamppi')])
    expect(await next(all, 2)).toEqual([told(one), told(other)])
    expect(await next(finland)).toEqual([told(other)])

    const change = (id: string, what: string, body: object) =>
      world.post(everywhere, `vuejs/samples/${what}/visits/${id}`, body)
    await change(other, 'change', { version: 1, name: 'Anna' })
    await world.post(everywhere, 'vuejs/samples/bulk/visits', {
      ...{ samples: [{ sampleId: one, version: 1 }], state: 'invited' },
    })
    expect(await next(all, 2)).toEqual([told(other), told(one)])
    await change(other, 'consent', { consent: 'optedOut' })
    expect(await next(all)).toEqual([told(other)])

    const externalId = 'answering'
    const [answering = ''] = await send([{ externalId, email: 'answering@example.fi', background: { store: 'lund' } }])
    expect(await next(all)).toEqual([told(answering)])
    const answer = { sample: externalId, answers: { store: 'lund', nps: 9 } }
    const stored = await world.post(key, 'v1/surveys/visits/interviews', answer)
    expect(stored.statusCode, stored.body).toBe(200)
    expect(await next(all)).toEqual([told(answering)])
    const erased = await change(answering, 'erase', { isSure: true })
    expect(erased.statusCode, erased.body).toBe(200)
    expect(await next(all)).toEqual([told(answering)])

    expect(await next(finland, 2)).toEqual([told(other), told(other)])
    for (const listener of [without, stranger])
      expect(listener.told.filter(({ data }) => data.kind === 'sample')).toEqual([])
  })

  it('once for each place where many come together, and only once to who manages them all', async () => {
    const all = await listening(everywhere)
    const finland = await listening(await world.person(['fi']))
    await send([...people(30, 'lund'), ...people(30, 'kamppi'), ...people(30, 'sello')])
    const [last = ''] = await send(people(1, 'kamppi'))
    for (const listener of [all, finland]) expect(await next(listener, 2)).toEqual([told(null), told(last)])
  })

  it('of another survey, too, whose contact opted out', async () => {
    const email = 'both@example.fi'
    const [here = ''] = await send([{ email, background: { store: 'lund' } }])
    const [there = ''] = await send([{ email, background: { store: 'lund' } }], 'hotels')
    const all = await listening(everywhere)
    await world.post(everywhere, `vuejs/samples/consent/visits/${here}`, { consent: 'optedOut' })
    const heard = await next(all, 2)
    expect(heard).toEqual(expect.arrayContaining([told(here), told(there, 'hotels')]))
  })
})
