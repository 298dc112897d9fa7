import { filledIn, languageOf } from '../text/text.ts'

/** What stands on a Monday card beside names and figures. `{0}`, `{1}` … are filled in. */
const texts = {
  main: { en: 'Figure', fi: 'Luku', sv: 'Siffra', de: 'Zahl' },
  keep: { en: 'Keep', fi: 'Säilytä', sv: 'Behåll', de: 'Beibehalten' },
  fix: { en: 'Fix', fi: 'Korjaa', sv: 'Åtgärda', de: 'Verbessern' },
  quotes: {
    en: 'In your customers’ words',
    fi: 'Asiakkaidenne sanoin',
    sv: 'Med kundernas ord',
    de: 'In den Worten Ihrer Kunden',
  },
  promises: { en: 'Open promises', fi: 'Avoimet lupaukset', sv: 'Öppna löften', de: 'Offene Zusagen' },
  changed: {
    en: '{0} on the {2} ({1} then). n {3}.',
    fi: '{0} ({2}: {1}). n {3}.',
    sv: '{0} mot {2} ({1} då). n {3}.',
    de: '{0} ({2}: {1}). n {3}.',
  },
  mentioned: {
    en: 'In {0} of {1} comments. {2}: {3} where it is mentioned, {4} elsewhere.',
    fi: 'Mainittu {0} kommentissa (kommentteja {1}). {2}: {3}, kun siitä puhutaan, {4} muuten.',
    sv: 'I {0} av {1} kommentarer. {2}: {3} där det nämns, {4} annars.',
    de: 'In {0} von {1} Kommentaren. {2}: {3}, wo es erwähnt wird, sonst {4}.',
  },
  noKeep: {
    en: 'Nothing stands out as better beyond chance.',
    fi: 'Mikään ei ole parempaa enempää kuin sattuma selittää.',
    sv: 'Inget är bättre utöver slumpen.',
    de: 'Nichts ist über den Zufall hinaus besser.',
  },
  noFix: {
    en: 'Nothing stands out as worse beyond chance.',
    fi: 'Mikään ei ole huonompaa enempää kuin sattuma selittää.',
    sv: 'Inget är sämre utöver slumpen.',
    de: 'Nichts ist über den Zufall hinaus schlechter.',
  },
  noQuotes: {
    en: 'No comments that can be quoted.',
    fi: 'Ei lainattavia kommentteja.',
    sv: 'Inga kommentarer att citera.',
    de: 'Keine Kommentare zum Zitieren.',
  },
  noPromises: { en: 'None.', fi: 'Ei yhtään.', sv: 'Inga.', de: 'Keine.' },
  few: {
    en: 'Too few responses for figures.',
    fi: 'Liian vähän vastauksia lukuihin.',
    sv: 'För få svar för siffror.',
    de: 'Zu wenige Antworten für Zahlen.',
  },
  due: { en: 'due {0}', fi: 'määräaika {0}', sv: 'senast {0}', de: 'fällig {0}' },
  overdue: {
    en: 'overdue since {0}',
    fi: 'myöhässä, määräaika {0}',
    sv: 'försenat sedan {0}',
    de: 'überfällig seit {0}',
  },
  more: { en: 'and {0} more', fi: 'ja {0} muuta', sv: 'och {0} till', de: 'und {0} weitere' },
  how: {
    en: 'Keep and fix: the clearest of {0} changes and topics, tested together at 5 %.',
    fi: 'Säilytä ja korjaa: selvimmät {0} muutoksesta ja aiheesta, testattu yhdessä 5 prosentin tasolla.',
    sv: 'Behåll och åtgärda: det tydligaste av {0} förändringar och ämnen, testade tillsammans på 5 %.',
    de: 'Beibehalten und verbessern: das Deutlichste aus {0} Veränderungen und Themen, gemeinsam zu 5 % getestet.',
  },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

export const cardText = (key: keyof typeof texts, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)
