import type { MissingField, MissingValue } from '@kaiku/contract/campaign-missing.ts'
import { formatValue } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'

export const fieldTitle = ({ id, title }: Pick<MissingField, 'id' | 'title'>, t: TFunction): string => {
  if (id === 'place') return t('campaign.place')
  return id === 'locale' ? t('campaign.missing.locale') : title
}

/** What a group of a field is called. */
export function valueTitle(field: string, value: MissingValue, t: TFunction, locale: string): string {
  switch (value.kind) {
    case 'value':
      return field === 'locale' ? languageName(value.title, locale) : value.title
    case 'band':
      return bandTitle(value, t, locale)
    case 'other':
    case 'unknown':
      return t(`campaign.missing.${value.kind}`)
  }
}

/** By its own code where that is none. */
function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

function bandTitle({ from, to, isAge }: MissingValue, t: TFunction, locale: string): string {
  const n = (value: number) => formatValue('mean', value, Number.isInteger(value) ? 0 : 2, locale)
  if (from === null)
    return to === null ? '' : t(isAge ? 'campaign.missing.ageUnder' : 'campaign.missing.under', { to: n(to) })
  if (to === null) return t(isAge ? 'campaign.missing.ageOver' : 'campaign.missing.over', { from: n(from) })
  return isAge
    ? t('campaign.missing.ageBetween', { from: n(from), to: n(to - 1) })
    : t('campaign.missing.between', { from: n(from), to: n(to) })
}

/** Half as often as others, as people say it. */
const half = { low: 0.45, high: 0.55 } as const

/** Whether a rate is about half of another. */
export const isHalf = (rate: number, others: number): boolean =>
  others > 0 && rate / others >= half.low && rate / others <= half.high
