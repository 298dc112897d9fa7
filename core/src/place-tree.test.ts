import { describe, expect, it } from 'vitest'
import { formatToken, parseToken } from './filter-token.ts'
import { placeTreeFilter, readPlaceTree, writePlaceTree } from './place-tree.ts'

describe('the tree of places in an address', () => {
  it.each([
    ['', { by: 'today' }],
    ['fplaces=then', { by: 'then' }],
    ['fplaces=plan:2027.a_b-c', { by: 'plan', plan: '2027.a_b-c' }],
  ] as const)('is read from %s and written so again', (token, tree) => {
    const read = parseToken(token)
    expect(readPlaceTree(read.ok ? read.value.get(placeTreeFilter) : ['?'])).toEqual(tree)
    expect(formatToken(new Map([[placeTreeFilter, writePlaceTree(tree)]]))).toBe(token)
  })

  it.each([[['now']], [['plan:']], [['then', 'plan:a']], [['_then']], [['Then']]])('is not %s', (values) =>
    expect(readPlaceTree(values)).toBeNull(),
  )
})
