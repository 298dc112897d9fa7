import { describe, expect, it } from 'vitest'
import { reachOf } from './code.ts'

const text = '{\n  "id": 1\n}\n'

describe('the place of a fault', () => {
  it('is taken by characters, and never leaves the text', () => {
    expect(reachOf({ from: 4, to: 8, message: '' }, text)).toEqual({ from: 4, to: 8 })
    expect(reachOf({ from: 4, to: 4, message: '' }, text)).toEqual({ from: 4, to: 5 })
    expect(reachOf({ from: -3, to: 900, message: '' }, text)).toEqual({ from: 0, to: text.length })
    expect(reachOf({ from: 5, to: 9, message: '' }, '')).toEqual({ from: 0, to: 0 })
  })

  it('is taken by line and column, to the end of the line', () => {
    expect(reachOf({ line: 2, column: 3, message: '' }, text)).toEqual({ from: 4, to: 11 })
    expect(reachOf({ line: 2, message: '' }, text)).toEqual({ from: 2, to: 11 })
    expect(reachOf({ line: 99, column: 99, message: '' }, text)).toEqual({ from: text.length, to: text.length })
    expect(reachOf({ line: 0, column: 0, message: '' }, text)).toEqual({ from: 0, to: 1 })
  })
})
