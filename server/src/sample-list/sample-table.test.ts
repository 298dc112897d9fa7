import { permissions } from '@kaiku/core/access.ts'
import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleWorld, type SampleWorld } from '../sample/sample.fixture.ts'
import { createUniverseKey } from '../universe-key/universe-key.ts'

type Headers = { authorization: string }

let world: SampleWorld
let everywhere: Headers
let ids: string[]

const hostile = Object.values(hostileTexts)
const samples = [
  { email: 'anna@example.fi', name: 'Anna Öberg', background: { store: 'kamppi' } },
  { email: 'ben@example.fi', name: 'Ben', background: { store: 'sello' } },
  { email: 'carl@example.se', name: 'Carl', background: { store: 'lund' } },
  { externalId: 'q1', background: { store: 'lund' } },
]

const table = (body: object, headers = everywhere, query = '', path = 'region,all') =>
  world.post(headers, `vuejs/reports/sampletablereport/visits/samples/${encodeURIComponent(path)}${query}`, body)
const rowsOf = (csv: string): string[][] => parse(csv, { bom: true, relaxColumnCount: true })
async function rows(...asked: Parameters<typeof table>): Promise<string[][]> {
  const reply = await table({ format: 'csv', ...asked[0] }, ...(asked.slice(1) as []))
  expect(reply.statusCode, reply.body).toBe(200)
  return rowsOf(reply.body)
}

beforeAll(async () => {
  world = await openSampleWorld()
  everywhere = await world.person([])
  const by = { universe: world.acme, userId: null, name: 'test', actingAs: null, address: '' }
  const settings = { label: 'test', scopes: ['samples:write' as const], expiresOn: null }
  const { token } = await createUniverseKey(world.stores, world.acme, settings, by)
  const sent = await world.post({ authorization: `Bearer ${token}` }, 'v1/surveys/visits/samples', {
    ...{ mode: 'merge', samples },
  })
  ids = (sent.json() as { stored: { sampleId: string }[] }).stored.map(({ sampleId }) => sampleId)
  await world.stores.service.query(`update sample set state = 'completed', invited_at = now() where id = $1`, [ids[0]])
  await world.stores.service.query(`update sample set state = 'invited', invited_at = now() where id = $1`, [ids[1]])
})
afterAll(() => world?.close())

describe('a table of samples', () => {
  it('has the columns, order and rows that are asked for, and says last how many', async () => {
    expect(await rows({ columns: ['name', 'place', 'state', 'reason', 'background:store'], sort: 'name' })).toEqual([
      ['Name', 'Place', 'State', 'Reason not invited', 'store'],
      ['', 'All › Sweden › Lund', 'Not invited', 'No address', 'Lund'],
      ['Anna Öberg', 'All › Finland › South › Kamppi', 'Completed', '', 'Kamppi'],
      ['Ben', 'All › Finland › South › Sello', 'Invited', '', 'Sello'],
      ['Carl', 'All › Sweden › Lund', 'Pending', '', 'Lund'],
      ['People', '4'],
    ])
    expect(await rows({ columns: ['name'], sort: 'name', filter: { state: ['invited'] }, totals: false })).toEqual([
      ['Name'],
      ['Ben'],
    ])
    expect(await rows({ columns: ['name'], locale: 'fi', limit: 2 })).toMatchObject([
      ['Nimi'],
      {},
      {},
      ['Henkilöitä', '2'],
    ])
    expect(await rows({ columns: ['name'] }, everywhere, '?filterterm=öberg', 'region,all,fi')).toEqual([
      ...[['Name'], ['Anna Öberg'], ['People', '1']],
    ])
  })

  it('counts in groups, by places right below the one that is asked for', async () => {
    expect(await rows({ groupBy: 'place' })).toEqual([
      ['Place', 'People', 'Invited', 'Reached', 'Responded', 'Response rate'],
      ['Finland', '2', '2', '2', '1', '0.5'],
      ['Sweden', '2', '0', '0', '0', ''],
      ['All', '4', '2', '2', '1', '0.5'],
    ])
    expect(await rows({ groupBy: 'state', measures: ['count'], locale: 'sv' })).toEqual([
      ...[
        ['Status', 'Personer'],
        ['Inte inbjuden', '1'],
        ['Väntar', '1'],
        ['Inbjuden', '1'],
        ['Slutförd', '1'],
      ],
      ['Alla', '4'],
    ])
  })

  it('tells nobody who somebody is who may not know, and holds only places that may be taken along', async () => {
    const nameless = await world.person([], ['manageSamples', 'export'])
    const told = await table({ format: 'csv', columns: ['name', 'email', 'contact', 'externalId', 'state'] }, nameless)
    for (const { email = '', name = '' } of samples) {
      if (email !== '') expect(told.body).not.toContain(email)
      if (name !== '') expect(told.body).not.toContain(name)
    }
    expect(rowsOf(told.body)).toHaveLength(6)
    const finland = await world.person(['fi'], permissions)
    expect((await rows({ columns: ['name'], sort: 'name' }, finland)).flat()).toEqual([
      ...['Name', 'Anna Öberg', 'Ben', 'People', '2'],
    ])
    expect((await table({}, await world.person([], ['manageSamples', 'seeContacts']))).statusCode).toBe(403)
    expect((await table({}, await world.person([], ['export']))).statusCode).toBe(403)
    expect((await table({}, await world.stranger())).body).not.toContain('Anna')
  })

  it('refuses what it does not know, with its place', async () => {
    expect((await table({ columns: ['background:nothing'] })).json()).toMatchObject({
      ...{ code: 'invalid', details: [{ place: 'columns', found: 'nothing' }] },
    })
    expect((await table({ columns: ['salary'] })).statusCode).toBe(400)
  })

  it('runs nothing and breaks nothing, whatever people are called', async () => {
    for (const [at, name] of hostile.entries())
      await world.stores.service.query(
        `insert into sample (universe, survey, external_id, name, matched, leaves, state)
         select universe, survey, $2, $3, '', leaves, 'pending' from sample where id = $1`,
        [ids[2], `h${at}`, name],
      )
    const csv = await table({ format: 'csv', columns: ['externalId', 'name'] })
    const named = new Map(rowsOf(csv.body).map(([id = '', name = '']) => [id, name]))
    for (const [at, name] of hostile.entries())
      expect([name, `'${name}`].map((one) => one.replace(/\r\n?/g, '\n'))).toContain(
        named.get(`h${at}`)?.replace(/\r\n?/g, '\n'),
      )
    expect([...named.values()].filter((cell) => /^(?:[=+@]|-(?!\d+$))/.test(cell))).toEqual([])
    const xlsx = await world.app.inject({
      ...{ method: 'POST', url: '/api/vuejs/reports/sampletablereport/visits/samples/region,all' },
      ...{ headers: everywhere, payload: { columns: ['externalId', 'name'] } },
    })
    const [sheet] = (await readXlsx(xlsx.rawPayload)).sheets
    expect(sheet?.rows).toHaveLength(samples.length + hostile.length + 2)
  })
})

describe('the report of samples', () => {
  it('is the usual table, and of one person everything that is stored, in words', async () => {
    const all = await world.get(everywhere, 'vuejs/reports/samplesreport/visits/region,all?format=csv')
    expect(rowsOf(all.body)[0]).toContain('Phone')
    const one = await world.get(
      everywhere,
      `vuejs/reports/samplesreport/visits/region,all?format=csv&sampleId=${ids[0]}&locale=de`,
    )
    expect(rowsOf(one.body)).toEqual(
      expect.arrayContaining([
        ['Umfrage', 'Was', 'Feld', 'Wert'],
        ['visits', 'sample', 'name', 'Anna Öberg'],
        ['visits', 'background', 'store', 'Kamppi'],
      ]),
    )
    const nameless = await world.person([], ['manageSamples', 'export'])
    const refused = await world.get(nameless, `vuejs/reports/samplesreport/visits/region,all?sampleId=${ids[0]}`)
    expect([refused.statusCode, refused.body.includes('Anna')]).toEqual([403, false])
  })
})
