import { parseToken } from '@kaiku/core/filter-token.ts'
import { describe, expect, it } from 'vitest'
import { CallError } from '../call/send.ts'
import { faultyFilterOf, isFilterFault } from './filter-fault.ts'

const token = parseToken('channel=Web;nosuch=1')
const selection = token.ok ? token.value : new Map()
const refusal = (place: string, key: string, values: Record<string, string> = {}) =>
  new CallError('invalid', '', undefined, [{ place, expected: '', found: '' }], { key, values })

describe('a filter that is refused', () => {
  it('is named by the place of what is wrong, or by the reason', () => {
    expect(faultyFilterOf(refusal('nosuch', 'filter.unknown'), selection)).toBe('nosuch')
    expect(faultyFilterOf(refusal('', 'protected.filter', { filter: 'channel' }), selection)).toBe('channel')
    expect(faultyFilterOf(refusal('', 'protected.filters', { most: '2' }), selection)).toBeNull()
  })

  it('is told from what else goes wrong', () => {
    expect(isFilterFault(refusal('nosuch', 'filter.value'))).toBe(true)
    expect(isFilterFault(refusal('nosuch', 'disk.full'))).toBe(false)
    expect(isFilterFault(new Error('nosuch'))).toBe(false)
    expect(faultyFilterOf(null, selection)).toBeNull()
  })
})
