import { describe, expect, it } from 'vitest'
import { type AnswerScheme, conditionOn } from './condition.ts'
import { holds, type StoredAnswer } from './condition-holds.ts'
import { type FilterFlags, resolveFilter } from './filter-kind.ts'

const met = (asked: AnswerScheme, answer: StoredAnswer, flags: FilterFlags, ...values: string[]): boolean => {
  const condition = resolveFilter(flags, values, '2026-11-22')
  if (!condition.ok) throw new Error(condition.expected)
  return holds(conditionOn(asked, condition.value), () => answer)
}
const scale: AnswerScheme = {
  id: 'q',
  type: 'scale',
  min: 0,
  max: 10,
  missing: [99],
  labels: [{ code: 10, title: { fi: 'Varmästi' } }],
}
const money: AnswerScheme = { id: 'q', type: 'number', decimals: 2, min: 0, missing: [999] }
const channel: AnswerScheme = {
  id: 'q',
  type: 'choice',
  missing: ['none'],
  options: [{ code: 'web', title: { en: 'Wéb', fi: 'Verkko' } }],
}
const seen: AnswerScheme = {
  id: 'q',
  type: 'multiple',
  missing: ['none'],
  open: true,
  options: [{ code: 'tv', title: '' }],
}
const text: AnswerScheme = { id: 'q', type: 'text', missing: [] }
const date: AnswerScheme = { id: 'q', type: 'date', missing: [] }

describe('an answer', () => {
  it('is one of the options that are included, and none that is excluded', () => {
    expect([met(scale, 3, {}, '3', '4'), met(scale, 5, {}, '3', '4'), met(scale, undefined, {}, '3')]).toEqual([
      ...[true, false, false],
    ])
    expect([met(scale, 3, {}, '_3'), met(scale, 5, {}, '_3'), met(scale, undefined, {}, '_3')]).toEqual([
      ...[false, true, true],
    ])
    expect([met(seen, ['tv', 'x'], {}, 'x'), met(seen, [], {}, 'x'), met(money, 1250, {}, '12.5')]).toEqual([
      ...[true, false, true],
    ])
  })

  it('is in a range when it is valid and neither end is passed', () => {
    const range = (answer: StoredAnswer, value: string) => met(money, answer, { range: true }, value)
    expect([range(1000, '10_10'), range(1001, '10_10'), range(10, '0.1_0.1')]).toEqual([true, false, true])
    expect([range(-1, '-5_5'), range(99_900, '0_1000'), range('10', '0_100')]).toEqual([false, false, false])
    expect(met(scale, 99, { range: true }, '0_100')).toBe(false)
  })

  it('is none when it is missing, off its scale, or not there', () => {
    const none = (asked: AnswerScheme, ...answers: StoredAnswer[]) =>
      answers.map((answer) => met(asked, answer, {}, '~none'))
    expect(none(scale, undefined, 99, 11, 0)).toEqual([true, true, true, false])
    expect(none(channel, 'none', 'other', 'web', '')).toEqual([true, true, false, true])
    expect(none(seen, ['none'], ['none', 'tv'], [], undefined)).toEqual([true, false, false, true])
    expect(none(text, '', 'x')).toEqual([true, false])
  })

  it('contains a text by its labels in any language, by its code where no option lists it', () => {
    const says = (asked: AnswerScheme, answer: StoredAnswer, value: string) =>
      met(asked, answer, { submatch: true }, value)
    expect([says(text, 'Pitkä JONO kassalla', 'jono~'), says(text, 'Résumé', 'resume~')]).toEqual([true, true])
    expect([says(channel, 'web', 'verkko~'), says(channel, 'web', 'wEb~'), says(scale, 10, 'varmä~')]).toEqual([
      ...[true, true, true],
    ])
    expect([says(seen, ['tv'], 'TV~'), says(seen, ['other one'], 'one~'), says(seen, undefined, 'one~')]).toEqual([
      ...[true, true, false],
    ])
  })

  it('is within days, both ends included', () => {
    const within = (answer: StoredAnswer) => met(date, answer, { dateInterval: true }, '20261101_20261130')
    expect([within('2026-11-01'), within('2026-11-30'), within('2026-12-01'), within(undefined)]).toEqual([
      ...[true, true, false, false],
    ])
    expect(met(date, '1999-11-22', { today: true }, 'today_md')).toBe(true)
  })
})
