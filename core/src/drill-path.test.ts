import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFiltered, formatPath, layOver, parseFiltered, parsePath, up } from './drill-path.ts'
import { type FilterSelection, option } from './filter-token.ts'

type Case = {
  name: string
  segments: string[]
  filters: Record<string, { option: string }[]>
  path: string
  filtered: string
  up: string
}
type Vectors = { drillPath: Case[]; refused: { drillPath: string[] } }
const vectors: Vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'))

const selectionOf = ({ filters }: Case): FilterSelection =>
  new Map(Object.entries(filters).map(([name, values]) => [name, values.map((value) => option(value.option)).sort()]))

describe('a drill path', () => {
  it.each(vectors.drillPath)('is written and read: $name', (one) => {
    expect(formatPath(one.segments)).toBe(one.path)
    expect(parsePath(one.path)).toEqual({ ok: true, value: one.segments })
    expect(formatFiltered(one.segments, selectionOf(one))).toBe(one.filtered)
    expect(parseFiltered(one.filtered)).toEqual({
      ok: true,
      value: { path: one.segments, selection: selectionOf(one) },
    })
    expect(formatPath(up(one.segments))).toBe(one.up)
  })

  it.each(vectors.refused.drillPath)('refuses %j and says where', (text) => {
    expect(parsePath(text)).toMatchObject({ ok: false, position: expect.any(Number) })
  })

  it('survives the round trip whatever the node ids', () => {
    const segment = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(...Array.from(',;%/&⁄＆=')),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        ),
      })
      .filter((text) => text !== '' && !text.includes('\0'))
    fc.assert(
      fc.property(fc.array(segment, { minLength: 2, maxLength: 6 }), (path) => {
        expect(parsePath(formatPath(path))).toEqual({ ok: true, value: path })
      }),
    )
  })

  it('never crashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseFiltered(text).ok).toBeTypeOf('boolean')
      }),
    )
  })

  it('takes an empty token for no filter', () => {
    expect(parseFiltered('region,all;')).toEqual({ ok: true, value: { path: ['region', 'all'], selection: new Map() } })
  })

  it('counts the position of a faulty filter from the start of the path', () => {
    expect(parseFiltered('region,all;age')).toMatchObject({ ok: false, position: 11 })
    expect(parseFiltered('region,%ZZ;age=1')).toMatchObject({ ok: false, position: 7 })
  })

  it('takes a token over its own filters: those of the same name give way, the others stay', () => {
    expect(layOver('region,all,fi;age=1;channel=web', 'channel=store*mail;ftime=rdays-7+0')).toEqual({
      ok: true,
      value: 'region,all,fi;age=1;channel=mail*store;ftime=rdays-7+0',
    })
    expect(layOver('region,all', 'age=1')).toEqual({ ok: true, value: 'region,all;age=1' })
    expect(layOver('region,all', 'age')).toMatchObject({ ok: false })
  })
})
