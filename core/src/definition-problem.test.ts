import { describe, expect, it } from 'vitest'
import { problemOf } from './definition-problem.ts'

describe('what is wrong with a part of a definition', () => {
  it.each([
    ['question', 'a text', 'nothing', { kind: 'missing' }],
    ['drivers', 'a list with length 1 or more', 'length 0', { kind: 'missing' }],
    ['width', 'a number of 12 or less', '40', { kind: 'most', limit: 12 }],
    ['minimumN', 'a number of 1 or more', '0', { kind: 'least', limit: 1 }],
    ['text', 'a text with length 8000 or less', 'length 9000', { kind: 'mostLetters', limit: 8000 }],
    ['indicators', 'a list with length 20 or less', 'length 30', { kind: 'mostItems', limit: 20 }],
    ['indicators[0]', 'the name of an indicator (perhaps "nps")', '"npss"', { kind: 'indicator' }],
    ['question', 'the name of a question', '"nobody"', { kind: 'question' }],
    ['question', 'a question of type scale, number', '"c" of type text', { kind: 'questionType' }],
    ['extname', 'each name once', 'a second "a"', { kind: 'twice' }],
    ['components[0].filter', 'name=value', '"x" (character 1)', { kind: 'filter' }],
    ['by', '"day" or "week"', '"moon"', { kind: 'value' }],
  ])('at %s: %s, found %s', (place, expected, found, problem) => {
    expect(problemOf({ place, expected, found })).toEqual(problem)
  })
})
