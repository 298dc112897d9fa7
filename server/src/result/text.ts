/** The sentences of the query path. `{0}`, `{1}` … are filled in. */
const sentences = {
  all: { en: 'All time', fi: 'Koko aika', sv: 'Hela tiden', de: 'Gesamter Zeitraum' },
  against: { en: '{0} against {1}', fi: '{0}, vertailuna {1}', sv: '{0} jämfört med {1}', de: '{0} gegenüber {1}' },
  lastDays: {
    en: 'Last {0} days',
    fi: 'Viimeiset {0} päivää',
    sv: 'Senaste {0} dagarna',
    de: 'Letzte {0} Tage',
  },
  lastMonths: {
    en: 'Last {0} months',
    fi: 'Viimeiset {0} kuukautta',
    sv: 'Senaste {0} månaderna',
    de: 'Letzte {0} Monate',
  },
  lastYears: {
    en: 'Last {0} years',
    fi: 'Viimeiset {0} vuotta',
    sv: 'Senaste {0} åren',
    de: 'Letzte {0} Jahre',
  },
  fullDays: {
    en: '{0} days until yesterday',
    fi: '{0} päivää eiliseen asti',
    sv: '{0} dagar till och med i går',
    de: '{0} Tage bis gestern',
  },
  fullMonths: {
    en: '{0} months until last month',
    fi: '{0} kuukautta viime kuuhun asti',
    sv: '{0} månader till och med förra månaden',
    de: '{0} Monate bis zum letzten Monat',
  },
  fullYears: {
    en: '{0} years until last year',
    fi: '{0} vuotta viime vuoteen asti',
    sv: '{0} år till och med förra året',
    de: '{0} Jahre bis zum letzten Jahr',
  },
  dayBefore: { en: 'the day before', fi: 'edellinen päivä', sv: 'dagen före', de: 'dem Tag davor' },
  monthBefore: { en: 'the month before', fi: 'edellinen kuukausi', sv: 'månaden före', de: 'dem Monat davor' },
  yearBefore: { en: 'the year before', fi: 'edellinen vuosi', sv: 'året före', de: 'dem Jahr davor' },
  daysBefore: {
    en: 'the {0} days before',
    fi: 'edelliset {0} päivää',
    sv: 'de {0} dagarna före',
    de: 'den {0} Tagen davor',
  },
  monthsBefore: {
    en: 'the {0} months before',
    fi: 'edelliset {0} kuukautta',
    sv: 'de {0} månaderna före',
    de: 'den {0} Monaten davor',
  },
  yearsBefore: {
    en: 'the {0} years before',
    fi: 'edelliset {0} vuotta',
    sv: 'de {0} åren före',
    de: 'den {0} Jahren davor',
  },
  yearEarlier: {
    en: 'the same time a year earlier',
    fi: 'sama aika vuotta aiemmin',
    sv: 'samma tid ett år tidigare',
    de: 'demselben Zeitraum ein Jahr zuvor',
  },
  sameDaysBefore: {
    en: 'the same days of the period before',
    fi: 'edellisen jakson samat päivät',
    sv: 'samma dagar i perioden före',
    de: 'denselben Tagen des Zeitraums davor',
  },
  rose: {
    en: '**{0}** rose from {1} to **{2}**, more than chance explains.',
    fi: '**{0}** nousi arvosta {1} arvoon **{2}**, enemmän kuin sattuma selittää.',
    sv: '**{0}** steg från {1} till **{2}**, mer än slumpen förklarar.',
    de: '**{0}** stieg von {1} auf **{2}**, mehr als der Zufall erklärt.',
  },
  fell: {
    en: '**{0}** fell from {1} to **{2}**, more than chance explains.',
    fi: '**{0}** laski arvosta {1} arvoon **{2}**, enemmän kuin sattuma selittää.',
    sv: '**{0}** sjönk från {1} till **{2}**, mer än slumpen förklarar.',
    de: '**{0}** fiel von {1} auf **{2}**, mehr als der Zufall erklärt.',
  },
  unclear: {
    en: '**{0}** is **{2}**, before {1}: no clear change.',
    fi: '**{0}** on **{2}**, aiemmin {1}: ei selvää muutosta.',
    sv: '**{0}** är **{2}**, tidigare {1}: ingen tydlig förändring.',
    de: '**{0}** liegt bei **{2}**, zuvor {1}: keine klare Veränderung.',
  },
  level: {
    en: '**{0}** is **{1}**.',
    fi: '**{0}** on **{1}**.',
    sv: '**{0}** är **{1}**.',
    de: '**{0}** liegt bei **{1}**.',
  },
  day: { en: 'Day', fi: 'Päivä', sv: 'Dag', de: 'Tag' },
  place: { en: 'Place', fi: 'Paikka', sv: 'Plats', de: 'Ort' },
  'person.survey': { en: 'Survey', fi: 'Kysely', sv: 'Undersökning', de: 'Umfrage' },
  'person.what': { en: 'What', fi: 'Mitä', sv: 'Vad', de: 'Was' },
  'person.field': { en: 'Field', fi: 'Kenttä', sv: 'Fält', de: 'Feld' },
  'person.value': { en: 'Value', fi: 'Arvo', sv: 'Värde', de: 'Wert' },
  interviews: { en: 'Interviews', fi: 'Haastatteluja', sv: 'Intervjuer', de: 'Interviews' },
  nothing: {
    en: 'There are no answers here.',
    fi: 'Täällä ei ole vastauksia.',
    sv: 'Här finns inga svar.',
    de: 'Hier gibt es keine Antworten.',
  },
  few: {
    en: 'There are too few answers here to show figures.',
    fi: 'Vastauksia on liian vähän lukujen näyttämiseen.',
    sv: 'Här finns för få svar för att visa siffror.',
    de: 'Hier gibt es zu wenige Antworten, um Zahlen zu zeigen.',
  },
  carried: {
    en: '**{0}** carries most of it ({1}).',
    fi: 'Suurin osa tulee kohteesta **{0}** ({1}).',
    sv: '**{0}** står för det mesta ({1}).',
    de: '**{0}** trägt am meisten dazu bei ({1}).',
  },
  fellMost: {
    en: '**{0}** fell most ({1}).',
    fi: 'Eniten laski **{0}** ({1}).',
    sv: '**{0}** sjönk mest ({1}).',
    de: '**{0}** fiel am stärksten ({1}).',
  },
  noValue: { en: 'No value', fi: 'Ei arvoa', sv: 'Inget värde', de: 'Kein Wert' },
} as const satisfies Record<string, Record<Language, string>>

export const languages = ['en', 'fi', 'sv', 'de'] as const
type Language = (typeof languages)[number]
export type SentenceKey = keyof typeof sentences

/** The language that a locale's sentences are in. */
export const languageOf = (locale: string): Language =>
  languages.find((language) => language === locale.split('-', 1)[0]) ?? 'en'

/** A sentence of the server in the locale's language; English where it has none. */
export const sentence = (key: SentenceKey, locale: string, ...filled: readonly string[]): string =>
  sentences[key][languageOf(locale)].replace(/\{(\d)\}/g, (_, at: string) => filled[Number(at)] ?? '')
