import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import { describe, expect, it } from 'vitest'
import { funnelSpots, isAlarm, outliers, tellingOf } from './funnel-spots.ts'
import type { Row } from './ranking-order.ts'

const share: ShownIndicator = {
  ...{ id: 'top', title: 'Top', measure: 'topBox', decimals: 1, better: 'high', target: null },
  ...{ bounds: { low: 0, high: 100 }, unit: '%', weighted: false },
}
const row = (name: string, value: number, n: number, few = false): Row => ({
  ...{ id: name, name, path: null, above: [], opens: false, n, few, spark: [] },
  cells: [
    {
      indicator: 'top',
      figure: { state: few ? 'few' : 'shown', n, value, low: null, high: null },
      ...{ change: null, rank: 1, rankFrom: 1, rankTo: 1, rankChange: null, versusRest: 0 },
    },
  ],
})
const whole = { value: 50, spread: 50, bounds: { low: 0, high: 100 } }

describe('the spots of a funnel', () => {
  const spots = funnelSpots(
    [row('small', 60, 20), row('large', 60, 400), row('low', 40, 100), row('few', 0, 3, true), row('far', 20, 400)],
    whole,
    share,
  )

  it('leave out rows with few answers, and tell the same value on few and on many answers apart', () => {
    expect(spots.map(({ row: { name }, place }) => `${name} ${place}`)).toEqual([
      ...['small inside', 'large alarmHigh', 'low warningLow', 'far alarmLow'],
    ])
  })

  it('name the farthest first, and say which are welcome', () => {
    expect(outliers(spots, whole).map(({ row: { name } }) => name)).toEqual(['far', 'large', 'low'])
    expect(outliers(spots, whole).map((spot) => tellingOf(spot, share))).toEqual([-1, 1, -1])
    expect(tellingOf({ ...spots[1], place: 'alarmHigh' } as (typeof spots)[number], { ...share, better: 'low' })).toBe(
      -1,
    )
    expect(spots.filter(isAlarm)).toHaveLength(2)
  })
})
