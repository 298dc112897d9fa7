/** Scripts that are written from right to left. */
const fromRight = new Set(['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** How texts of a language run, as `dir` of HTML says it. `locale`: a tag such as `ar` or `uz-Arab`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    return fromRight.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    // What is no tag says nothing.
    return 'ltr'
  }
}
