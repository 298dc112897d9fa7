import { filledIn, languageOf } from '../text/text.ts'

/** What mails of schedules say beside figures and facts. `{0}`, `{1}` … are filled in. */
const texts = {
  subject: { en: '{0} – {1}', fi: '{0} – {1}', sv: '{0} – {1}', de: '{0} – {1}' },
  hello: { en: 'Hello {0},', fi: 'Hei {0},', sv: 'Hej {0},', de: 'Guten Tag {0},' },
  indicator: { en: 'Indicator', fi: 'Mittari', sv: 'Indikator', de: 'Kennzahl' },
  value: { en: 'Value', fi: 'Arvo', sv: 'Värde', de: 'Wert' },
  change: { en: 'Change', fi: 'Muutos', sv: 'Förändring', de: 'Veränderung' },
  course: { en: 'Course', fi: 'Kehitys', sv: 'Förlopp', de: 'Verlauf' },
  proof: {
    en: 'Where this figure comes from',
    fi: 'Mistä luku tulee',
    sv: 'Varifrån siffran kommer',
    de: 'Woher diese Zahl kommt',
  },
  significant: { en: 'significant', fi: 'merkitsevä', sv: 'signifikant', de: 'signifikant' },
  chance: { en: 'not significant', fi: 'ei merkitsevä', sv: 'ej signifikant', de: 'nicht signifikant' },
  open: { en: 'Open in Kaiku', fi: 'Avaa Kaikussa', sv: 'Öppna i Kaiku', de: 'In Kaiku öffnen' },
  attached: {
    en: 'The report is attached: {0}',
    fi: 'Raportti on liitteenä: {0}',
    sv: 'Rapporten är bifogad: {0}',
    de: 'Der Bericht ist angehängt: {0}',
  },
  report: {
    en: 'Get the report: {0}',
    fi: 'Hae raportti: {0}',
    sv: 'Hämta rapporten: {0}',
    de: 'Bericht abrufen: {0}',
  },
  why: {
    en: '{0} has this sent to you. You see what your own access allows.',
    fi: '{0} on ajastanut tämän sinulle. Näet sen, mihin omat oikeutesi riittävät.',
    sv: '{0} låter skicka detta till dig. Du ser det som din egen behörighet tillåter.',
    de: '{0} lässt Ihnen dies senden. Sie sehen, was Ihre eigenen Rechte erlauben.',
  },
  leave: {
    en: 'Stop these emails',
    fi: 'Lopeta nämä sähköpostit',
    sv: 'Sluta få dessa e-postmeddelanden',
    de: 'Diese E-Mails abbestellen',
  },
  all: {
    en: 'Your scheduled emails',
    fi: 'Ajastetut sähköpostisi',
    sv: 'Dina schemalagda e-postmeddelanden',
    de: 'Ihre geplanten E-Mails',
  },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

export type ScheduledMailKey = keyof typeof texts

export const scheduledMailText = (key: ScheduledMailKey, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)
