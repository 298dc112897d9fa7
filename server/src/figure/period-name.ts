import type { Comparison } from '@kaiku/core/comparison.ts'
import { formatPeriod } from '@kaiku/core/format.ts'
import {
  type DateInterval,
  type DateRef,
  type Days,
  readDateInterval,
  readDateRef,
  unitOf,
} from '@kaiku/core/relative-date.ts'
import type { Period } from '../selection/selection.ts'
import { languageOf, type SentenceKey, sentence } from '../text/text.ts'

/** No language has a word for this fiscal year and the last: they are named by their days. */
type Named = Exclude<DateInterval['unit'], 'fiscalyears'>
type NamedInterval = DateInterval & { readonly unit: Named }
const isNamed = (found: DateInterval): found is NamedInterval => found.unit !== 'fiscalyears'

const names = {
  days: { one: 'day', last: 'lastDays', full: 'fullDays', before: 'dayBefore', manyBefore: 'daysBefore' },
  months: { one: 'month', last: 'lastMonths', full: 'fullMonths', before: 'monthBefore', manyBefore: 'monthsBefore' },
  quarters: {
    one: 'quarter',
    last: 'lastQuarters',
    full: 'fullQuarters',
    before: 'quarterBefore',
    manyBefore: 'quartersBefore',
  },
  years: { one: 'year', last: 'lastYears', full: 'fullYears', before: 'yearBefore', manyBefore: 'yearsBefore' },
} as const satisfies Record<
  Named,
  { one: Intl.RelativeTimeFormatUnit } & Record<string, SentenceKey | Intl.RelativeTimeFormatUnit>
>

const unitsIn = { day: 'days', month: 'months', year: 'years' } as const

/** A written period as whole units up to this one or the one before; null where its days say more. */
function unitsOf(written: string | undefined): NamedInterval | null {
  const found = readDateInterval(written ?? '') ?? unitOfRef(readDateRef(written ?? ''))
  if (!found || !isNamed(found)) return null
  return found.to === 0 || found.to === -1 || (found.from === found.to && found.to < 0) ? found : null
}

function unitOfRef(ref: DateRef | null): DateInterval | null {
  if (ref?.direction !== 'e') return null
  const away = ref.toward === 'b' ? 0 - ref.count : ref.count
  return { unit: unitsIn[unitOf[ref.unit]], from: away, to: away }
}

/** `Last 12 months`, `Last month`: a period that is written relative to today by its units, another one by its days. */
export function periodName(period: Days | null, written: string | undefined, locale: string): string {
  if (period === null) return sentence('all', locale)
  const units = unitsOf(written)
  if (units === null) return formatPeriod(period, locale)
  const { one, last, full } = names[units.unit]
  if (units.from !== units.to)
    return units.to === 0 ? sentence(last, locale, `${1 - units.from}`) : sentence(full, locale, `${-units.from}`)
  return capital(new Intl.RelativeTimeFormat(languageOf(locale), { numeric: 'auto' }).format(units.to, one))
}

const yearsLength: Partial<Record<Named, number>> = { months: 12, quarters: 4, years: 1 }

/** What a period is compared with, as it reads beside the period's name. */
export function comparedName(compared: Period, how: Comparison, written: string | undefined, locale: string): string {
  const units = unitsOf(written)
  if (units === null) return formatPeriod(compared, locale)
  const count = units.to - units.from + 1
  const isYear = yearsLength[units.unit] === count
  if (how === 'periodToDate') return sentence('sameDaysBefore', locale)
  if (isYear) return sentence('yearBefore', locale)
  if (how === 'yearBefore') return sentence('yearEarlier', locale)
  const { before, manyBefore } = names[units.unit]
  return count === 1 ? sentence(before, locale) : sentence(manyBefore, locale, `${count}`)
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
