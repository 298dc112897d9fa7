import { describe, expect, it } from 'vitest'
import type { At } from './at.tsx'
import { rebased } from './go.ts'

const at = (path: string[], selection: [string, string[]][] = []): At => ({
  ...{ survey: 'stores', page: 'overview', path, selection: new Map(selection), compare: 'yearBefore' },
})
const web: [string, string[]][] = [['channel', ['web']]]

describe('a link among figures that are still of another address', () => {
  it('changes what it is about, and keeps what was chosen meanwhile', () => {
    const shown = at(['region', 'all'])
    const toFinland = at(['region', 'all', 'fi'])
    expect(rebased(toFinland, shown, at(['region', 'all'], web))).toEqual(at(['region', 'all', 'fi'], web))
    expect(rebased(toFinland, shown, at(['region', 'all', 'se']))).toEqual(toFinland)
    expect(rebased(at(['region', 'all'], web), shown, at(['region', 'all', 'se']))).toEqual(
      at(['region', 'all', 'se'], web),
    )
    expect(rebased({ ...shown, page: 'comments' }, shown, at(['region', 'all', 'se'], web))).toEqual({
      ...at(['region', 'all', 'se'], web),
      page: 'comments',
    })
  })
})
