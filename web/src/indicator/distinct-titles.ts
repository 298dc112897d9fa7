import type { ShownIndicator } from '@kaiku/contract/value-text.ts'
import type { TFunction } from 'i18next'

type Named = Pick<ShownIndicator, 'title' | 'measure'>

/** The same indicators; those of one title, among them or beside them, say what they measure, too. */
export function distinctTitles<T extends Named>(
  indicators: readonly T[],
  t: TFunction,
  beside: readonly Named[] = [],
): T[] {
  const isShared = (one: T) =>
    indicators.some((other) => other !== one && other.title === one.title) ||
    beside.some(({ title, measure }) => title === one.title && measure !== one.measure)
  return indicators.map((one) =>
    isShared(one) ? { ...one, title: `${one.title} (${t(`measure.${one.measure}`)})` } : one,
  )
}
