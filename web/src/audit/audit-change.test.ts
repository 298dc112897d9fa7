import { describe, expect, it } from 'vitest'
import { changesOf } from './audit-change.ts'

describe('what an audit entry changed', () => {
  it('is told field by field, and only where something changed', () => {
    const before = { name: 'A', rows: { stores: ['fi'] }, same: 1, gone: true }
    const after = { name: 'B', rows: { stores: ['fi', 'se'] }, same: 1, fresh: null }
    expect(changesOf({ before, after })).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'rows › stores', before: 'fi', after: 'fi, se' },
      { field: 'gone', before: 'true', after: '–' },
    ])
  })

  it('is nothing where nothing was written down', () => {
    expect(changesOf({ before: null, after: null })).toEqual([])
  })
})
