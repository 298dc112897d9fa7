import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledSurveys, openFilledSurveys } from '../result/filled-survey.fixture.ts'

const events = [
  { day: '2024-02-29', title: 'Opening' },
  { day: '2025-06-01', title: { en: 'New price', fi: 'Uusi hinta' } },
  { day: '2030-01-01', title: 'Later' },
]

let surveys: FilledSurveys
beforeAll(async () => {
  surveys = await openFilledSurveys()
  await surveys.fill('open', { events }, 1, 300)
  await surveys.fill('closed', { protection: true, minimumN: 5 }, 3, 2000)
  await surveys.ready()
})
afterAll(() => surveys?.close())

const asked = { indicators: ['nps', 'top'], places: true }
const path = 'stores,all;ftime=20240101_20261231'
const linesOf = async (name: string, more: object, within?: Record<string, string[][]>) => {
  const { lines } = await surveys.answer('Trend', name, { ...asked, ...more }, { path, ...(within ? { within } : {}) })
  if (!lines) throw new TypeError('no lines')
  return lines
}

describe('the lines of places', () => {
  it('are what the trend of each place alone is', async () => {
    const { lines, places } = await linesOf('open', { by: 'quarter' })
    expect([lines.length, places]).toEqual([4, 4])
    for (const line of lines) {
      const alone = await surveys.answer(
        'Trend',
        'open',
        { indicators: asked.indicators, by: 'quarter' },
        { path: path.replace('stores,all', line.path ?? '') },
      )
      expect(alone.lines).toBeNull()
      expect(line.figures).toEqual(alone.points.map(({ figures }) => figures))
      expect(line.figures.flat().some(({ n }) => (n ?? 0) > 0)).toBe(true)
    }
  })

  it('are of none that the viewer may not see', async () => {
    const [own] = (await linesOf('open', { by: 'year' })).lines
    const narrow = await linesOf('open', { by: 'year' }, { stores: [[own?.id ?? '']] })
    expect(narrow).toMatchObject({ places: 1, lines: [own] })
  })

  it('are of groups in a protected survey, and hidden where filters blur them', async () => {
    const years = await linesOf('closed', { by: 'year', indicators: ['nps'] })
    expect([years.hidden, years.lines.length > 1]).toEqual([false, true])
    for (const { n } of years.lines.flatMap(({ figures }) => figures.flat())) expect(n ?? 5).toBeGreaterThanOrEqual(5)
    const trend = await surveys.answer(
      'Trend',
      'closed',
      { by: 'year', places: true },
      { path: 'stores,all;channel=web' },
    )
    expect(trend.lines).toMatchObject({ hidden: true, lines: [] })
  })
})

it('marks what happened within the periods', async () => {
  const trend = await surveys.answer('Trend', 'open', { by: 'month' }, { path })
  expect(trend.events).toEqual([
    { day: '2024-02-29', title: 'Opening', indicators: null },
    { day: '2025-06-01', title: 'New price', indicators: null },
  ])
})
