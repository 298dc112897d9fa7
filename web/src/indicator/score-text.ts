import { npsGroupOf } from '@kaiku/contract/nps-group.ts'
import { type ShownIndicator, valueText } from '@kaiku/contract/value-text.ts'
import type { TFunction } from 'i18next'

/** One answer in words: of an NPS question the answer and whom it makes, for an NPS itself is another scale. */
export function scoreText(indicator: ShownIndicator, value: number, t: TFunction, locale: string): string {
  const plain = valueText(indicator, value, locale, Number.isInteger(value) ? 0 : 1)
  const { nps } = indicator
  if (!nps) return plain
  return t('score.nps', { value: plain, top: nps.top, group: t(`nps.${npsGroupOf(String(value), nps)}`) })
}
