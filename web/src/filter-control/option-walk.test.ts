import { describe, expect, it } from 'vitest'
import { moved } from './option-walk.ts'

describe('walking options by keys', () => {
  it('begins at either end', () => {
    expect(moved('ArrowDown', -1, 3)).toBe(0)
    expect(moved('ArrowUp', -1, 3)).toBe(2)
  })

  it('goes round by arrows, and stops at the ends by pages', () => {
    expect(moved('ArrowDown', 2, 3)).toBe(0)
    expect(moved('ArrowUp', 0, 3)).toBe(2)
    expect(moved('PageDown', 1, 3)).toBe(2)
    expect(moved('PageUp', 1, 3)).toBe(0)
  })

  it('does not move by other keys, nor in an empty list', () => {
    expect(moved('a', 1, 3)).toBeNull()
    expect(moved('ArrowDown', -1, 0)).toBeNull()
  })
})
