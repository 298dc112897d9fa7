import type { Titles } from './field-title.ts'

/** What values are called that one chooses among, by key and value. */
export const valueTitles: Readonly<Record<string, Readonly<Record<string, Titles>>>> = {
  measure: {
    mean: ['Mean', 'Keskiarvo', 'Medelvärde', 'Mittelwert'],
    index: ['Index 0–100', 'Indeksi 0–100', 'Index 0–100', 'Index 0–100'],
    nps: ['Net Promoter Score', 'Suositteluindeksi', 'Net Promoter Score', 'Net Promoter Score'],
    topBox: [
      'Share of the best answers',
      'Parhaiden vastausten osuus',
      'Andel bästa svar',
      'Anteil der besten Antworten',
    ],
    bottomBox: [
      'Share of the worst answers',
      'Huonoimpien vastausten osuus',
      'Andel sämsta svar',
      'Anteil der schlechtesten Antworten',
    ],
    share: [
      'Share of some answers',
      'Tiettyjen vastausten osuus',
      'Andel av vissa svar',
      'Anteil bestimmter Antworten',
    ],
    composite: [
      'Made of several, by person',
      'Useista, vastaajittain',
      'Av flera, per person',
      'Aus mehreren, je Person',
    ],
    pooled: ['Made of several, by answer', 'Useista, vastauksittain', 'Av flera, per svar', 'Aus mehreren, je Antwort'],
    sum: ['Sum', 'Summa', 'Summa', 'Summe'],
    median: ['Median', 'Mediaani', 'Median', 'Median'],
    count: ['Number', 'Lukumäärä', 'Antal', 'Anzahl'],
    rate: ['Rate of interviews', 'Vastausten osuus', 'Andel intervjuer', 'Quote der Interviews'],
  },
  type: {
    scale: ['Scale', 'Asteikko', 'Skala', 'Skala'],
    number: ['Number', 'Luku', 'Tal', 'Zahl'],
    choice: ['One of several', 'Yksi useista', 'En av flera', 'Eine von mehreren'],
    multiple: ['Several of several', 'Monta useista', 'Flera av flera', 'Mehrere von mehreren'],
    text: ['Text', 'Teksti', 'Text', 'Text'],
    date: ['Date', 'Päivä', 'Datum', 'Datum'],
  },
  better: {
    high: ['High', 'Korkea', 'Högt', 'Hoch'],
    low: ['Low', 'Matala', 'Lågt', 'Niedrig'],
  },
  weight: {
    role: ['By the weight question', 'Painokysymyksen mukaan', 'Enligt viktfrågan', 'Nach der Gewichtsfrage'],
    none: ['Unweighted', 'Painottamaton', 'Oviktad', 'Ungewichtet'],
  },
  severity: {
    critical: ['Critical', 'Kriittinen', 'Kritisk', 'Kritisch'],
    high: ['High', 'Korkea', 'Hög', 'Hoch'],
    medium: ['Medium', 'Keskitaso', 'Medel', 'Mittel'],
    low: ['Low', 'Matala', 'Låg', 'Niedrig'],
  },
  protectionPeriod: {
    month: ['Month', 'Kuukausi', 'Månad', 'Monat'],
    quarter: ['Quarter', 'Neljännesvuosi', 'Kvartal', 'Quartal'],
    year: ['Year', 'Vuosi', 'År', 'Jahr'],
  },
  per: {
    total: ['In total', 'Yhteensä', 'Totalt', 'Insgesamt'],
    day: ['Day', 'Päivä', 'Dag', 'Tag'],
    week: ['Week', 'Viikko', 'Vecka', 'Woche'],
    month: ['Month', 'Kuukausi', 'Månad', 'Monat'],
  },
  every: {
    day: ['Day', 'Päivä', 'Dag', 'Tag'],
    week: ['Week', 'Viikko', 'Vecka', 'Woche'],
    month: ['Month', 'Kuukausi', 'Månad', 'Monat'],
  },
  how: {
    assign: ['Assign', 'Siirrä vastuu', 'Tilldela', 'Zuweisen'],
    notify: ['Notify', 'Ilmoita', 'Meddela', 'Benachrichtigen'],
  },
  direction: {
    any: ['Any', 'Mikä tahansa', 'Valfri', 'Beliebig'],
    fall: ['Falling', 'Laskeva', 'Fallande', 'Fallend'],
    rise: ['Rising', 'Nouseva', 'Stigande', 'Steigend'],
  },
  icon: {
    info: ['Information', 'Tieto', 'Upplysning', 'Hinweis'],
    maintenance: ['Maintenance', 'Huolto', 'Underhåll', 'Wartung'],
    news: ['News', 'Uutinen', 'Nyhet', 'Neuigkeit'],
    time: ['Time', 'Aika', 'Tid', 'Zeit'],
    warning: ['Warning', 'Varoitus', 'Varning', 'Warnung'],
  },
  roles: {
    date: ['Interview date', 'Vastauksen päivä', 'Intervjudatum', 'Datum des Interviews'],
    weight: ['Weight', 'Paino', 'Vikt', 'Gewicht'],
    unit: ['Unit', 'Yksikkö', 'Enhet', 'Einheit'],
    contact: ['Contact', 'Yhteyshenkilö', 'Kontakt', 'Kontakt'],
    comment: ['Comment', 'Kommentti', 'Kommentar', 'Kommentar'],
    identifier: ['Identifier', 'Tunniste', 'Identifierare', 'Kennung'],
    pii: ['Personal data', 'Henkilötieto', 'Personuppgift', 'Personenbezogen'],
    background: ['Background', 'Taustatieto', 'Bakgrund', 'Hintergrund'],
  },
}
