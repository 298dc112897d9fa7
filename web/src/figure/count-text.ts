import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'

/** How many answers a figure rests on, and whether they count unequally. */
export const countText = (n: number | null, weighted: boolean, t: TFunction, locale: string): string =>
  [`${t('n')} ${formatCount(n, locale)}`, ...(weighted ? [t('weighted')] : [])].join(' · ')
