import { expect, it } from 'vitest'
import { firstCondition, reading } from './condition-sample.ts'

it('begins with a condition on the survey’s own scale, and without one with what holds for all', () => {
  const script = firstCondition([
    { id: 'store', type: 'choice' },
    { id: 'a.b', type: 'scale' },
  ])
  expect(script).toContain('answers["a.b"] <= 2')
  expect(script).toContain('{ "a.b": 1 }')
  expect(firstCondition([])).toContain('return true')
})

it('reads an answer by a plain name where it has one', () => {
  expect([reading('nps'), reading('1st')]).toEqual(['answers.nps', 'answers["1st"]'])
})
