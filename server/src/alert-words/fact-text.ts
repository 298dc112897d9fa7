import { formatChange, formatCount, formatDay, formatPeriod, formatValue } from '@kaiku/core/format.ts'
import type { Localised } from '@kaiku/core/localised.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { PlaceFacts } from './place-facts.ts'

type Reader = {
  readonly dictionary: Dictionary
  readonly translate: (text: Localised) => string
  readonly locale: string
}

/** What a name of a template stands for, in the reader’s words; null: nothing. */
export function factText({ dictionary, translate, locale }: Reader, facts: PlaceFacts, name: string): string | null {
  const indicator = dictionary.definition.indicators.find(({ id }) => id === facts.indicator)
  const { measure, decimals } = indicator ?? { measure: 'mean', decimals: 1 }
  switch (name) {
    case 'day':
      return formatDay(facts.period.to, locale)
    case 'period':
      return formatPeriod(facts.period, locale)
    case 'days':
      return formatCount(facts.days, locale)
    case 'last':
      return facts.lastDay && formatDay(facts.lastDay, locale)
    case 'indicator':
      return indicator ? translate(indicator.title) : facts.indicator
    case 'figure':
      return formatted(facts.value)
    case 'limit':
      return formatted(facts.limit)
    case 'before':
      return formatted(facts.change?.before ?? null)
    case 'interval':
      return facts.low === null || facts.high === null ? null : `${formatted(facts.low)} – ${formatted(facts.high)}`
    case 'n':
      return facts.n === null ? null : formatCount(facts.n, locale)
    case 'change':
      return facts.change && formatChange(facts.change.value, decimals, locale)
  }
  return null

  function formatted(number: number | null) {
    return number === null ? null : formatValue(measure, number, decimals, locale)
  }
}
