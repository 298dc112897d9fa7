import { describe, expect, it } from 'vitest'
import { placeOf, readText, withAt, writeText } from './json-value.ts'

describe('a value that a form changes', () => {
  const value = { list: [{ id: 'a', title: 'A' }, { id: 'b' }], on: true }

  it('is changed at one place, and stays the same everywhere else', () => {
    expect(withAt(value, ['list', 1, 'title'], 'B')).toEqual({
      ...value,
      list: [value.list[0], { id: 'b', title: 'B' }],
    })
    expect(withAt(value, ['list', 0], undefined)).toEqual({ ...value, list: [{ id: 'b' }] })
    expect(withAt(value, ['on'], undefined)).toEqual({ list: value.list })
    expect(withAt({}, ['deep', 'er'], 1)).toEqual({ deep: { er: 1 } })
    expect(value.list).toHaveLength(2)
  })

  it('keeps the order of its keys, and keys that every object inherits', () => {
    expect(Object.keys(Object(withAt({ b: 1, a: 2, c: 3 }, ['a'], 5)))).toEqual(['b', 'a', 'c'])
    const hostile = readText('{"__proto__":{"isRoot":true},"on":true}')
    const changed = withAt(hostile, ['on'], false)
    expect(JSON.stringify(changed)).toBe('{"__proto__":{"isRoot":true},"on":false}')
    expect(Reflect.get({}, 'isRoot')).toBeUndefined()
  })

  it('is read from a text and written as one', () => {
    expect(readText('\uFEFF{ "a": 1 }')).toEqual({ a: 1 })
    expect([readText('[]'), readText('null'), readText('{'), readText('  ')]).toEqual([null, null, null, {}])
    expect(readText(writeText(value))).toEqual(value)
    expect(placeOf(['list', 1, 'a b'])).toBe('list[1]["a b"]')
  })
})
