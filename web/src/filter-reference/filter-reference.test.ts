import { option } from '@kaiku/core/filter-token.ts'
import { describe, expect, it } from 'vitest'
import { readAt } from '../drill-path/at.tsx'
import { inFull, isResolved, writePath } from './filter-reference.ts'

const path = ['region', 'all']
const selection = (count: number) =>
  new Map([['store', Array.from({ length: count }, (_, at) => option(`shop ${at}`))]])

describe('a long selection in the address', () => {
  it('is written short, read back in full, and not asked about before the server has it', () => {
    const few = writePath(path, selection(20))
    expect([inFull(few), isResolved('retail', few)]).toEqual([few, true])
    const many = selection(900)
    const drillPath = writePath(path, many)
    expect(drillPath).toMatch(/^region,all;~[0-9a-f]{40}$/)
    expect(isResolved('retail', drillPath)).toBe(false)
    expect(isResolved('retail', inFull(drillPath))).toBe(false)
    const read = readAt({ survey: 'retail', drillPath }, {})
    expect(read.ok && [...(read.value.selection.get('store') ?? [])].length).toBe(900)
    expect(read.ok && writePath(read.value.path, read.value.selection)).toBe(drillPath)
  })

  it('that nobody here has met cannot be read', () => {
    const drillPath = `region,all;~${'0'.repeat(40)}`
    expect(inFull(drillPath)).toBe(drillPath)
    expect(isResolved('retail', drillPath)).toBe(false)
    expect(readAt({ survey: 'retail', drillPath }, {}).ok).toBe(false)
  })
})
