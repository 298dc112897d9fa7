import type { NamedPlaces } from '@kaiku/contract/access.ts'
import type { TFunction } from 'i18next'

/** Places in words: the last two names tell where one is, the rest is above it. */
const placeText = (names: readonly string[]): string => (names.length > 1 ? names.slice(1) : names).join(' › ')

/** “Region: Finland › Uusimaa, Sweden”; nothing narrows: everywhere. */
export const whereText = (where: readonly NamedPlaces[], t: TFunction): string =>
  where.length === 0
    ? t('access.everywhere')
    : where
        .map(({ title, places }) => `${title}: ${places.map(placeText).join(', ') || t('access.nowhere')}`)
        .join(' · ')
