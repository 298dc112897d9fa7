import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilledSurveys, openFilledSurveys } from '../result/filled-survey.fixture.ts'

let surveys: FilledSurveys
beforeAll(async () => {
  surveys = await openFilledSurveys()
  await surveys.fill('open', {}, 1, 300)
  await surveys.fill('closed', { protection: true, minimumN: 5 }, 3, 700)
  await surveys.fill('small', { protection: true, minimumN: 5 }, 4, 4)
  await surveys.ready()
})
afterAll(() => surveys?.close())

const asked = { indicators: ['nps', 'top'], questions: ['worry'] }

describe('a heat map', () => {
  it('says which filter leaves a group alone, and finds its interviews by it', async () => {
    const answers = await surveys.answer('HeatMap', 'open', { ...asked, of: { question: 'age' } })
    const at = answers.groups.findIndex(({ id }) => id === 'middle')
    expect(answers.groups[at]?.select).toEqual({ filter: 'age', value: '25_59.9' })
    const only = await surveys.answer(
      'HeatMap',
      'open',
      { ...asked, of: 'children' },
      { path: 'stores,all;age=25_59.9' },
    )
    expect([only.n, only.total]).toEqual([answers.groups[at]?.n, answers.cells[at]?.map(({ figure }) => figure)])

    const periods = await surveys.answer('HeatMap', 'open', { ...asked, of: { period: 'quarter' } })
    const [group, cells] = [periods.groups.at(-1), periods.cells.at(-1)]
    const path = `stores,all;ftime=${group?.select?.value}`
    const there = await surveys.answer('HeatMap', 'open', { ...asked, of: 'children' }, { path })
    expect([there.n, there.total]).toEqual([group?.n, cells?.map(({ figure }) => figure)])
  })

  it('refuses a question that is on no scale, and one that is not there', async () => {
    const said = async (questions: string[]) => {
      const answer = await surveys.ask('open', { type: 'HeatMap', ...{ questions } })
      return answer.type === 'Failed' ? answer.reason?.key : answer.type
    }
    expect(await said(['channel'])).toBe('figure.scale')
    expect(await said(['nothing'])).toBe('figure.question')
  })
})

describe('a heat map of a protected survey', () => {
  it.each(['children', 'leaves', { depth: 2 }, { question: 'channel' }] as const)(
    'hides of %j what a ranking of the same hides, and compares nothing hidden',
    async (of) => {
      let hidden = 0
      for (const path of ['stores,all', 'stores,all,fi', 'stores,all;age=25_59.9']) {
        const place = { path }
        const map = await surveys.answer('HeatMap', 'closed', { indicators: ['nps', 'top'], of }, place)
        const ranking = await surveys.answer(
          'RankingTableComponent',
          'closed',
          { indicators: ['nps', 'top'], of, spark: false },
          place,
        )
        expect(map.groups.map(({ n }) => n)).toEqual(ranking.rows.map(({ n }) => n))
        for (const [measure, column] of ranking.columns.entries()) {
          const figures = map.cells.map((line) => line[measure]?.figure)
          expect(figures.map((figure) => figure?.state)).toEqual(column.state)
          expect(figures.map((figure) => figure?.n)).toEqual(column.n)
        }
        for (const { figure, difference } of map.cells.flat()) {
          if (figure.state === 'hidden') {
            hidden += 1
            expect([figure.n, figure.value, difference]).toEqual([null, null, null])
          } else if (figure.n !== 0) expect(figure.n).toBeGreaterThanOrEqual(5)
        }
      }
      expect(hidden).toBeGreaterThan(0)
    },
  )

  it('hides of periods what a trend hides', async () => {
    const [map, trend] = await Promise.all([
      surveys.answer('HeatMap', 'closed', { indicators: ['nps', 'top'], of: { period: 'month' } }),
      surveys.answer('Trend', 'closed', { indicators: ['nps', 'top'], by: 'month' }),
    ])
    expect(map.groups.map(({ n }) => n)).toEqual(trend.points.map(({ n }) => n))
    expect(map.cells.map((line) => line.map(({ figure }) => figure))).toEqual(
      trend.points.map(({ figures }) => figures),
    )
    expect(map.cells.flat().some(({ figure }) => figure.state === 'hidden')).toBe(true)
  })

  it('tells nothing where all are few', async () => {
    const map = await surveys.answer('HeatMap', 'small', { ...asked, of: { question: 'channel' } })
    expect([map.state, map.n]).toEqual(['hidden', null])
    const figures = [...map.total, ...map.cells.flat().map(({ figure }) => figure)]
    expect(figures.every(({ n, value }) => (n ?? 0) === 0 && value === null)).toBe(true)
  })
})
