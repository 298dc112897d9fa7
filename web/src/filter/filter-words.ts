import type { Filter } from '@kaiku/contract/filter.ts'
import { readCampaignFilter } from '@kaiku/core/campaign-filter.ts'
import { type FilterKind, readRange, tableDateModes } from '@kaiku/core/filter-kind.ts'
import { marksOf, noAnswer, optionText } from '@kaiku/core/filter-token.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'
import { periodWords } from '../period/period-words.ts'

// More names than these tell less than their number.
const [mostNamed, namedOfMany] = [12, 3]

/** What the written values of a filter say, in words. A filter that is not known shows its values as they stand. */
export function filterWords(filter: Filter | undefined, values: readonly string[], t: TFunction, locale: string) {
  const named = values.length > mostNamed ? values.slice(0, namedOfMany) : values
  const shown = named.map((value) => valueWords(filter, value, t, locale)).join(', ')
  const left = values.length - named.length
  return left === 0 ? shown : t('filter.andMore', { words: shown, n: formatCount(left, locale) })
}

/** What one written value says. */
export function valueWords(filter: Filter | undefined, written: string, t: TFunction, locale: string): string {
  return words[filter?.kind ?? 'options']({ filter, written, t, locale })
}

type Worded = {
  readonly filter: Filter | undefined
  readonly written: string
  readonly t: TFunction
  readonly locale: string
}

function textWords({ filter, written, t }: Worded): string {
  const { excluded, submatch, body } = marksOf(written)
  const text = optionTitle(filter, body, t)
  if (submatch || (excluded && filter?.submatch)) return t(excluded ? 'filter.lacks' : 'filter.holds', { text })
  return excluded ? t('filter.not', { text }) : text
}

/** What a value says, by the kind of its filter. */
const words = {
  options: textWords,
  text: textWords,
  range: (of) =>
    marksOf(of.written).excluded ? textWords(of) : rangeWords(of.written, of.filter?.decimals ?? 0, of.locale),
  period: ({ written, t, locale }) => periodWords(written, t, locale),
  tableDate(of) {
    const mode = tableDateModes.find((one) => one === of.written)
    return mode ? of.t(`tableDate.${mode}`) : textWords(of)
  },
  campaign: campaignWords,
} satisfies Record<FilterKind, (of: Worded) => string>

function campaignWords({ filter, written, t }: Worded): string {
  const { excluded } = marksOf(written)
  const chosen = readCampaignFilter(excluded ? written.slice(1) : written)
  if (!chosen) return written
  const { campaign, days, state, opened, clicked } = chosen
  const name = filter?.options.find(({ extName }) => extName === campaign)?.title ?? t('campaignFilter.other')
  const text = [
    name,
    ...(days === null ? [] : [t('campaignFilter.within', { count: days })]),
    ...(state === 'any' ? [] : [t(`campaignFilter.state.${state}`)]),
    ...(opened === 'any' ? [] : [t(`campaignFilter.opened.${opened}`)]),
    ...(clicked === 'any' ? [] : [t(`campaignFilter.clicked.${clicked}`)]),
  ].join(' · ')
  return excluded ? t('filter.not', { text }) : text
}

function rangeWords(written: string, decimals: number, locale: string): string {
  const range = readRange(written)
  if (!range) return written
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: Math.max(decimals, 2) })
  return `${number.format(range.from)}–${number.format(range.to)}`
}

function optionTitle(filter: Filter | undefined, body: string, t: TFunction): string {
  const extName = optionText(body)
  const known = filter?.options.find((one) => one.extName === extName)?.title
  return known ?? (body === noAnswer ? t('filter.noAnswer') : extName)
}
