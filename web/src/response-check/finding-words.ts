import type { ResponseFinding } from '@kaiku/contract/response-check.ts'
import { formatCount, formatDay, formatPeriod } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'

/** Where a finding is, as people say it. */
export const placeText = ({ place }: Pick<ResponseFinding, 'place'>, t: TFunction): string =>
  place.filter(Boolean).at(-1) ?? t('integrity.everywhere')

const rounded = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, value >= 10 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 2 }).format(
    value,
  )
const scored = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(value)

/** What stands out, with its numbers: never what it means. */
export function findingText(finding: ResponseFinding, t: TFunction, locale: string): string {
  const { kind, count, n, usual, value, from, to, of } = finding
  const values = {
    place: placeText(finding, t),
    day: formatDay(finding.fromDay, locale),
    days: formatPeriod({ from: finding.fromDay, to: finding.toDay }, locale),
    question: finding.questionTitle ?? '',
    count: formatCount(count ?? 0, locale),
    n: formatCount(n, locale),
    usual: rounded(usual, locale),
    from: from ?? '',
    to: to ?? '',
    value: value === null ? '' : scored(value, locale),
    expected: scored(usual, locale),
  }
  if (kind === 'shift') return t(of === 'best' ? 'integrity.says.shiftBest' : 'integrity.says.shiftMean', values)
  return t(`integrity.says.${kind}`, values)
}

/** How likely it is by chance alone, as one in a round number, and among how many it was looked for. */
export function chanceText({ p, looked }: Pick<ResponseFinding, 'p' | 'looked'>, t: TFunction, locale: string): string {
  const power = Math.min(15, Math.max(1, Math.floor(-Math.log10(Math.max(p, 1e-300)))))
  return t('integrity.chance', { most: formatCount(10 ** power, locale), looked: formatCount(looked, locale) })
}
