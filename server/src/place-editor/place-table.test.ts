import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ConfigNode } from '@kaiku/contract/view.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { patchBetween } from '@kaiku/core/place-tree.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { placeWorkbook } from './place-table.ts'
import { readPlaceTable } from './read-place-table.ts'

const directory = mkdtempSync(join(tmpdir(), 'kaiku-places-'))
afterAll(() => rmSync(directory, { recursive: true }))

const thereAndBack = async (nodes: ConfigNode[]) => {
  const file = join(directory, 'places.xlsx')
  await writeFile(file, await buffer(placeWorkbook(nodes, 'places')))
  return readPlaceTable(file)
}
const csv = async (text: string) => {
  const file = join(directory, 'places.csv')
  writeFileSync(file, text)
  return readPlaceTable(file)
}

const word = fc.stringMatching(/^[A-Za-z0-9ÄÖåß€=+'"|;\\_-]([A-Za-z0-9ÄÖåß€ |;\\,.'"&<>_-]{0,10}[A-Za-z0-9Ä|;\\_-])?$/)
const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((n) => new Date(Date.UTC(1960, 0, 1 + n)).toISOString().slice(0, 10))
const tree = fc
  .record({
    ids: fc.uniqueArray(word, { minLength: 1, maxLength: 12 }),
    names: fc.array(fc.oneof(word, fc.record({ en: word, fi: word }), fc.record({ sv: word })), {
      minLength: 12,
      maxLength: 12,
    }),
    parents: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
    days: fc.array(fc.option(day), { minLength: 24, maxLength: 24 }),
    orders: fc.array(fc.option(fc.integer({ min: -9, max: 99 })), { minLength: 12, maxLength: 12 }),
    codes: fc.array(fc.uniqueArray(word, { maxLength: 3 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ ids, names, parents, days, orders, codes }) => {
    const taken = new Set(ids)
    return ids.map((id, at): ConfigNode => {
      const [from, to] = [days[at], days[at + 12]]
      const own = (codes[at] ?? []).filter((code) => !taken.has(code))
      for (const code of own) taken.add(code)
      const parent = at > 0 && (parents[at] ?? 0) % 3 > 0 ? ids[(parents[at] ?? 0) % at] : undefined
      return Object.assign(
        { id, name: names[at] ?? id },
        parent !== undefined && { parent },
        typeof orders[at] === 'number' && { order: orders[at] },
        from && { validFrom: from },
        to && (!from || from <= to) && { validTo: to },
        own.length > 0 && { codes: own },
      )
    })
  })

describe('a workbook of places', () => {
  // To open a workbook takes a second: many trees stand in one.
  it('comes back as it was', async () => {
    const trees = fc.sample(tree, { seed: 97, numRuns: 300 })
    const nodes = trees.flatMap((own, at) =>
      own.map(
        ({ id, parent, codes, ...rest }): ConfigNode =>
          Object.assign(
            { id: `${id}~${at}` },
            parent !== undefined && { parent: `${parent}~${at}` },
            codes && { codes: codes.map((code) => `${code}~${at}`) },
            rest,
          ),
      ),
    )
    const read = await thereAndBack(nodes)
    expect(read.faults).toEqual([])
    expect(patchBetween(nodes, read.nodes)).toEqual({ put: [], gone: [] })
    expect(read.nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id))
  })

  it('holds twenty thousand places', async () => {
    const nodes = Array.from(
      { length: 20_000 },
      (_, at): ConfigNode =>
        at === 0
          ? { id: '0', name: 'All' }
          : { id: String(at), parent: String(Math.floor(at / 10)), name: `Place ${at}` },
    )
    const read = await thereAndBack(nodes)
    expect([read.faults, patchBetween(nodes, read.nodes)]).toEqual([[], { put: [], gone: [] }])
  })
})

describe('a table of places', () => {
  it('is told of cell by cell where it is wrong', async () => {
    const { nodes, faults, ignored } = await csv(
      [
        'ID;Name;Parent;Order;Codes;Valid from;Valid to;Merged into;Boss',
        'a;A;;1;x|y;2026-01-01;2025-01-01;;z',
        'b;B;none;one;x;1.1.2026;;a;z',
        ';C;;;;;;;z',
        'a;;b;;a;;;q;z',
        'd;D;e;;;;;;z',
        'e;E;d;;;;;;z',
      ].join('\n'),
    )
    expect(ignored).toEqual(['Boss'])
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'a', 'd', 'e'])
    expect(faults.map(({ line, column, reason }) => `${line} ${column} ${reason}`).sort()).toEqual([
      '2 valid to days',
      '3 codes code',
      '3 order order',
      '3 parent parent',
      '3 valid from day',
      '4 id noId',
      '5 codes code',
      '5 id sameId',
      '5 merged into into',
      '5 name noName',
      '6 parent circle',
      '7 parent circle',
    ])
  })

  it('is refused where it is none, and takes no formula nor what runs as one', async () => {
    await expect(csv('name,parent\nA,')).rejects.toMatchObject({ reason: { key: 'place.noIdColumn' } })
    const file = join(directory, 'broken.xlsx')
    writeFileSync(file, Buffer.from('PK\u0003\u0004 broken'))
    await expect(readPlaceTable(file)).rejects.toBeInstanceOf(Fault)
    const { nodes } = await csv(`id,name\n1,"'=HYPERLINK(""x"")"\n__proto__,constructor`)
    expect(nodes).toEqual([
      { id: '1', name: '=HYPERLINK("x")' },
      { id: '__proto__', name: 'constructor' },
    ])
  })
})
