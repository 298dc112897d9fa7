import { describe, expect, it } from 'vitest'
import { othersFrom } from '../place/neighbours.tsx'
import { stepFrom } from './use-alert-keys.ts'

describe('the way through a list', () => {
  it('begins at the end that one comes from and stops at the other', () => {
    expect([stepFrom(-1, 1, 3), stepFrom(-1, -1, 3)]).toEqual([0, 2])
    expect([stepFrom(1, 1, 3), stepFrom(1, -1, 3)]).toEqual([2, 0])
    expect([stepFrom(2, 1, 3), stepFrom(0, -1, 3), stepFrom(-1, 1, 0)]).toEqual([null, null, null])
  })

  it('goes round from the one behind to the one before', async () => {
    const around = async (among: readonly string[], one: string) => {
      const ids: string[] = []
      for await (const { id } of othersFrom({ among }, one)) ids.push(id)
      return ids
    }
    expect(await around(['a', 'b', 'c', 'd'], 'b')).toEqual(['c', 'd', 'a'])
    expect(await around(['a'], 'a')).toEqual([])
  })
  it('goes on behind what is known of a list before it begins anew, and knows then how far it came', async () => {
    const pages: Record<string, { ids: string[]; next: string | null }> = {
      p2: { ids: ['c', 'd'], next: 'p3' },
      p3: { ids: ['e'], next: null },
    }
    const asked = { alerts: { survey: 's', path: 'store,all' } } as never
    const known = { among: ['a', 'b'], goesOn: { asked, next: 'p2', total: 5, first: 0 } }
    const more = ({ next }: { next: string | null }) => Promise.resolve(pages[next ?? ''] ?? { ids: [], next: null })
    const met: [string, number | undefined][] = []
    for await (const { id, known: by } of othersFrom(known, 'b', more)) met.push([id, by.among?.length])
    expect(met).toEqual([
      ['c', 4],
      ['d', 4],
      ['e', 5],
      ['a', 5],
    ])
  })
})
