import type { ReportKind } from '@kaiku/contract/report-kind.ts'
import { languageOf } from '../text/text.ts'

/** What stands in reports beside the words of tables. `{0}`, `{1}` … are filled in. */
const texts = {
  ranking: { en: 'Ranking', fi: 'Ranking', sv: 'Ranking', de: 'Ranking' },
  indicators: {
    en: 'Indicators by period',
    fi: 'Mittarit jaksoittain',
    sv: 'Indikatorer per period',
    de: 'Kennzahlen nach Zeitraum',
  },
  interviews: { en: 'Interviews', fi: 'Haastattelut', sv: 'Intervjuer', de: 'Interviews' },
  alerts: { en: 'Alerts', fi: 'Hälytykset', sv: 'Larm', de: 'Alarme' },
  actions: { en: 'Alert actions', fi: 'Hälytysten käsittely', sv: 'Larmåtgärder', de: 'Alarmbearbeitung' },
  samples: { en: 'Samples', fi: 'Otokset', sv: 'Urval', de: 'Stichproben' },
  byState: { en: 'By state', fi: 'Tiloittain', sv: 'Per status', de: 'Nach Status' },
  byPlace: { en: 'By place', fi: 'Paikoittain', sv: 'Per plats', de: 'Nach Ort' },
  report: { en: 'Report', fi: 'Raportti', sv: 'Rapport', de: 'Bericht' },
  dataState: { en: 'Data state', fi: 'Aineiston tila', sv: 'Dataversion', de: 'Datenstand' },
  madeFor: { en: 'Created for', fi: 'Luotu käyttäjälle', sv: 'Skapad för', de: 'Erstellt für' },
  madeAt: { en: 'Created at (UTC)', fi: 'Luotu (UTC)', sv: 'Skapad (UTC)', de: 'Erstellt um (UTC)' },
  address: { en: 'Shown in Kaiku', fi: 'Kaikussa', sv: 'I Kaiku', de: 'In Kaiku' },
  data: { en: 'Data', fi: 'Data', sv: 'Data', de: 'Daten' },
  codebook: { en: 'Codebook', fi: 'Koodikirja', sv: 'Kodbok', de: 'Codebuch' },
  summary: { en: 'Summary', fi: 'Yhteenveto', sv: 'Sammanfattning', de: 'Zusammenfassung' },
  steps: { en: 'Steps', fi: 'Vaiheet', sv: 'Steg', de: 'Schritte' },
  whole: { en: 'Whole period', fi: 'Koko jakso', sv: 'Hela perioden', de: 'Gesamter Zeitraum' },
  level: { en: 'Level', fi: 'Taso', sv: 'Nivå', de: 'Ebene' },
  rule: { en: 'Rule', fi: 'Sääntö', sv: 'Regel', de: 'Regel' },
  severity: { en: 'Severity', fi: 'Vakavuus', sv: 'Allvarlighet', de: 'Schweregrad' },
  low: { en: 'Low', fi: 'Matala', sv: 'Låg', de: 'Niedrig' },
  medium: { en: 'Medium', fi: 'Keskitaso', sv: 'Medel', de: 'Mittel' },
  high: { en: 'High', fi: 'Korkea', sv: 'Hög', de: 'Hoch' },
  critical: { en: 'Critical', fi: 'Kriittinen', sv: 'Kritisk', de: 'Kritisch' },
  created: { en: 'Raised (UTC)', fi: 'Nostettu (UTC)', sv: 'Utlöst (UTC)', de: 'Ausgelöst (UTC)' },
  due: { en: 'Due (UTC)', fi: 'Määräaika (UTC)', sv: 'Förfaller (UTC)', de: 'Fällig (UTC)' },
  overdue: { en: 'Overdue', fi: 'Myöhässä', sv: 'Försenat', de: 'Überfällig' },
  solvedAt: { en: 'Solved (UTC)', fi: 'Ratkaistu (UTC)', sv: 'Löst (UTC)', de: 'Gelöst (UTC)' },
  tags: { en: 'Tags', fi: 'Tunnisteet', sv: 'Taggar', de: 'Tags' },
  score: { en: 'Score', fi: 'Tulos', sv: 'Resultat', de: 'Bewertung' },
  firstAction: {
    en: 'Hours to first action',
    fi: 'Tunteja ensimmäiseen toimenpiteeseen',
    sv: 'Timmar till första åtgärd',
    de: 'Stunden bis zur ersten Maßnahme',
  },
  close: {
    en: 'Hours to resolution',
    fi: 'Tunteja ratkaisuun',
    sv: 'Timmar till lösning',
    de: 'Stunden bis zur Lösung',
  },
  rootCause: { en: 'Root cause', fi: 'Juurisyy', sv: 'Grundorsak', de: 'Ursache' },
  action: { en: 'Action', fi: 'Toimenpide', sv: 'Åtgärd', de: 'Maßnahme' },
  reopened: { en: 'Times reopened', fi: 'Avattu uudelleen', sv: 'Återöppnat', de: 'Wieder geöffnet' },
  at: { en: 'At (UTC)', fi: 'Aika (UTC)', sv: 'Tid (UTC)', de: 'Zeit (UTC)' },
  by: { en: 'By', fi: 'Tekijä', sv: 'Av', de: 'Von' },
  step: { en: 'Step', fi: 'Vaihe', sv: 'Steg', de: 'Schritt' },
  field: { en: 'Field', fi: 'Kenttä', sv: 'Fält', de: 'Feld' },
  before: { en: 'Before', fi: 'Ennen', sv: 'Före', de: 'Vorher' },
  after: { en: 'After', fi: 'Jälkeen', sv: 'Efter', de: 'Nachher' },
  note: { en: 'Note', fi: 'Huomautus', sv: 'Anteckning', de: 'Notiz' },
  'step.created': { en: 'Raised', fi: 'Nostettu', sv: 'Utlöst', de: 'Ausgelöst' },
  'step.changed': { en: 'Changed', fi: 'Muutettu', sv: 'Ändrat', de: 'Geändert' },
  'step.note': { en: 'Note', fi: 'Huomautus', sv: 'Anteckning', de: 'Notiz' },
  'step.escalated': { en: 'Escalated', fi: 'Eskaloitu', sv: 'Eskalerat', de: 'Eskaliert' },
  'step.notified': { en: 'Notified', fi: 'Ilmoitettu', sv: 'Meddelat', de: 'Benachrichtigt' },
  'step.withdrawn': { en: 'Withdrawn', fi: 'Peruttu', sv: 'Återkallat', de: 'Zurückgezogen' },
  'step.attached': { en: 'File added', fi: 'Tiedosto lisätty', sv: 'Fil tillagd', de: 'Datei hinzugefügt' },
  'step.detached': { en: 'File removed', fi: 'Tiedosto poistettu', sv: 'Fil borttagen', de: 'Datei entfernt' },
  'step.replied': { en: 'Replied', fi: 'Vastattu', sv: 'Besvarat', de: 'Beantwortet' },
  'step.asked': { en: 'Asked again', fi: 'Kysytty uudelleen', sv: 'Frågat igen', de: 'Erneut gefragt' },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>
type ReportKey = keyof typeof texts

/** What reports say in a language. */
export const reportText = (key: ReportKey, locale: string): string => texts[key][languageOf(locale)]

/** What a report is called: its kind, and its survey. */
export const reportTitle = (kind: ReportKind, survey: string, locale: string): string =>
  `${reportText(kind, locale)} – ${survey}`
