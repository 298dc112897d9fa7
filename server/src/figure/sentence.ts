import type { Change, Figure } from '@kaiku/contract/figure.ts'
import type { Comparison } from '@kaiku/core/comparison.ts'
import { formatChange, formatValue } from '@kaiku/core/format.ts'
import type { Period, Selection } from '../selection/selection.ts'
import { sentence } from '../text/text.ts'
import type { Measured } from './figures.ts'
import { comparedName, periodName } from './period-name.ts'

/** `Last 12 months vs the previous year`, `Q1 2026 vs Q1 2025` */
export function trendTitle(
  { period, writtenPeriod }: Pick<Selection, 'period' | 'writtenPeriod'>,
  how: Comparison | 'none',
  compared: Period | null,
  locale: string,
): string {
  const own = periodName(period, writtenPeriod, locale)
  if (compared === null || how === 'none') return own
  return sentence('against', locale, own, comparedName(compared, how, writtenPeriod, locale))
}

/** A place below with its change: `share` is how much of the whole's change it makes. */
export type Contribution = { readonly name: string; readonly change: Change; readonly share: number }

/** What happened to the main indicator, and where: one or two sentences with `**` around figures and names. */
export function trendDetails(
  { indicator, measure }: Measured,
  title: string,
  figure: Figure,
  change: Change | null,
  contributions: readonly Contribution[],
  locale: string,
): string {
  if (figure.state === 'hidden') return sentence('few', locale)
  if (figure.value === null) return sentence('nothing', locale)
  const value = (number: number | null) => plain(formatValue(measure, number, indicator.decimals, locale))
  const name = plain(title)
  if (change === null || change.before === null) return sentence('level', locale, name, value(figure.value))
  const [before, now] = [value(change.before), value(figure.value)]
  const whole = sentence(toldAs(change, before === now), locale, name, before, now)
  const where = placesOf(change, contributions)
  return [
    whole,
    ...where.map(([key, one]) =>
      sentence(key, locale, plain(one.name), formatChange(one.change.value, indicator.decimals, locale)),
    ),
  ].join(' ')
}

/** `looksSame`: rounded, both values read alike. */
function toldAs({ significant, value }: Change, looksSame: boolean) {
  if (significant) return value > 0 ? 'rose' : 'fell'
  if (looksSame) return 'same'
  return value > 0 ? 'up' : 'down'
}

/** The place that makes most of a clear change, and the one that fell most beyond chance where that is another. */
function placesOf(change: Change, contributions: readonly Contribution[]): ['carried' | 'fellMost', Contribution][] {
  const along = contributions.filter((one) => Math.sign(one.share) > 0 && one.change.significant)
  const most = change.significant ? best(along, ({ share }) => share) : null
  const fallen = contributions.filter((one) => one.change.value < 0 && one.change.significant)
  const worst = best(fallen, (one) => -one.change.value)
  return [
    ...(most && contributions.length > 1 ? [['carried', most] satisfies ['carried', Contribution]] : []),
    ...(worst && worst !== most ? [['fellMost', worst] satisfies ['fellMost', Contribution]] : []),
  ]
}

function best(all: readonly Contribution[], by: (one: Contribution) => number): Contribution | null {
  let found: Contribution | null = null
  for (const one of all) if (found === null || by(one) > by(found)) found = one
  return found
}

// A name that holds stars would end the bold text.
const plain = (text: string) => text.replaceAll('**', '∗∗')
