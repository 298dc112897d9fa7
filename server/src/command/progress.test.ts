import { describe, expect, it } from 'vitest'
import { progressOn } from './progress.ts'

function written(isTTY: boolean) {
  const texts: string[] = []
  let time = 0
  const output = { isTTY, write: (text: string) => texts.push(text) }
  const progress = progressOn(output, () => time, 'rows')
  return { texts, progress, wait: (milliseconds: number) => (time += milliseconds) }
}

describe('progress', () => {
  it('is a line every few seconds where nobody watches', () => {
    const { texts, progress, wait } = written(false)
    for (let done = 0; done < 120; done++) {
      progress.at(done * 1000, 200_000)
      wait(100)
    }
    progress.end()
    expect(texts).toEqual(['rows: 50,000 of 200,000 (25 %)\n', 'rows: 100,000 of 200,000 (50 %)\n'])
  })

  it('rewrites its line on a terminal and leaves none behind', () => {
    const { texts, progress } = written(true)
    progress.at(1)
    progress.end()
    expect(texts).toEqual(['\r\x1b[Krows: 1', '\r\x1b[K'])
  })
})
