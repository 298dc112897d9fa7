import type { AccessAssertion } from '@kaiku/contract/access.ts'
import type { TFunction } from 'i18next'

/** “Anna Aalto must not: see indicators – Sweden (Retail)”. */
export const assertionText = ({ name, may, permission, place, surveyTitle }: AccessAssertion, t: TFunction): string =>
  t(may ? 'assertion.must' : 'assertion.mustNot', {
    name,
    what: t(`permission.${permission}`),
    place: (place.length > 1 ? place.slice(1) : place).join(' › '),
    survey: surveyTitle,
  })
