import type { Topic } from '@kaiku/contract/topic.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import { formatChange, formatCount, formatPlusMinus, formatValue } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import type { DataTable } from '../card/data-table.tsx'

export const percentText = (value: number, locale: string) => formatValue('share', value, value < 10 ? 1 : 0, locale)

/** One digit more than the indicator: an impact is a part of a difference. */
const impactDecimals = (indicator: ShownIndicator) => indicator.decimals + (indicator.decimals < 2 ? 1 : 0)

export const impactText = (indicator: ShownIndicator, impact: NonNullable<Topic['impact']>, locale: string) =>
  formatChange(impact.value, impactDecimals(indicator), locale)

export const impactReach = (indicator: ShownIndicator, impact: NonNullable<Topic['impact']>, locale: string) =>
  formatPlusMinus(impact, impactDecimals(indicator), locale)

/** What one hears who cannot see the row. */
export function topicFacts({ n, share, praise, complaint }: Topic, t: TFunction, locale: string): string {
  const reach =
    share.low === null || share.high === null ? '' : formatPlusMinus({ low: share.low, high: share.high }, 1, locale)
  return [
    `${percentText(share.value, locale)} ${reach}`.trim(),
    `${t('n')} ${formatCount(n, locale)}`,
    praise ? t('topic.praised', { n: formatCount(praise, locale) }) : '',
    complaint ? t('topic.criticised', { n: formatCount(complaint, locale) }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The topics as rows, for reading and export. */
export function plainTable(
  topics: readonly Topic[],
  indicator: ShownIndicator | undefined,
  t: TFunction,
  locale: string,
): DataTable {
  const figures = indicator
    ? [t('topic.with', { indicator: indicator.title }), t('topic.without', { indicator: indicator.title })]
    : []
  const impacts = indicator ? [t('topic.impact'), t('topic.impactFrom'), t('topic.impactTo')] : []
  return {
    head: [
      t('topic.name'),
      t('n'),
      t('topic.share'),
      t('topic.change'),
      t('topic.praise'),
      t('topic.complaint'),
      ...figures,
      ...impacts,
    ],
    rows: topics.map((topic) => [
      topic.title,
      topic.n,
      percentText(topic.share.value, locale),
      topic.change && formatChange(topic.change.value, 1, locale),
      topic.praise,
      topic.complaint,
      ...(indicator ? [topic.with, topic.without].map(({ value }) => valueText(indicator, value, locale)) : []),
      ...(indicator
        ? [topic.impact?.value, topic.impact?.low, topic.impact?.high].map((one) =>
            one === undefined ? null : formatChange(one, impactDecimals(indicator), locale),
          )
        : []),
    ]),
  }
}
