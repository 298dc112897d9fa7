import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullGrant } from './access.ts'
import {
  escapedText,
  everywhere,
  holdsSomewhere,
  partsOf,
  placesKey,
  plainText,
  readAssignment,
  splitText,
  withinPlaces,
} from './assignment.ts'
import { covers } from './covers.ts'

describe('the places of an assignment', () => {
  it('are the same in any order, and narrowing to none is not everywhere', () => {
    const key = (rows: Record<string, string[][]>, figures: Record<string, string[][]> | null = null) =>
      placesKey({ rows, figures })
    expect(key({ b: [['1']], a: [['2'], ['1', '2']] })).toBe(key({ a: [['1', '2'], ['2'], ['2']], b: [['1']] }))
    expect(new Set([key({}), key({ a: [] }), key({}, {}), key({ a: [[]] }), key({ a: [['1,2']] })]).size).toBe(5)
  })

  it('count within a limit only, whatever a name says', () => {
    const limit = { rows: { region: [['fi']] }, figures: null }
    expect(withinPlaces(limit, null)).toEqual(limit)
    expect(withinPlaces(limit, { region: [['fi', 'hki'], ['se']] }).rows).toEqual({ region: [['fi', 'hki']] })
    expect(withinPlaces(limit, { region: [['se']] }).rows).toEqual({ region: [] })
    expect(withinPlaces(limit, { chain: [['a']] }).rows).toEqual({ region: [['fi']], chain: [['a']] })
    const path = fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 })
    const nodes = fc.dictionary(fc.constantFrom('x', 'y'), fc.array(path, { minLength: 1, maxLength: 3 }))
    const grant = fullGrant('')
    fc.assert(
      fc.property(nodes, fc.option(nodes), nodes, fc.option(nodes), (rows, figures, named, wider) => {
        const given = { ...grant, ...withinPlaces({ rows, figures }, named, wider) }
        expect(covers([{ ...grant, rows, figures }], [given])).toBe(true)
      }),
    )
  })

  it('are no matter for whether a role can be given anywhere', () => {
    const own = [{ ...fullGrant(''), permissions: ['export' as const], surveys: ['a'], rows: { region: [['fi']] } }]
    const may = (permissions: ('export' | 'seeAudit')[], surveys: string[] | null) =>
      holdsSomewhere(own, { permissions, surveys })
    expect([may(['export'], ['A']), may([], null), may(['export'], null), may(['seeAudit'], ['a'])]).toEqual([
      ...[true, true, false, false],
    ])
    expect(everywhere).toEqual({ rows: {}, figures: null })
  })
})

describe('an assignment as a text', () => {
  it('names a role, and its places behind the last @', () => {
    const none = { places: null, figures: null }
    expect(readAssignment('Analyst')).toEqual({ role: 'Analyst', ...none })
    expect(readAssignment('me@work')).toEqual({ role: 'me@work', ...none })
    expect(readAssignment('A @ B @ Kamppi | region,all,fi\\|1')).toEqual({
      ...{ role: 'A @ B', places: ['Kamppi', 'region,all,fi|1'], figures: null },
    })
    expect(readAssignment('A @ | ')).toEqual({ role: 'A @ |', ...none })
  })

  it('says in brackets where figures reach further', () => {
    const kamppi = { role: 'Manager', places: ['Kamppi'] }
    expect(readAssignment('Manager @ Kamppi (figures: Uusimaa | Skåne)')).toEqual({
      ...{ ...kamppi, figures: ['Uusimaa', 'Skåne'] },
    })
    expect(readAssignment('Manager @ Kamppi (figures: *) ')).toEqual({ ...kamppi, figures: ['*'] })
    expect(readAssignment('Manager (figures: *)')).toEqual({ role: 'Manager', places: null, figures: ['*'] })
    expect(readAssignment('Manager @ Kamppi (old)')).toEqual({ ...kamppi, places: ['Kamppi (old)'], figures: null })
    expect(readAssignment('Manager (figures: )')).toEqual({ role: 'Manager (figures: )', places: null, figures: null })
  })

  it('reads back whatever was written', () => {
    const text = fc.string({ minLength: 1 }).filter((one) => one === one.trim() && !one.endsWith('\\'))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.constantFrom('|' as const, ';' as const), (texts, sign) => {
        const cell = texts.map(escapedText).join(`${sign} `)
        expect(splitText(cell, sign).map(plainText)).toEqual(texts)
        expect(partsOf(`${cell}${sign}`, sign).length).toBe(texts.length + 1)
      }),
    )
  })
})
