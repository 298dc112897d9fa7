/** Scripts that are written from right to left. */
const fromRight = new Set(['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

const known = new Map<string, 'ltr' | 'rtl'>()
/** Locales are a few, but those that somebody makes up may be many. */
const mostKnown = 1_000

/** How texts of a language run, as `dir` of HTML says it. `locale`: a tag such as `ar` or `uz-Arab`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const found = known.get(locale) ?? read(locale)
  if (known.size < mostKnown) known.set(locale, found)
  return found
}

function read(locale: string): 'ltr' | 'rtl' {
  try {
    return fromRight.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    // What is no tag says nothing.
    return 'ltr'
  }
}
