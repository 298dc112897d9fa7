import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullGrant, type Grant, grantsFor, type NodesByView, type Permission } from './access.ts'
import { covers } from './covers.ts'

const grant = (more: Partial<Grant>): Grant => ({ ...fullGrant('x'), permissions: ['seeIndicators'], ...more })
const finland = grant({ rows: { stores: [['fi']] } })
const sweden = grant({ rows: { stores: [['se']] } })

describe('grants that cover others', () => {
  it('allow each of their permissions, as far as they reach', () => {
    expect(covers([fullGrant('all')], [grant({}), grant({ permissions: ['manageUsers'] })])).toBe(true)
    expect(covers([grant({})], [grant({ permissions: ['seeIndicators', 'export'] })])).toBe(false)
    expect(covers([], [])).toBe(true)
    expect(covers([], [grant({ permissions: [] })])).toBe(true)
    expect(covers([], [grant({})])).toBe(false)
  })

  it('hold nodes of one view as alternatives, and views together', () => {
    expect(covers([finland], [grant({ rows: { stores: [['fi', 'hki']], products: [['a']] } })])).toBe(true)
    expect(covers([finland], [grant({ rows: { stores: [['fi'], ['se']] } })])).toBe(false)
    expect(covers([finland, sweden], [grant({ rows: { stores: [['fi', 'hki'], ['se']] } })])).toBe(true)
    expect(covers([finland], [grant({ rows: { products: [['a']] } })])).toBe(false)
    expect(covers([finland], [grant({})])).toBe(false)
    const both = grant({ rows: { stores: [['fi']], products: [['a']] } })
    expect(covers([both], [finland])).toBe(false)
    expect(
      covers(
        [both, grant({ rows: { stores: [['se']], products: [['b']] } })],
        [grant({ rows: { stores: [['fi'], ['se']], products: [['a'], ['b']] } })],
      ),
    ).toBe(false)
  })

  it('hold with one permission only where they hold that one', () => {
    const scores = grant({ permissions: ['seeIndicators'], rows: { stores: [['se']] } })
    const comments = grant({ permissions: ['seeComments'], rows: { stores: [['fi']] } })
    expect(covers([scores, comments], [grant({ permissions: ['seeComments'], rows: { stores: [['se']] } })])).toBe(
      false,
    )
    expect(covers([scores, comments], [scores, comments])).toBe(true)
  })

  it('hold surveys by name in any case, and those to come only where they name none', () => {
    expect(covers([grant({ surveys: ['Retail'] })], [grant({ surveys: ['retail'] })])).toBe(true)
    expect(
      covers(
        [grant({ surveys: ['retail'] }), grant({ surveys: ['staff'] })],
        [grant({ surveys: ['staff', 'retail'] })],
      ),
    ).toBe(true)
    expect(covers([grant({ surveys: ['retail'] })], [grant({})])).toBe(false)
  })

  it('reach as far with figures, and figures give no rows', () => {
    expect(covers([finland], [grant({ rows: { stores: [['fi']] }, figures: {} })])).toBe(false)
    const wide = grant({ rows: { stores: [['fi', 'hki']] }, figures: { stores: [['fi']] } })
    expect(covers([wide], [finland])).toBe(false)
    expect(covers([wide], [wide])).toBe(true)
    const other = { ...wide, permissions: ['seeComments' as const] }
    expect(covers([{ ...other, figures: null }], [other])).toBe(true)
  })

  it('are found in time among very many places', () => {
    const places = Array.from({ length: 5_000 }, (_, at) => ['fi', `p${at}`])
    const many = grant({ rows: { stores: places, products: places } })
    expect(covers([many, finland, sweden], [many])).toBe(true)
  })
})

const granted: readonly Permission[] = ['seeIndicators', 'seeComments', 'manageUsers']
const surveys = ['retail', 'staff']
/** Nodes of both views; those below `fi` are all of it that there is. */
const paths = [[], ['fi'], ['fi', 'hki'], ['fi', 'tku'], ['se']]
const nodes: fc.Arbitrary<NodesByView> = fc.dictionary(
  fc.constantFrom('stores', 'products'),
  fc.uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 3 }),
  { maxKeys: 2 },
)
const grants: fc.Arbitrary<Grant[]> = fc.array(
  fc.record({
    role: fc.constant('x'),
    permissions: fc.uniqueArray(fc.constantFrom(...granted)),
    surveys: fc.option(fc.uniqueArray(fc.constantFrom(...surveys), { minLength: 1 })),
    rows: nodes,
    figures: fc.option(nodes),
  }),
  { maxLength: 4 },
)

/** Where an interview can stand in a view; null: its survey has no such view. */
const leaves = [...paths, null]

/** Everything that grants allow, one by one, read as rules 20 say it. `null`: a survey to come. */
function allowed(all: readonly Grant[]): Set<string> {
  const found = new Set<string>()
  const holds = (nodes: NodesByView, view: string, leaf: readonly string[] | null) =>
    nodes[view]?.some((path) => leaf !== null && path.every((id, at) => leaf[at] === id)) ?? true
  for (const permission of granted)
    for (const survey of [...surveys, 'to come'])
      for (const store of leaves)
        for (const product of leaves)
          for (const one of grantsFor(all, survey).filter((each) => each.permissions.includes(permission)))
            for (const [what, nodes] of [
              ['rows', one.rows],
              ['figures', permission === 'seeIndicators' ? (one.figures ?? one.rows) : one.rows],
            ] as const)
              if (holds(nodes, 'stores', store) && holds(nodes, 'products', product))
                found.add([permission, what, survey, String(store), String(product)].join(' '))
  return found
}

describe('for any grants', () => {
  it('covering means that nothing of the others is missing', () => {
    fc.assert(
      fc.property(grants, grants, (own, others) => {
        fc.pre(covers(own, others))
        const mine = allowed(own)
        expect([...allowed(others)].filter((one) => !mine.has(one))).toEqual([])
      }),
      { numRuns: 600 },
    )
  })

  it('not covering means that something is missing', () => {
    fc.assert(
      fc.property(grants, grants, (own, others) => {
        fc.pre(!covers(own, others))
        const mine = allowed(own)
        // Of one node at a time, so that no two own grants make up one node.
        expect(others.some((one) => [...allowed([one])].some((each) => !mine.has(each)))).toBe(true)
      }),
      { numRuns: 600 },
    )
  })

  it('covers itself, and what covers it covers what it covers', () => {
    fc.assert(
      fc.property(grants, grants, grants, (one, two, three) => {
        expect(covers(one, one)).toBe(true)
        if (covers(one, two) && covers(two, three)) expect(covers(one, three)).toBe(true)
      }),
      { numRuns: 600 },
    )
  })
})
