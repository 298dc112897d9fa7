/** A text for people: one for all, or one per locale. */
export type Localised = string | Record<string, string>

/** The text in a locale, else in its language, else in the fallback locale, else in the first there is. Empty when there is none. */
export function localise(text: Localised, locale: string, fallback: string): string {
  if (typeof text === 'string') return text
  const texts = new Map(Object.entries(text))
  for (const wanted of [locale, languageOf(locale), fallback, languageOf(fallback)]) {
    const found = texts.get(wanted)
    if (found !== undefined) return found
  }
  return texts.values().next().value ?? ''
}

const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? locale

/** Says a text in the language of whoever is told. */
export type Translate = (text: Localised) => string
