import { alertRulesFile, rule } from '@kaiku/contract/alert-rule.ts'
import { placeRule } from '@kaiku/contract/place-rule.ts'
import { alertSeverities } from '@kaiku/core/alert-state.ts'
import { array, assert, constantFrom, integer, oneof, property, record, string, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formOf, idsOf, newRule, readFile, withRule, writtenOf } from './rule-form.ts'

const name = stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,8}$/)
const words = string({ maxLength: 20 })
const localised = oneof(words, record({ en: words, fi: words }))
const hours = integer({ min: 1, max: 200 })
const days = integer({ min: 1, max: 200 })
const limit = integer({ min: -100, max: 100 })
const role = stringMatching(/^[A-Z][a-z]{1,8}$/)
const shared = {
  ...{ id: name, title: localised, severity: constantFrom(...alertSeverities), tags: array(name, { maxLength: 2 }) },
  alert: record({ title: localised, description: localised }, { requiredKeys: ['title'] }),
  ...{
    when: words,
    view: name,
    places: array(stringMatching(/^region,all(,[a-z]{2})?$/), { maxLength: 2 }),
    due: hours,
  },
  owner: oneof(role, array(role, { minLength: 1, maxLength: 3 })),
  escalation: array(
    record({ after: hours, role, how: constantFrom('assign', 'notify') }, { requiredKeys: ['after', 'role'] }),
    {
      maxLength: 2,
    },
  ),
}
const optional = <T extends object>(fields: T, ...requiredKeys: (keyof T)[]) => ({ fields, requiredKeys })
const onAnswers = optional(
  {
    ...shared,
    on: array(constantFrom('completed', 'corrected'), { minLength: 1, maxLength: 2 }),
    history: record({ when: words, days, atLeast: integer({ min: 2, max: 9 }) }, { requiredKeys: ['days', 'atLeast'] }),
  },
  ...(['id', 'title', 'alert'] as const),
)
const watch = oneof(
  record(
    {
      type: constantFrom('limit'),
      indicator: name,
      below: limit,
      above: limit,
      recovered: limit,
      days,
      minimumN: days,
    },
    { requiredKeys: ['type', 'indicator'] },
  ),
  record(
    {
      type: constantFrom('change'),
      indicator: name,
      direction: constantFrom('fall', 'rise', 'any'),
      atLeast: hours,
      days,
    },
    { requiredKeys: ['type', 'indicator'] },
  ),
  record({ type: constantFrom('silence'), days }),
)
const onPlaces = optional(
  {
    ...{ ...shared, watch, level: oneof(constantFrom('leaves' as const), integer({ min: 0, max: 5 })) },
    ...{ every: constantFrom('day', 'week', 'month'), at: constantFrom('06:00', '23:59') },
  },
  ...(['id', 'title', 'alert', 'watch'] as const),
)
const answerRules = record(onAnswers.fields, { requiredKeys: onAnswers.requiredKeys })
const placeRules = record(onPlaces.fields, { requiredKeys: onPlaces.requiredKeys })

describe('the form of a rule', () => {
  it('holds every rule on responses and gives it back as it was meant', () => {
    assert(
      property(answerRules, (written) => {
        const form = formOf('rules', written)
        expect(form && rule.parse(writtenOf(form))).toEqual(rule.parse(written))
      }),
    )
  })

  it('holds every rule on places and gives it back as it was meant', () => {
    assert(
      property(placeRules, (written) => {
        const form = formOf('placeRules', written)
        expect(form && placeRule.parse(writtenOf(form))).toEqual(placeRule.parse(written))
      }),
    )
  })

  it('writes the same again when it holds what it wrote', () => {
    assert(
      property(answerRules, placeRules, (one, other) => {
        for (const [list, written] of [
          ['rules', one],
          ['placeRules', other],
        ] as const) {
          const form = formOf(list, written)
          const once = form && writtenOf(form)
          const again = formOf(list, once)
          expect(again && writtenOf(again)).toEqual(once)
        }
      }),
    )
  })

  it('leaves all else of the file as it is meant, whatever becomes of one rule', () => {
    const file = { recentDays: 7, rootCauses: [{ id: 'queue', title: 'Queue' }], placeRules: [] }
    assert(
      property(
        array(answerRules, { minLength: 1, maxLength: 4 }),
        integer({ min: 0, max: 4 }),
        answerRules,
        (rules, at, next) => {
          const text = JSON.stringify({ ...file, rules })
          const changed = withRule(text, 'rules', at, next)
          const before = alertRulesFile.parse(JSON.parse(text))
          const after = alertRulesFile.parse(JSON.parse(changed))
          expect(after).toEqual({ ...before, rules: before.rules.toSpliced(at, 1, rule.parse(next)) })
          const without = alertRulesFile.parse(JSON.parse(withRule(text, 'rules', at, null)))
          expect(without.rules).toEqual(before.rules.toSpliced(at, 1))
        },
      ),
    )
  })

  it('leaves to JSON what it cannot hold', () => {
    expect(formOf('rules', { id: 'x', title: 'X' })).toBeNull()
    expect(formOf('rules', { ...newRule('rules', 'x', undefined).rule, when: 7 })).toBeNull()
    expect(formOf('placeRules', { id: 'x', title: 'X', alert: { title: 'X' }, watch: { type: 'weather' } })).toBeNull()
    expect(readFile('{"rules": 7}')).toBeNull()
    expect(readFile('{')).toBeNull()
  })

  it('begins with what most rules say, under an id of its own', () => {
    expect(writtenOf(newRule('rules', 'late', undefined))).toEqual({
      ...{ id: 'late', title: '', alert: { title: '{place}: ' }, due: 18 },
    })
    expect(writtenOf(newRule('placeRules', 'low', 'nps'))).toEqual({
      ...{ id: 'low', title: '', watch: { type: 'limit', indicator: 'nps', below: 0 }, due: 18 },
      alert: { title: '{place}: {indicator} {figure}' },
    })
    expect(idsOf('{"rules": [{"id": "a"}], "placeRules": [{"id": "b"}]}')).toEqual(['a', 'b'])
  })
})
