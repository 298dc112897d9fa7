import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { InterviewRow } from '../interview-row/interview-row.ts'
import { runChunks } from './import-run.ts'

const row = {} as InterviewRow

it('counts every chunk, also when a later one is answered first', async () => {
  const outcomes = async function* () {
    for (let batch = 0; batch < 3; batch++) yield Array.from({ length: 5000 }, () => ({ row }))
    yield [{ row }]
  }
  const seen: number[] = []
  const { rows, stored } = await runChunks(
    outcomes(),
    0,
    async (chunk) => {
      await wait(chunk.rows.length > 1 ? 20 - chunk.from / 1000 : 0)
      return { inserted: chunk.rows.length, corrected: 0, unchanged: 0, kept: 0 }
    },
    { onProgress: ({ rows: done }) => seen.push(done) },
  )
  expect([rows, stored.inserted, seen]).toEqual([15_001, 15_001, [5000, 10_000, 15_000, 15_001]])
})
