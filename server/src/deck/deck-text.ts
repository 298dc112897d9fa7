import { filledIn, languageOf } from '../text/text.ts'

/** What slides say beside the words of documents. `{0}`, `{1}` are filled in. */
const texts = {
  part: { en: '{0} of {1}', fi: '{0} / {1}', sv: '{0} av {1}', de: '{0} von {1}' },
  table: { en: 'Table: {0}', fi: 'Taulukko: {0}', sv: 'Tabell: {0}', de: 'Tabelle: {0}' },
  logo: { en: 'Logo: {0}', fi: 'Logo: {0}', sv: 'Logotyp: {0}', de: 'Logo: {0}' },
  interval: { en: '95 % interval', fi: '95 %:n väli', sv: '95 %-intervall', de: '95-%-Intervall' },
  more: { en: 'and {0} more', fi: 'ja {0} muuta', sv: 'och {0} till', de: 'und {0} weitere' },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

export const deckText = (key: keyof typeof texts, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)

/** Longer texts end in three dots. */
export const cut = (text: string, most: number): string => {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** Whether the first letter that has a direction is one that runs from right to left. */
export const isRightToLeft = (text: string): boolean =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
