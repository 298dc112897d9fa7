import type { ResponseFinding } from '@kaiku/contract/response-check.ts'
import { checkKinds } from '@kaiku/core/response-check.ts'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { integrityDe } from '../text/integrity-de.ts'
import { integrityEn } from '../text/integrity-en.ts'
import { integrityFi } from '../text/integrity-fi.ts'
import { integritySv } from '../text/integrity-sv.ts'
import { chanceText, findingText } from './finding-words.ts'

const finding: ResponseFinding = {
  ...{ findingId: '01890000-0000-7000-8000-00000000000a', kind: 'burst', place: ['Finland', 'Tampere'], path: 'a,b' },
  ...{ fromDay: '2026-05-03', toDay: '2026-05-03', p: 3e-9, questionTitle: null, interviews: 34, excluded: 0 },
  ...{
    campaigns: 0,
    state: 'new',
    note: '',
    by: '',
    changedAt: null,
    foundAt: '2026-05-04T03:00:00Z',
    isCurrent: true,
  },
  ...{ n: 60, count: 34, usual: 0.42, value: null, looked: 3400, question: null, of: null, from: '14:05', to: '14:20' },
  series: [],
}
const texts = { en: integrityEn, fi: integrityFi, sv: integritySv, de: integrityDe }
const say = async (locale: keyof typeof texts) => {
  const one = createInstance()
  await one.init({
    ...{ lng: locale, keySeparator: false, nsSeparator: false },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    resources: { [locale]: { translation: texts[locale] } },
  })
  return one.t
}

describe('the words of a finding', () => {
  it('say where, when, how many and how many are usual', async () => {
    const t = await say('en')
    expect(findingText(finding, t, 'en')).toBe(
      'Tampere: 34 answers between 14:05 and 14:20 on May 3, 2026. Usual in as long a time at that hour: 0.42.',
    )
    expect(chanceText(finding, t, 'en')).toBe('By chance alone: less than 1 in 100,000,000, among 3,400 looked at.')
  })

  it.each(['en', 'fi', 'sv', 'de'] as const)('leave no gap in %s, whatever was found', async (locale) => {
    const t = await say(locale)
    for (const kind of checkKinds)
      for (const of of ['mean', 'best'] as const) {
        const told = findingText(Object.assign({}, finding, { kind, of, value: 8.25, questionTitle: 'Q' }), t, locale)
        expect(told).toContain('Tampere')
        expect(told).not.toMatch(/[{}]|integrity\./)
      }
  })
})
