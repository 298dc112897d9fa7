import type { TFunction } from 'i18next'
import type { Indicator } from './indicator.ts'

type Named = Pick<Indicator, 'title' | 'measure'>

/** The same indicators; those of one title say what they measure, too. */
export function distinctTitles<T extends Named>(indicators: readonly T[], t: TFunction): T[] {
  const times = new Map<string, number>()
  for (const { title } of indicators) times.set(title, (times.get(title) ?? 0) + 1)
  return indicators.map((one) =>
    (times.get(one.title) ?? 0) > 1 ? { ...one, title: `${one.title} (${t(`measure.${one.measure}`)})` } : one,
  )
}
