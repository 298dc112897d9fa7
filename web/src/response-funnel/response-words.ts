import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Figure } from '@kaiku/contract/figure.ts'
import type { sampleFunnelCalls } from '@kaiku/contract/sample-funnel.ts'
import { plusMinus, type ShownIndicator } from '@kaiku/contract/value-text.ts'
import { dash, formatValue } from '@kaiku/core/format.ts'
import type { SampleStep } from '@kaiku/core/sample-step.ts'

export type Funnel = ReplyOf<(typeof sampleFunnelCalls)['funnel']>

/** How rates of the funnel are read. */
export const rateAsIndicator: ShownIndicator = {
  id: 'responseRate',
  title: '',
  unit: '%',
  measure: 'rate',
  decimals: 1,
  better: 'high',
  target: null,
  weighted: false,
  bounds: { low: 0, high: 100 },
}

/** Of few people it is not told to the tenth. */
export const rateText = ({ state, value }: Figure, locale: string): string =>
  value === null ? dash : formatValue('rate', value, state === 'few' ? 0 : 1, locale)

export const rateReach = (rate: Figure, locale: string): string =>
  rate.state === 'few' ? '' : plusMinus(rateAsIndicator, rate, locale)

/** What the list of samples is narrowed by to show a step: everybody was sampled. */
export const chosenStep = (step: SampleStep): Readonly<Record<string, string>> => (step === 'sampled' ? {} : { step })
