import { describe, expect, it } from 'vitest'
import type { Figure } from './figure.ts'
import { movingAverage } from './moving-average.ts'

const figure = (value: number, n: number, state: Figure['state'] = 'shown'): Figure => ({
  ...{ state, n, value, low: null, high: null },
})

describe('a moving average', () => {
  it('weighs each of three periods by its answers, and begins with the third', () => {
    const found = movingAverage([figure(10, 1), figure(20, 1), figure(30, 2), figure(0, 1)])
    expect(found).toEqual([null, null, 22.5, 20])
  })

  it('leaves out what a period without a sure figure would be part of', () => {
    const figures = [figure(10, 9), figure(10, 9), figure(10, 2, 'few'), figure(10, 9), figure(10, 9), undefined]
    expect(movingAverage(figures)).toEqual([null, null, null, null, null, null])
  })
})
