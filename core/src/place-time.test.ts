import { describe, expect, it } from 'vitest'
import { formatToken, parseToken } from './filter-token.ts'
import { keepTree, placeTreeFilter, readPlaceTree, withoutTree, writePlaceTree } from './place-time.ts'

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

  it('stays while filters change, unless they name another', () => {
    const of = (token: string) => {
      const read = parseToken(token)
      return read.ok ? read.value : new Map()
    }
    expect(formatToken(keepTree(of('age=1;fplaces=then'), of('seen=tv')))).toBe('fplaces=then;seen=tv')
    expect(formatToken(keepTree(of('fplaces=then'), of('fplaces=plan:a')))).toBe('fplaces=plan:a')
    expect(formatToken(keepTree(of('age=1'), of('seen=tv')))).toBe('seen=tv')
    expect(formatToken(withoutTree(of('age=1;fplaces=then')))).toBe('age=1')
  })

  it.each([[['now']], [['plan:']], [['then', 'plan:a']], [['_then']], [['Then']]])('is not %s', (values) =>
    expect(readPlaceTree(values)).toBeNull(),
  )
})
