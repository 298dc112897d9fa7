import { filledIn, languageOf } from '../text/text.ts'

/** What stands in documents beside the words of tables. `{0}`, `{1}` … are filled in. */
const texts = {
  target: { en: 'target {0}', fi: 'tavoite {0}', sv: 'mål {0}', de: 'Ziel {0}' },
  notSignificant: { en: 'not significant', fi: 'ei merkitsevä', sv: 'ej signifikant', de: 'nicht signifikant' },
  noAnswers: { en: 'no responses', fi: 'ei vastauksia', sv: 'inga svar', de: 'keine Antworten' },
  hidden: {
    en: 'hidden: fewer than {0} responses',
    fi: 'piilotettu: alle {0} vastausta',
    sv: 'dolt: färre än {0} svar',
    de: 'ausgeblendet: weniger als {0} Antworten',
  },
  'compare.previous': {
    en: 'previous period',
    fi: 'edellinen jakso',
    sv: 'föregående period',
    de: 'vorheriger Zeitraum',
  },
  'compare.yearBefore': { en: 'previous year', fi: 'edellinen vuosi', sv: 'föregående år', de: 'Vorjahr' },
  'compare.periodToDate': {
    en: 'same period to date',
    fi: 'sama kausi tähän asti',
    sv: 'samma period hittills',
    de: 'gleicher Zeitraum bis heute',
  },
  'compare.none': { en: '–', fi: '–', sv: '–', de: '–' },
  failed: {
    en: 'This part could not be created.',
    fi: 'Tätä osaa ei voitu luoda.',
    sv: 'Den här delen kunde inte skapas.',
    de: 'Dieser Teil konnte nicht erstellt werden.',
  },
  empty: {
    en: 'Nothing to show with these filters.',
    fi: 'Näillä suodattimilla ei ole näytettävää.',
    sv: 'Det finns inget att visa med dessa filter.',
    de: 'Mit diesen Filtern gibt es nichts zu zeigen.',
  },
  lines: {
    en: 'Line chart: {0}, {1}. The values stand in the table below.',
    fi: 'Viivakaavio: {0}, {1}. Arvot ovat alla olevassa taulukossa.',
    sv: 'Linjediagram: {0}, {1}. Värdena står i tabellen nedan.',
    de: 'Liniendiagramm: {0}, {1}. Die Werte stehen in der Tabelle darunter.',
  },
  'chart.line': {
    en: 'Line chart: {0}, {1}.',
    fi: 'Viivakaavio: {0}, {1}.',
    sv: 'Linjediagram: {0}, {1}.',
    de: 'Liniendiagramm: {0}, {1}.',
  },
  'chart.bar': {
    en: 'Bar chart: {0} by {1}.',
    fi: 'Pylväskaavio: {0}, {1}.',
    sv: 'Stapeldiagram: {0} per {1}.',
    de: 'Balkendiagramm: {0} nach {1}.',
  },
  rose: {
    en: '{0} rose from {1} to {2} vs {3}',
    fi: '{0} nousi {1} → {2} ({3})',
    sv: '{0} steg från {1} till {2} mot {3}',
    de: '{0} ist von {1} auf {2} gestiegen (ggü. {3})',
  },
  fell: {
    en: '{0} fell from {1} to {2} vs {3}',
    fi: '{0} laski {1} → {2} ({3})',
    sv: '{0} sjönk från {1} till {2} mot {3}',
    de: '{0} ist von {1} auf {2} gefallen (ggü. {3})',
  },
  unchanged: {
    en: 'no significant change vs {0}',
    fi: 'ei merkitsevää muutosta ({0})',
    sv: 'ingen signifikant förändring mot {0}',
    de: 'keine signifikante Veränderung ggü. {0}',
  },
  clearlyAbove: {
    en: 'significantly above the rest: {0}',
    fi: 'merkitsevästi muita korkeampi: {0}',
    sv: 'signifikant över övriga: {0}',
    de: 'signifikant über den übrigen: {0}',
  },
  clearlyBelow: {
    en: 'significantly below the rest: {0}',
    fi: 'merkitsevästi muita matalampi: {0}',
    sv: 'signifikant under övriga: {0}',
    de: 'signifikant unter den übrigen: {0}',
  },
  noneDiffers: {
    en: 'none differs significantly from the rest',
    fi: 'mikään ei eroa merkitsevästi muista',
    sv: 'ingen skiljer sig signifikant från övriga',
    de: 'keine weicht signifikant von den übrigen ab',
  },
  mostOften: {
    en: 'Most frequent answer: “{0}”, {1}',
    fi: 'Yleisin vastaus: ”{0}”, {1}',
    sv: 'Vanligaste svaret: ”{0}”, {1}',
    de: 'Häufigste Antwort: „{0}“, {1}',
  },
  firstOf: {
    en: 'The first {0} of {1}.',
    fi: 'Ensimmäiset {0} / {1}.',
    sv: 'De första {0} av {1}.',
    de: 'Die ersten {0} von {1}.',
  },
  MailCampaignsListComponent: { en: 'Campaigns', fi: 'Kampanjat', sv: 'Kampanjer', de: 'Kampagnen' },
  MailCampaignDetailsComponent: { en: 'Campaign', fi: 'Kampanja', sv: 'Kampanj', de: 'Kampagne' },
  ResponseFunnel: { en: 'Response', fi: 'Vastaaminen', sv: 'Svarsfrekvens', de: 'Rücklauf' },
  AlertList: { en: 'Alerts', fi: 'Hälytykset', sv: 'Larm', de: 'Alarme' },
  AlertLoop: { en: 'Alert performance', fi: 'Hälytysten hoito', sv: 'Larmhantering', de: 'Alarmbearbeitung' },
  ChangeDecomposition: {
    en: 'Reasons for change',
    fi: 'Muutoksen syyt',
    sv: 'Orsaker till förändringen',
    de: 'Gründe der Veränderung',
  },
  Comments: { en: 'Comments', fi: 'Kommentit', sv: 'Kommentarer', de: 'Kommentare' },
  Crosstab: { en: 'Crosstab', fi: 'Ristiintaulukko', sv: 'Korstabell', de: 'Kreuztabelle' },
  Distribution: { en: 'Distribution', fi: 'Jakauma', sv: 'Fördelning', de: 'Verteilung' },
  GeographyTiles: { en: 'Tile map', fi: 'Ruutukartta', sv: 'Rutkarta', de: 'Kachelkarte' },
  HeatMap: { en: 'Heat map', fi: 'Lämpökartta', sv: 'Värmekarta', de: 'Heatmap' },
  IndicatorTiles: { en: 'Key metrics', fi: 'Avainluvut', sv: 'Nyckeltal', de: 'Kennzahlen' },
  KeyDrivers: { en: 'Key drivers', fi: 'Avaintekijät', sv: 'Viktigaste drivkrafterna', de: 'Wichtigste Treiber' },
  RankingTableComponent: { en: 'Ranking', fi: 'Ranking', sv: 'Rankning', de: 'Rangliste' },
  InterviewList: { en: 'Interviews', fi: 'Haastattelut', sv: 'Intervjuer', de: 'Interviews' },
  GamificationOverviewConfig: { en: 'League', fi: 'Liiga', sv: 'Liga', de: 'Liga' },
  Sql: { en: 'SQL', fi: 'SQL', sv: 'SQL', de: 'SQL' },
  Targets: { en: 'Targets', fi: 'Tavoitteet', sv: 'Mål', de: 'Ziele' },
  Text: { en: 'Text', fi: 'Teksti', sv: 'Text', de: 'Text' },
  Topics: { en: 'Topics', fi: 'Aiheet', sv: 'Ämnen', de: 'Themen' },
  Trend: { en: 'Trend', fi: 'Kehitys', sv: 'Trend', de: 'Verlauf' },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>
export type DocumentKey = keyof typeof texts

/** What documents say in a language. */
export const documentText = (key: DocumentKey, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)
