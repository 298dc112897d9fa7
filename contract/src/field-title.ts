import type { Titles } from './field-title.rows.ts'

/** One of them in a language, in English where there is no other. */
export const titleIn = (titles: Titles, locale: string): string =>
  titles[['en', 'fi', 'sv', 'de'].indexOf(locale)] ?? titles[0]
