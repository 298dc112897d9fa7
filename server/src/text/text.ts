/** The sentences of the query path. `{0}`, `{1}` … are filled in. */
const sentences = {
  all: { en: 'All time', fi: 'Koko aika', sv: 'Hela tiden', de: 'Gesamter Zeitraum' },
  period: { en: 'Period', fi: 'Jakso', sv: 'Period', de: 'Zeitraum' },
  against: {
    en: '{0} vs {1}',
    fi: '{0} vs. {1}',
    sv: '{0} mot {1}',
    de: '{0} ggü. {1}',
  },
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
  lastQuarters: {
    en: 'Last {0} quarters',
    fi: 'Viimeiset {0} neljännestä',
    sv: 'Senaste {0} kvartalen',
    de: 'Letzte {0} Quartale',
  },
  lastYears: {
    en: 'Last {0} years',
    fi: 'Viimeiset {0} vuotta',
    sv: 'Senaste {0} åren',
    de: 'Letzte {0} Jahre',
  },
  fullDays: {
    en: '{0} days to yesterday',
    fi: '{0} päivää eiliseen',
    sv: '{0} dagar till i går',
    de: '{0} Tage bis gestern',
  },
  fullMonths: {
    en: 'Last {0} full months',
    fi: 'Viimeiset {0} täyttä kuukautta',
    sv: 'Senaste {0} hela månaderna',
    de: 'Letzte {0} volle Monate',
  },
  fullQuarters: {
    en: 'Last {0} full quarters',
    fi: 'Viimeiset {0} täyttä neljännestä',
    sv: 'Senaste {0} hela kvartalen',
    de: 'Letzte {0} volle Quartale',
  },
  fullYears: {
    en: 'Last {0} full years',
    fi: 'Viimeiset {0} täyttä vuotta',
    sv: 'Senaste {0} hela åren',
    de: 'Letzte {0} volle Jahre',
  },
  dayBefore: {
    en: 'the previous day',
    fi: 'edellinen päivä',
    sv: 'föregående dag',
    de: 'dem Vortag',
  },
  monthBefore: {
    en: 'the previous month',
    fi: 'edellinen kuukausi',
    sv: 'föregående månad',
    de: 'dem Vormonat',
  },
  quarterBefore: {
    en: 'the previous quarter',
    fi: 'edellinen neljännes',
    sv: 'föregående kvartal',
    de: 'dem Vorquartal',
  },
  yearBefore: {
    en: 'the previous year',
    fi: 'edellinen vuosi',
    sv: 'föregående år',
    de: 'dem Vorjahr',
  },
  daysBefore: {
    en: 'the previous {0} days',
    fi: 'edelliset {0} päivää',
    sv: 'föregående {0} dagar',
    de: 'den vorherigen {0} Tagen',
  },
  monthsBefore: {
    en: 'the previous {0} months',
    fi: 'edelliset {0} kuukautta',
    sv: 'föregående {0} månader',
    de: 'den vorherigen {0} Monaten',
  },
  quartersBefore: {
    en: 'the previous {0} quarters',
    fi: 'edelliset {0} neljännestä',
    sv: 'föregående {0} kvartal',
    de: 'den vorherigen {0} Quartalen',
  },
  yearsBefore: {
    en: 'the previous {0} years',
    fi: 'edelliset {0} vuotta',
    sv: 'föregående {0} år',
    de: 'den vorherigen {0} Jahren',
  },
  yearEarlier: {
    en: 'the same period a year earlier',
    fi: 'sama aika vuotta aiemmin',
    sv: 'samma period ett år tidigare',
    de: 'demselben Zeitraum im Vorjahr',
  },
  sameDaysBefore: {
    en: 'the same period to date',
    fi: 'sama kausi tähän asti',
    sv: 'samma period hittills',
    de: 'gleichem Zeitraum bis heute',
  },
  rose: {
    en: '**{0}** rose from {1} to **{2}** (significant).',
    fi: '**{0}** nousi {1} → **{2}** (merkitsevä).',
    sv: '**{0}** steg från {1} till **{2}** (signifikant).',
    de: '**{0}** ist von {1} auf **{2}** gestiegen (signifikant).',
  },
  fell: {
    en: '**{0}** fell from {1} to **{2}** (significant).',
    fi: '**{0}** laski {1} → **{2}** (merkitsevä).',
    sv: '**{0}** sjönk från {1} till **{2}** (signifikant).',
    de: '**{0}** ist von {1} auf **{2}** gefallen (signifikant).',
  },
  up: {
    en: '**{0}** **{2}**, up from {1} (not significant).',
    fi: '**{0}** **{2}**, aiemmin {1} (ei merkitsevä).',
    sv: '**{0}** **{2}**, upp från {1} (ej signifikant).',
    de: '**{0}** **{2}**, zuvor {1} (nicht signifikant).',
  },
  down: {
    en: '**{0}** **{2}**, down from {1} (not significant).',
    fi: '**{0}** **{2}**, aiemmin {1} (ei merkitsevä).',
    sv: '**{0}** **{2}**, ned från {1} (ej signifikant).',
    de: '**{0}** **{2}**, zuvor {1} (nicht signifikant).',
  },
  same: {
    en: '**{0}** **{2}**, unchanged.',
    fi: '**{0}** **{2}**, ei muutosta.',
    sv: '**{0}** **{2}**, oförändrat.',
    de: '**{0}** **{2}**, unverändert.',
  },
  level: { en: '**{0}** **{1}**.', fi: '**{0}** **{1}**.', sv: '**{0}** **{1}**.', de: '**{0}** **{1}**.' },
  day: { en: 'Day', fi: 'Päivä', sv: 'Dag', de: 'Tag' },
  place: { en: 'Place', fi: 'Paikka', sv: 'Plats', de: 'Ort' },
  'person.survey': { en: 'Survey', fi: 'Kysely', sv: 'Undersökning', de: 'Umfrage' },
  'person.what': { en: 'What', fi: 'Mitä', sv: 'Vad', de: 'Was' },
  'person.field': { en: 'Field', fi: 'Kenttä', sv: 'Fält', de: 'Feld' },
  'person.value': { en: 'Value', fi: 'Arvo', sv: 'Värde', de: 'Wert' },
  'table.about': { en: 'About', fi: 'Tietoja', sv: 'Om', de: 'Info' },
  'table.path': { en: 'Path', fi: 'Polku', sv: 'Sökväg', de: 'Pfad' },
  'table.rank': { en: 'Rank', fi: 'Sija', sv: 'Placering', de: 'Rang' },
  'table.rankFrom': { en: 'Rank from', fi: 'Sija vähintään', sv: 'Placering från', de: 'Rang von' },
  'table.rankTo': { en: 'Rank to', fi: 'Sija enintään', sv: 'Placering till', de: 'Rang bis' },
  'table.low': { en: '{0}: 95% from', fi: '{0}: 95 % alkaen', sv: '{0}: 95 % från', de: '{0}: 95 % von' },
  'table.high': { en: '{0}: 95% to', fi: '{0}: 95 % asti', sv: '{0}: 95 % till', de: '{0}: 95 % bis' },
  'table.n': { en: '{0}: n', fi: '{0}: n', sv: '{0}: n', de: '{0}: n' },
  'table.before': { en: '{0}: before', fi: '{0}: ennen', sv: '{0}: före', de: '{0}: vorher' },
  'table.change': { en: '{0}: change', fi: '{0}: muutos', sv: '{0}: förändring', de: '{0}: Veränderung' },
  'table.difference': { en: '{0}: difference', fi: '{0}: ero', sv: '{0}: skillnad', de: '{0}: Unterschied' },
  'table.significant': {
    en: '{0}: significant',
    fi: '{0}: merkitsevä',
    sv: '{0}: signifikant',
    de: '{0}: signifikant',
  },
  'table.above': { en: '{0}: above', fi: '{0}: suurempi kuin', sv: '{0}: över', de: '{0}: über' },
  'table.note': { en: 'Note', fi: 'Huomautus', sv: 'Anmärkning', de: 'Anmerkung' },
  'table.few': { en: 'few responses', fi: 'vähän vastauksia', sv: 'få svar', de: 'wenige Antworten' },
  'table.hidden': { en: 'hidden', fi: 'piilotettu', sv: 'dold', de: 'verborgen' },
  'table.yes': { en: 'yes', fi: 'kyllä', sv: 'ja', de: 'ja' },
  'table.no': { en: 'no', fi: 'ei', sv: 'nej', de: 'nein' },
  'table.all': { en: 'All', fi: 'Kaikki', sv: 'Alla', de: 'Alle' },
  'table.table': { en: 'Table', fi: 'Taulukko', sv: 'Tabell', de: 'Tabelle' },
  'table.period': { en: 'Period', fi: 'Ajanjakso', sv: 'Period', de: 'Zeitraum' },
  'table.places': { en: 'Places', fi: 'Paikat', sv: 'Platser', de: 'Orte' },
  'table.placesThen': {
    en: 'As they were on the day of each interview',
    fi: 'Kunkin vastauspäivän mukaan',
    sv: 'Som de var den dag då svaret gavs',
    de: 'Wie sie am Tag der jeweiligen Antwort waren',
  },
  'table.placesPlanned': { en: 'Plan “{0}”', fi: 'Suunnitelma ”{0}”', sv: 'Plan ”{0}”', de: 'Plan „{0}“' },
  'table.compared': { en: 'Compared with', fi: 'Verrataan', sv: 'Jämförs med', de: 'Verglichen mit' },
  'table.from': { en: 'From', fi: 'Alkaa', sv: 'Från', de: 'Von' },
  'table.to': { en: 'To', fi: 'Päättyy', sv: 'Till', de: 'Bis' },
  'table.filter': { en: 'Filter: {0}', fi: 'Suodatin: {0}', sv: 'Filter: {0}', de: 'Filter: {0}' },
  'table.not': { en: 'not {0}', fi: 'ei {0}', sv: 'inte {0}', de: 'nicht {0}' },
  'table.madeOn': { en: 'Made on', fi: 'Tehty', sv: 'Skapad', de: 'Erstellt am' },
  reworded: { en: '{0}: reworded', fi: '{0}: uusi sanamuoto', sv: '{0}: omformulerad', de: '{0}: neu formuliert' },
  rescaled: { en: '{0}: new scale', fi: '{0}: uusi asteikko', sv: '{0}: ny skala', de: '{0}: neue Skala' },
  interview: { en: 'Interview', fi: 'Haastattelu', sv: 'Intervju', de: 'Interview' },
  interviews: { en: 'Interviews', fi: 'Haastatteluja', sv: 'Intervjuer', de: 'Interviews' },
  nothing: {
    en: 'There are no responses here.',
    fi: 'Vastauksia ei ole.',
    sv: 'Det finns inga svar här.',
    de: 'Hier gibt es keine Antworten.',
  },
  few: {
    en: 'There are too few responses to show figures.',
    fi: 'Vastauksia on liian vähän lukujen näyttämiseen.',
    sv: 'Det finns för få svar för att visa siffror.',
    de: 'Es gibt zu wenige Antworten, um Zahlen zu zeigen.',
  },
  carried: {
    en: '**{0}** contributed most ({1}).',
    fi: 'Eniten vaikutti **{0}** ({1}).',
    sv: '**{0}** bidrog mest ({1}).',
    de: '**{0}** hat am meisten beigetragen ({1}).',
  },
  fellMost: {
    en: '**{0}** fell most ({1}).',
    fi: 'Eniten laski **{0}** ({1}).',
    sv: '**{0}** sjönk mest ({1}).',
    de: '**{0}** ist am stärksten gefallen ({1}).',
  },
  noValue: {
    en: 'No answer',
    fi: 'Ei vastausta',
    sv: 'Inget svar',
    de: 'Keine Angabe',
  },
} as const satisfies Record<string, Record<Language, string>>

export const languages = ['en', 'fi', 'sv', 'de'] as const
type Language = (typeof languages)[number]
export type SentenceKey = keyof typeof sentences

/** The language that a locale's sentences are in. */
export const languageOf = (locale: string): Language =>
  languages.find((language) => language === locale.split('-', 1)[0]) ?? 'en'

/** A text with `{0}`, `{1}` … filled in. */
export const filledIn = (text: string, filled: readonly string[]): string =>
  text.replace(/\{(\d)\}/g, (_, at: string) => filled[Number(at)] ?? '')

/** A sentence of the server in the locale's language; English where it has none. */
export const sentence = (key: SentenceKey, locale: string, ...filled: readonly string[]): string =>
  filledIn(sentences[key][languageOf(locale)], filled)
