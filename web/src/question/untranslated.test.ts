import type { EditedQuestion } from '@kaiku/contract/question-change.ts'
import { expect, it } from 'vitest'
import { isUntranslated, missingLanguages } from './untranslated.ts'

const question: EditedQuestion = {
  ...{ id: 'nps', type: 'scale', roles: [], missing: [], hidden: false, minimumN: null, uses: [] },
  ...{ title: { en: 'Recommends', fi: 'Suosittelee', sv: 'Rekommenderar' }, text: {}, scale: null },
  codes: [
    { code: 0, label: { en: 'Never', fi: 'En koskaan' } },
    { code: 1, label: {} },
  ],
}

it('a question is not translated where one of its own texts is lacking, and none is where there is nothing to say', () => {
  expect(missingLanguages(question, 'en', ['en', 'fi', 'sv', 'de'])).toEqual(['sv', 'de'])
  expect(isUntranslated({ ...question, codes: [] }, 'en', 'sv')).toBe(false)
})
