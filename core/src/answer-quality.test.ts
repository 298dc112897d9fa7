import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerPrint, type ScaleAnswer, straightLining, tooFast } from './answer-quality.ts'

describe('too fast', () => {
  it('is what took less than a share of the median', () => {
    expect(tooFast(99, 300, 0.33)).toBeNull()
    expect(tooFast(98, 300, 0.33)).toEqual({ flag: 'tooFast', seconds: 98, median: 300 })
    expect(tooFast(0, 300, 0.33)).toMatchObject({ seconds: 0 })
  })

  it('is nothing of which the duration or what is usual is not known', () => {
    for (const [seconds, median] of [
      [null, 300],
      [10, null],
      [-1, 300],
      [0, 0],
    ] as const)
      expect(tooFast(seconds, median, 0.33)).toBeNull()
  })
})

const on = (max: number, ...values: number[]): ScaleAnswer[] => values.map((value) => ({ min: 1, max, value }))

describe('straight-lining', () => {
  it('is one step on all questions of a scale, if they are many enough', () => {
    expect(straightLining(on(5, 4, 4, 4, 4, 4, 4), 6)).toEqual({ flag: 'straightLining', questions: 6, answer: 4 })
    expect(straightLining(on(5, 4, 4, 4, 4, 4), 6)).toBeNull()
    expect(straightLining(on(5, 4, 4, 4, 4, 4, 3), 6)).toBeNull()
    expect(straightLining([], 3)).toBeNull()
  })

  it('does not take steps of different scales together, and tells the longest', () => {
    expect(straightLining([...on(5, 3, 3, 3), ...on(7, 3, 3, 3)], 4)).toBeNull()
    expect(straightLining([...on(5, 3, 3, 3), ...on(7, 2, 2, 2, 2)], 3)).toMatchObject({ questions: 4, answer: 2 })
  })

  it('is found exactly where all are equal, whatever the answers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }), (values) => {
        const isStraight = values.length >= 3 && new Set(values).size === 1
        expect(straightLining(on(5, ...values), 3) !== null).toBe(isStraight)
      }),
    )
  })
})

describe('the print of answers', () => {
  const texts = new Set(['comment'])

  it('is the same for the same answers in whatever order', () => {
    const comment = 'The queue was far too long today.'
    expect(answerPrint({ comment, nps: 3 }, texts)).toBe(answerPrint({ nps: 3, comment }, texts))
    expect(answerPrint({ comment, nps: 3 }, texts)).not.toBe(answerPrint({ comment, nps: 4 }, texts))
  })

  it('is none where two people easily say the same', () => {
    expect(answerPrint({ nps: 10, comment: 'Great!' }, texts)).toBeNull()
    expect(answerPrint({}, texts)).toBeNull()
    expect(answerPrint(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`q${at}`, 1])), texts)).not.toBeNull()
  })
})
