import { describe, expect, it } from 'vitest'
import { comparisonNote } from './comparison-note.ts'

const place = {
  period: { from: '2025-12-01', to: '2026-11-30' },
  compared: { from: '2024-12-01', to: '2025-11-30' },
  overlapping: null,
  extent: { from: '2023-01-05', to: '2026-11-20' },
}

describe('what is said of a comparison', () => {
  it('is nothing where the earlier period is covered, or nearly', () => {
    expect(comparisonNote(place)).toBeNull()
    expect(comparisonNote({ ...place, extent: { from: '2024-12-15', to: '2026-11-20' } })).toBeNull()
    expect(comparisonNote({ ...place, extent: null })).toBeNull()
    expect(comparisonNote({ ...place, compared: null })).toBeNull()
  })

  it('is since when there is data, where the earlier period is covered in part or not at all', () => {
    const partly = { ...place, extent: { from: '2025-03-01', to: '2026-11-20' } }
    expect(comparisonNote(partly)).toMatchObject({ is: 'partly', since: '2025-03-01' })
    const uncovered = { ...place, extent: { from: '2026-01-10', to: '2026-11-20' } }
    expect(comparisonNote(uncovered)).toMatchObject({ is: 'uncovered', since: '2026-01-10' })
  })

  it('is by how much both share, where they do: the last 24 months share 365 days with those a year earlier', () => {
    const long = { ...place, period: { from: '2024-12-01', to: '2026-11-30' }, compared: null }
    const note = comparisonNote({ ...long, overlapping: { from: '2023-12-01', to: '2025-11-30' } })
    expect(note).toMatchObject({ is: 'overlapping', days: 365 })
  })
})
