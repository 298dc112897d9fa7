import { sampleSteps } from '@kaiku/core/sample-step.ts'
import type { TFunction } from 'i18next'
import type { DataTable } from '../card/data-table.tsx'
import { type Funnel, rateReach } from './response-words.ts'

/** The funnel as rows: the whole, then each place. */
export function responseTable({ steps, rate, change, places }: Funnel, t: TFunction, locale: string): DataTable {
  const tenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
  const row = (name: string, counts: readonly number[], of: Pick<Funnel, 'rate' | 'change'>) => [
    name,
    ...counts,
    tenth(of.rate.value),
    rateReach(of.rate, locale),
    of.rate.n,
    of.change?.significant ? tenth(of.change.value) : of.change ? t('change.none') : null,
  ]
  return {
    head: [
      t('place'),
      ...sampleSteps.map((step) => t(`sample.step.${step}`)),
      t('funnel.ratePercent'),
      t('interval'),
      t('n'),
      t('change'),
    ],
    rows: [
      row(
        t('funnel.total'),
        steps.map(({ n }) => n),
        { rate, change },
      ),
      ...places.map(({ title, counts, ...of }) =>
        row(
          title,
          sampleSteps.map((step) => counts[step]),
          of,
        ),
      ),
    ],
  }
}
