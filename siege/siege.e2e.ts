import { expect, it } from 'vitest'
import { siege } from './siege.ts'

/** Minutes of it: with the long series only. */
it.runIf(process.env.KAIKU_SOAK === '1')(
  'a Kaiku of six processes loses nothing, does nothing twice and shows nobody too much while they are killed',
  async () => {
    const { journal, troubles } = await siege({ seconds: 120, seed: 'ordinary', web: 3, work: 2, say: () => {} })
    expect(journal.faults).toEqual([])
    expect(troubles.size).toBeGreaterThan(1)
    const acknowledged = [...journal.answers.values()].filter(({ standing }) => standing === 'acknowledged')
    expect(acknowledged.length).toBeGreaterThan(20)
  },
  1_800_000,
)
