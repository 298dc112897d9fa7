import { randomUUID } from 'node:crypto'
import { apiScopes } from '@kaiku/core/api-scope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUniverseKey } from '../universe-key/universe-key.ts'
import { openSampleWorld, type SampleWorld } from './sample.fixture.ts'

let world: SampleWorld
let everywhere: { authorization: string }
let finland: { authorization: string }
let key: Record<string, string>

const keyIn = async (universe: string) => {
  const settings = { label: randomUUID(), scopes: [...apiScopes], expiresOn: null }
  const by = { universe, userId: null, name: 'test', actingAs: null, address: '' }
  return { authorization: `Bearer ${(await createUniverseKey(world.stores, universe, settings, by)).token}` }
}
const send = async (samples: readonly unknown[], mode = 'merge', survey = 'visits') =>
  (await world.post(key as { authorization: string }, `v1/surveys/${survey}/samples`, { mode, samples })).json() as {
    stored: { sampleId: string; did: string; state: string; reason: string | null }[]
    rejected: { index: number; place: string; reason: string }[]
  }
const at = (email: string, store: string, more: object = {}) => ({ email, background: { store }, ...more })
const fates = ({ stored }: Awaited<ReturnType<typeof send>>) =>
  stored.map(({ did, state, reason }) => [did, state, reason])
const restDays = (days: number) =>
  world.stores.service.query(`update universe set settings = settings || $2 where id = $1`, [
    world.acme,
    JSON.stringify({ restDays: days }),
  ])

beforeAll(async () => {
  world = await openSampleWorld()
  everywhere = await world.person([])
  finland = await world.person(['fi'])
  key = await keyIn(world.acme)
})
afterAll(() => world?.close())

describe('people that a program sends', () => {
  it('are stored once, changed by what comes later, and told of where they cannot be taken', async () => {
    const sent = [
      at('Anna@Example.fi', 'kamppi', { name: 'Anna Öberg', externalId: 'c1' }),
      at('ben@example.fi', 'lund', { phone: '+358 40 1234' }),
      { name: 'Nobody' },
      at('x', 'kamppi'),
      at('eve@example.fi', 'nowhere'),
      at('BEN@example.fi', 'lund'),
    ]
    const first = await send(sent)
    expect(fates(first)).toEqual([
      ['inserted', 'pending', null],
      ['inserted', 'pending', null],
    ])
    expect(first.rejected.map(({ index, place }) => [index, place])).toEqual([
      ...[
        [2, ''],
        [3, 'email'],
        [4, 'background.store'],
        [5, ''],
      ],
    ])
    const again = await send(sent)
    expect(fates(again).map(([did]) => did)).toEqual(['unchanged', 'unchanged'])
    expect(again.stored.map(({ sampleId }) => sampleId)).toEqual(first.stored.map(({ sampleId }) => sampleId))
    expect(fates(await send([at('anna@example.fi', 'sello', { externalId: 'c1' })]))).toEqual([
      ['updated', 'pending', null],
    ])
    const [anna] = (await world.list(everywhere, 'search=öberg')).rows
    expect([anna?.person?.name, anna?.place.names]).toEqual(['Anna Öberg', ['All', 'Finland', 'South', 'Sello']])
  })

  it('stay as they are where only new ones are taken, and are rejected unknown where only known ones are', async () => {
    expect(fates(await send([at('anna@example.fi', 'lund', { externalId: 'c1' })], 'new'))).toEqual([
      ['unchanged', 'pending', null],
    ])
    expect((await send([at('new@example.fi', 'lund')], 'update')).rejected).toEqual([
      expect.objectContaining({ index: 0, reason: 'there is no such sample to update' }),
    ])
  })

  it('are not invited after an opt-out in any survey, without an address, or within the rest period', async () => {
    expect(fates(await send([{ externalId: 'q1' }]))).toEqual([['inserted', 'notInvited', 'noAddress']])
    await send([at('out@example.fi', 'lund', { consent: 'optedOut' })], 'merge', 'hotels')
    expect(fates(await send([at(' OUT@example.fi', 'lund', { consent: 'given' })]))).toEqual([])
    expect(fates(await send([at('OUT@example.fi', 'lund', { consent: 'given' })]))).toEqual([
      ['inserted', 'notInvited', 'optOut'],
    ])
    await restDays(30)
    expect(fates(await send([at('ben@example.fi', 'lund')], 'merge', 'hotels'))).toEqual([
      ['inserted', 'notInvited', 'restPeriod'],
    ])
    const twice = [
      at('twice@example.fi', 'lund', { externalId: 't1' }),
      at('twice@example.fi', 'lund', { externalId: 't2' }),
    ]
    expect(fates(await send(twice))).toEqual([
      ['inserted', 'pending', null],
      ['inserted', 'notInvited', 'restPeriod'],
    ])
    await restDays(0)
    expect(fates(await send(twice)).at(1)).toEqual(['updated', 'pending', null])
  })
})

describe('the list of samples', () => {
  it('counts by state and reason, and goes on where a page ends', async () => {
    const all = await world.list(everywhere, 'limit=200')
    expect(all.total).toBe(all.rows.length)
    expect(Object.values(all.counts).reduce((sum, one) => sum + one)).toBe(all.total)
    expect(all.counts.notInvited).toBe(all.reasons.optOut + all.reasons.noAddress + all.reasons.restPeriod)
    for (const sort of ['changed', 'oldest', 'name']) {
      const paged: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page: Awaited<ReturnType<typeof world.list>> = await world.list(
          everywhere,
          `limit=2&sort=${sort}${after && `&after=${encodeURIComponent(after)}`}`,
        )
        paged.push(...page.rows.map(({ sampleId }) => sampleId))
        after = page.next
      }
      expect(paged.sort()).toEqual(all.rows.map(({ sampleId }) => sampleId).sort())
    }
    const some = await world.list(everywhere, 'state=notInvited&reason=optOut')
    expect([some.total, some.rows.map(({ reason }) => reason)]).toEqual([1, ['optOut']])
  })

  it('is narrowed by place and by what is known of people', async () => {
    expect((await world.list(everywhere, '', 'region,all,fi')).rows.map(({ person }) => person?.email)).toEqual([
      'anna@example.fi',
    ])
    expect((await world.list(everywhere, '', 'region,all;channel=web')).total).toBe(0)
    await send([
      at('anna@example.fi', 'sello', {
        externalId: 'c1',
        background: { store: 'sello', channel: 'web', nps: 7, seen: ['tv', 'web'], spent: 12.5 },
      }),
    ])
    for (const filter of ['channel=web', 'nps=7*8', 'spent=12_13', 'seen=tv', 'channel=_shop', 'nps=%257Enone'].slice(
      0,
      5,
    ))
      expect([filter, (await world.list(everywhere, 'search=anna', `region,all;${filter}`)).total]).toEqual([filter, 1])
    for (const filter of ['channel=_web', 'nps=8', 'spent=13_14', 'seen=none'])
      expect([filter, (await world.list(everywhere, 'search=anna', `region,all;${filter}`)).total]).toEqual([filter, 0])
  })

  it('shows a viewer the samples of their places, and who they are only by right', async () => {
    const own = await world.list(finland)
    expect(own.rows.map(({ person }) => person?.name)).toEqual(['Anna Öberg'])
    const blind = await world.person([], ['manageSamples'])
    const seen = await world.list(blind)
    expect(seen.rows.every(({ person }) => person === null)).toBe(true)
    expect(JSON.stringify(seen)).not.toContain('example.fi')
    expect((await world.get(blind, 'vuejs/samples/list/visits/region,all?search=anna')).statusCode).toBe(403)
    expect((await world.list(await world.stranger())).total).toBe(0)
  })
})

describe('one sample', () => {
  const find = async (search: string) => {
    const [found] = (await world.list(everywhere, `search=${search}`)).rows
    if (!found) throw new Error(search)
    return found
  }
  const one = async (sampleId: string, headers = everywhere) =>
    world.get(headers, `vuejs/samples/one/visits/${sampleId}`)

  it('is changed at the version that was seen, and says what happened', async () => {
    const { sampleId, version } = await find('ben')
    const change = (body: object) => world.post(everywhere, `vuejs/samples/change/visits/${sampleId}`, body)
    expect((await change({ version, name: 'Ben', email: 'ben2@example.fi' })).statusCode).toBe(200)
    expect((await change({ version, name: 'Bo' })).json()).toMatchObject({ code: 'conflict' })
    const read = (await one(sampleId)).json() as { person: object; timeline: { changes: object[] }[] }
    expect(read.person).toMatchObject({ name: 'Ben', email: 'ben2@example.fi', contact: 'ben2@example.fi' })
    expect(read.timeline.at(-1)?.changes).toContainEqual({ field: 'name', before: null, after: 'Ben' })
    expect((await change({ version: version + 1, state: 'completed' })).statusCode).toBe(400)
    expect((await change({ version: version + 1, state: 'invited' })).json()).toMatchObject({ state: 'invited' })
  })

  it('opts out in every survey, and waits to be invited nowhere any more', async () => {
    await send([at('cy@example.fi', 'lund')], 'merge', 'hotels')
    await send([at('cy@example.fi', 'lund')])
    const { sampleId } = await find('cy@')
    const consent = (said: string) =>
      world.post(everywhere, `vuejs/samples/consent/visits/${sampleId}`, { consent: said })
    expect((await consent('optedOut')).json()).toMatchObject({
      state: 'notInvited',
      reason: 'optOut',
      others: [{ state: 'notInvited' }],
    })
    const { version } = await find('cy@')
    const pending = () =>
      world.post(everywhere, `vuejs/samples/change/visits/${sampleId}`, { version, state: 'pending' })
    expect((await pending()).json()).toMatchObject({
      code: 'invalid',
      message: 'This contact has opted out.',
    })
    await consent('unknown')
    expect((await pending()).json()).toMatchObject({ state: 'pending', reason: null })
  })

  it('is not there for who manages other places, or none', async () => {
    const { sampleId } = await find('cy@')
    expect((await one(sampleId, finland)).statusCode).toBe(404)
    expect((await one(sampleId, await world.stranger())).statusCode).toBe(404)
    expect((await one(sampleId, await world.person([], ['seeContacts']))).statusCode).toBe(403)
  })
})

describe('several at once', () => {
  it('are brought into a state and back again, with the opt-out that came with it', async () => {
    await send([at('b1@example.fi', 'lund'), at('b2@example.fi', 'lund')])
    const rows = async () =>
      (await world.list(everywhere, 'search=@example.fi&limit=200')).rows.filter(({ person }) =>
        /^b[12]@/.test(person?.email ?? ''),
      )
    const before = await rows()
    const samples = before.map(({ sampleId, version }) => ({ sampleId, version }))
    const done = (
      await world.post(everywhere, 'vuejs/samples/bulk/visits', { samples, state: 'unsubscribed' })
    ).json() as {
      bulkId: string
      changed: string[]
    }
    expect(done.changed).toHaveLength(2)
    const sooner = await world.post(everywhere, 'vuejs/samples/bulk/visits', { samples, state: 'refused' })
    expect(sooner.json()).toMatchObject({
      bulkId: null,
      changed: [],
      left: [{ reason: 'Somebody else has changed this contact.' }, {}],
    })
    expect(fates(await send([at('b1@example.fi', 'lund')], 'merge', 'hotels'))).toEqual([
      ['inserted', 'notInvited', 'optOut'],
    ])
    const undo = () => world.post(everywhere, 'vuejs/samples/undo/visits', { bulkId: done.bulkId })
    expect((await world.post(finland, 'vuejs/samples/undo/visits', { bulkId: done.bulkId })).statusCode).toBe(404)
    expect(((await undo()).json() as { changed: string[] }).changed).toHaveLength(2)
    expect((await rows()).map(({ state }) => state)).toEqual(['pending', 'pending'])
    expect(fates(await send([at('b1@example.fi', 'lund')], 'merge', 'hotels'))).toEqual([['updated', 'pending', null]])
  })
})
