import { expect, it } from 'vitest'
import { siege } from './siege.ts'

const isLong = process.env.KAIKU_SOAK === '1'

it('a Kaiku of six processes loses nothing, does nothing twice and shows nobody too much while they are killed', async () => {
  const { journal, troubles } = await siege({
    seconds: isLong ? 600 : 25,
    seed: 'ordinary',
    web: 3,
    work: 2,
    say: () => {},
    kinds: isLong ? ['kill', 'stop', 'drop', 'clickhouse', 'stores'] : ['kill', 'drop'],
  })
  expect(journal.faults).toEqual([])
  expect(troubles.size).toBeGreaterThan(1)
  const acknowledged = [...journal.answers.values()].filter(({ standing }) => standing === 'acknowledged')
  expect(acknowledged.length).toBeGreaterThan(20)
}, 1_800_000)
