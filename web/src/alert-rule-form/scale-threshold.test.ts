import { describe, expect, it } from 'vitest'
import { highestOf, marksOf, upTo } from './scale-threshold.ts'

const filter = (names: readonly string[], range = false) =>
  ({ range, options: names.map((extName) => ({ extName, title: extName, n: 1 })) }) as never

describe('a threshold along a scale', () => {
  it('chooses every mark up to one, and finds that one again', () => {
    const marks = marksOf(filter(['10', '0', '1', '2', '~none'])) ?? []
    expect(marks).toEqual([0, 1, 2, 10])
    for (const mark of marks) expect(highestOf(marks, upTo(marks, mark))).toBe(mark)
  })

  it('is none where only some marks are chosen, one is left out, or there is no scale', () => {
    const marks = [1, 2, 3]
    for (const values of [['2'], ['1', '3'], ['_1'], ['1', '~none'], []]) expect(highestOf(marks, values)).toBeNull()
    expect(marksOf(filter(['web', 'mail', 'post']))).toBeNull()
    expect(marksOf(filter(['1', '2', '3'], true))).toBeNull()
  })
})
