import { describe, expect, it } from 'vitest'
import { inferText } from './inference.fixture.ts'
import { kindOf, textOf } from './stranger.fixture.ts'
import { publicFiles } from './stranger-public.fixture.ts'
import { serviceFiles } from './stranger-service.fixture.ts'
import { workFiles } from './stranger-work.fixture.ts'

const files = [...serviceFiles, ...workFiles, ...publicFiles]
const seeds = [1, 2, 3]
const leastRight = 0.95

describe('files of strangers, tried as they are', () => {
  const cases = files.flatMap((file) => seeds.map((seed) => ({ file, seed, name: `${file.name} (${seed})` })))
  let [right, all] = [0, 0]

  it.each(cases)('says rightly what the columns of $name are, leads with its figure and doubts aloud', async (one) => {
    const { columns, headline, doubts } = one.file
    const found = await inferText(textOf(one.file, one.seed), one.file.name)
    const wrong = columns.flatMap(([header, kind]) => {
      const made = kindOf(found, header)
      return made === kind ? [] : [`${header}: ${made} instead of ${kind}: ${found.said(header)}`]
    })
    right += columns.length - wrong.length
    all += columns.length
    expect({ wrong: wrong.length <= 1 ? [] : wrong, faults: found.faults }).toEqual({ wrong: [], faults: [] })
    const [lead] = found.definition.indicators
    const [measure, column] = headline
    expect([lead?.measure, lead && 'question' in lead && lead.question]).toEqual([measure, found.question(column).id])
    expect(found.definition.settings.mainIndicators[0]).toBe(lead?.id)
    for (const [header, words] of Object.entries(doubts)) expect(found.said(header)).toContain(words)
  })

  it('is right about 95 of 100 columns at least', () => {
    expect(all).toBeGreaterThan(300)
    expect(right / all).toBeGreaterThanOrEqual(leastRight)
  })
})
