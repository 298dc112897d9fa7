/**
 * Texts that come part by part: several may come at the same time, each only adds, and each is fetched until it has come
 * once.
 */
export function gathered<L extends string, P extends string, T extends object>(
  fetchPart: (locale: L, part: P) => Promise<T>,
) {
  const texts = new Map<L, Partial<T>>()
  const there = new Set<`${L} ${P}`>()
  const has = (locale: L, part: P) => there.has(`${locale} ${part}`)
  return {
    has,
    of: (locale: L): Partial<T> => texts.get(locale) ?? {},
    locales: () => texts.keys(),
    async bring(locale: L, part: P) {
      if (has(locale, part)) return
      const more = await fetchPart(locale, part)
      texts.set(locale, { ...texts.get(locale), ...more })
      there.add(`${locale} ${part}`)
    },
  }
}
