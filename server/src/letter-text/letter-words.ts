import { filledIn, languageOf } from '../text/text.ts'

/** What a letter says beside its own texts. `{0}` is filled in. */
const texts = {
  answer: { en: 'How to answer', fi: 'Näin vastaat', sv: 'Så svarar du', de: 'So antworten Sie' },
  scan: {
    en: 'Scan the picture with your phone’s camera.',
    fi: 'Skannaa kuva puhelimesi kameralla.',
    sv: 'Skanna bilden med telefonens kamera.',
    de: 'Scannen Sie das Bild mit der Kamera Ihres Telefons.',
  },
  type: {
    en: 'Or go to {0} and type your code:',
    fi: 'Tai mene osoitteeseen {0} ja kirjoita koodisi:',
    sv: 'Eller gå till {0} och skriv din kod:',
    de: 'Oder gehen Sie auf {0} und geben Sie Ihren Code ein:',
  },
} as const

export const letterWord = (key: keyof typeof texts, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)
