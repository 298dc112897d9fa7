import { describe, expect, it } from 'vitest'
import { ruleChanges } from './rule-change.ts'

const t = ((key: string, filled?: object) => [key, ...Object.values(filled ?? {})].join(' ')) as never
const names = new Map([
  ['region,all,fi', 'Finland'],
  ['nps', 'NPS'],
])
const words = { t, locale: 'en', filters: new Map(), names }
const rule = { id: 'low', title: 'Low', when: 'nps=0*1', alert: { title: '{place}' }, due: 8 }

describe('what publishing changes about a rule', () => {
  it('is told section by section, old beside new, and nothing of what stays', () => {
    const changed = { ...rule, when: 'nps=0*1*2', places: ['region,all,fi'], severity: 'high', due: 4 }
    expect(ruleChanges('rules', rule, changed, words)).toEqual([
      { where: 'rule.when', before: ['nps: 0, 1'], after: ['nps: 0, 1, 2', 'rule.places Finland'] },
      { where: 'alert.field.severity', before: ['alert.severity.medium'], after: ['alert.severity.high'] },
      { where: 'rule.due', before: ['rule.within 8'], after: ['rule.within 4'] },
    ])
    expect(ruleChanges('rules', rule, { ...rule, severity: 'medium' }, words)).toEqual([])
  })

  it('names the limit of a place, and each language of a text', () => {
    const watch = { type: 'limit', indicator: 'nps', below: 0 }
    const place = { id: 'sunk', title: { en: 'Sunk', fi: 'Uponnut' }, watch, alert: { title: 'x' } }
    const changed = { ...place, title: { en: 'Sunk', fi: 'Vajonnut' }, watch: { ...watch, below: 20 } }
    expect(ruleChanges('placeRules', place, changed, words)).toEqual([
      { where: 'rule.form.title', before: ['fi: Uponnut'], after: ['fi: Vajonnut'] },
      { where: 'rule.when', before: ['rule.watch.below NPS 0 28'], after: ['rule.watch.below NPS 20 28'] },
    ])
  })

  it('has all of a new rule, and what cannot be read as it is written', () => {
    expect(ruleChanges('rules', undefined, rule, words).every(({ before }) => before.length === 0)).toBe(true)
    const broken = { ...rule, due: 'soon' }
    expect(ruleChanges('rules', broken, broken, words)).toEqual([])
    expect(ruleChanges('rules', rule, broken, words)).toContainEqual({
      ...{ where: 'rule.form.json', before: [] },
      after: [JSON.stringify(broken)],
    })
  })
})
