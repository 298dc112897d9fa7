import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { valueText } from '@kaiku/contract/value-text.ts'
import { formatCount } from '@kaiku/core/format.ts'
import type { TFunction } from 'i18next'

type Proof = Pick<FigureProof, 'indicator' | 'figure' | 'sums'>

/** Decimals that are shown of what goes into a figure: enough that whoever computes it anew gets the value that is shown. */
const most = 4

/** A sum as it goes into a formula. */
export const exactText = (value: number, locale: string, decimals = most): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value).replace('-', '−')

const named = {
  nps: 'nps',
  topBox: 'share',
  bottomBox: 'share',
  share: 'share',
  rate: 'rate',
  mean: 'mean',
  index: 'mean',
  composite: 'mean',
  pooled: 'mean',
  sum: 'sum',
  median: 'median',
  count: 'count',
} as const satisfies Record<FigureProof['indicator']['measure'], string>

/** How a figure is computed, in words. */
export function formulaText({ indicator, figure }: Proof, t: TFunction, locale: string): string {
  const name = named[indicator.measure]
  if (name === 'median') return t('proof.formula.median', { n: formatCount(figure.n, locale) })
  return t(name === 'mean' && indicator.weighted ? 'proof.formula.weightedMean' : `proof.formula.${name}`)
}

/** The same with the sums put in; null: there are none, or they are the value itself. */
export function filledFormula({ indicator, figure, sums }: Proof, t: TFunction, locale: string): string | null {
  const { value } = figure
  if (sums === null || value === null) return null
  const name = named[indicator.measure]
  if (name === 'count' || name === 'sum' || name === 'median') return null
  const { W, S, counted, against } = sums
  const text = (one: number | null) => exactText(one ?? 0, locale)
  const left =
    name === 'mean'
      ? `${text(S)} ÷ ${text(W)}`
      : name === 'nps'
        ? `100 × (${text(counted)} − ${text(against)}) ÷ ${text(W)}`
        : `100 × ${text(counted)} ÷ ${text(W)}`
  const [exact, shown] = [exactText(value, locale, 6), valueText(indicator, value, locale)]
  return `${left} = ${exact}${isSame(value, indicator.decimals) ? '' : ` (${t('proof.formula.rounded', { value: shown })})`}`
}

/** Whether nothing is lost by showing so many decimals. */
const isSame = (value: number, decimals: number) => Number(value.toFixed(decimals)) === value
