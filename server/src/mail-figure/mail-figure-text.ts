import { filledIn, languageOf } from '../text/text.ts'

/** What stands beside figures in a mail. `{0}`, `{1}` are filled in. */
const texts = {
  counted: {
    en: '{0} answers in the last {1} days',
    fi: '{0} vastausta viimeisten {1} päivän aikana',
    sv: '{0} svar de senaste {1} dagarna',
    de: '{0} Antworten in den letzten {1} Tagen',
  },
  countedIn: {
    en: '{0} answers, {1}',
    fi: '{0} vastausta, {1}',
    sv: '{0} svar, {1}',
    de: '{0} Antworten, {1}',
  },
  few: {
    en: 'Place’s figures: left out here, because too few people of this place answered.',
    fi: 'Paikan luvut: jätetään tästä pois, koska paikasta on liian vähän vastauksia.',
    sv: 'Platsens siffror: utelämnas här, eftersom för få på platsen har svarat.',
    de: 'Zahlen des Ortes: hier ausgelassen, weil zu wenige an diesem Ort geantwortet haben.',
  },
  notYours: {
    en: 'Place’s figures: not shown here, because you may not see the figures of this place.',
    fi: 'Paikan luvut: ei näytetä tässä, koska et saa nähdä tämän paikan lukuja.',
    sv: 'Platsens siffror: visas inte här, eftersom du inte får se den här platsens siffror.',
    de: 'Zahlen des Ortes: hier nicht gezeigt, weil Sie die Zahlen dieses Ortes nicht sehen dürfen.',
  },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

export const mailFigureText = (key: keyof typeof texts, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)
