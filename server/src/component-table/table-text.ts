import { filledIn, languageOf, type SentenceKey, sentence } from '../text/text.ts'

/** What stands in tables beside the sentences of the query path. `{0}`, `{1}` … are filled in. */
const texts = {
  indicator: { en: 'Indicator', fi: 'Mittari', sv: 'Indikator', de: 'Kennzahl' },
  unit: { en: 'Unit', fi: 'Yksikkö', sv: 'Enhet', de: 'Einheit' },
  value: { en: 'Value', fi: 'Arvo', sv: 'Värde', de: 'Wert' },
  target: { en: 'Target', fi: 'Tavoite', sv: 'Mål', de: 'Ziel' },
  answer: { en: 'Answer', fi: 'Vastaus', sv: 'Svar', de: 'Antwort' },
  share: { en: 'Share (%)', fi: 'Osuus (%)', sv: 'Andel (%)', de: 'Anteil (%)' },
  missing: {
    en: 'not included in n',
    fi: 'ei mukana n:ssä',
    sv: 'ingår inte i n',
    de: 'nicht in n enthalten',
  },
  average: {
    en: '{0}: moving average over three periods',
    fi: '{0}: kolmen jakson liukuva keskiarvo',
    sv: '{0}: glidande medelvärde över tre perioder',
    de: '{0}: gleitender Durchschnitt über drei Zeiträume',
  },
  events: { en: 'Events', fi: 'Tapahtumat', sv: 'Händelser', de: 'Ereignisse' },
  part: { en: 'Component', fi: 'Osatekijä', sv: 'Delkomponent', de: 'Komponente' },
  change: { en: 'Change', fi: 'Muutos', sv: 'Förändring', de: 'Veränderung' },
  before: { en: 'Before', fi: 'Ennen', sv: 'Före', de: 'Vorher' },
  now: { en: 'Now', fi: 'Nyt', sv: 'Nu', de: 'Jetzt' },
  effect: { en: 'Effect', fi: 'Vaikutus', sv: 'Effekt', de: 'Effekt' },
  effectOwn: {
    en: '{0}: effect of score',
    fi: '{0}: tuloksen vaikutus',
    sv: '{0}: effekt av resultat',
    de: '{0}: Effekt der Bewertung',
  },
  effectMix: {
    en: '{0}: effect of mix',
    fi: '{0}: jakauman vaikutus',
    sv: '{0}: effekt av fördelning',
    de: '{0}: Effekt der Verteilung',
  },
  others: { en: 'All others', fi: 'Kaikki muut', sv: 'Alla andra', de: 'Alle anderen' },
  own: {
    en: 'Places with a significant change',
    fi: 'Paikat, joissa on merkitsevä muutos',
    sv: 'Platser med signifikant förändring',
    de: 'Orte mit signifikanter Veränderung',
  },
  chance: {
    en: 'Places without a significant change',
    fi: 'Paikat ilman merkitsevää muutosta',
    sv: 'Platser utan signifikant förändring',
    de: 'Orte ohne signifikante Veränderung',
  },
  unitMix: {
    en: 'Shift in mix',
    fi: 'Jakauman muutos',
    sv: 'Ändrad fördelning',
    de: 'Verschiebung der Anteile',
  },
  segmentMix: {
    en: 'Shift in mix within places: {0}',
    fi: 'Jakauman muutos paikoissa: {0}',
    sv: 'Ändrad fördelning inom platser: {0}',
    de: 'Verschiebung innerhalb der Orte: {0}',
  },
  opened: { en: 'New places', fi: 'Uudet paikat', sv: 'Nya platser', de: 'Neue Orte' },
  closed: {
    en: 'Places without responses now',
    fi: 'Paikat, joilla ei enää ole vastauksia',
    sv: 'Platser utan svar nu',
    de: 'Orte ohne aktuelle Antworten',
  },
  question: { en: 'Question', fi: 'Kysymys', sv: 'Fråga', de: 'Frage' },
  importance: { en: 'Importance (%)', fi: 'Tärkeys (%)', sv: 'Vikt (%)', de: 'Wichtigkeit (%)' },
  correlation: { en: 'Correlation', fi: 'Korrelaatio', sv: 'Korrelation', de: 'Korrelation' },
  score: { en: 'Score', fi: 'Tulos', sv: 'Resultat', de: 'Bewertung' },
  assessment: { en: 'Assessment', fi: 'Arvio', sv: 'Bedömning', de: 'Einschätzung' },
  'standing.first': {
    en: 'High importance, low score: fix first',
    fi: 'Suuri tärkeys, heikko tulos: korjaa ensin',
    sv: 'Stor vikt, lågt resultat: åtgärda först',
    de: 'Hohe Wichtigkeit, schwache Bewertung: zuerst verbessern',
  },
  'standing.keep': {
    en: 'High importance, high score: protect',
    fi: 'Suuri tärkeys, hyvä tulos: pidä yllä',
    sv: 'Stor vikt, högt resultat: värna',
    de: 'Hohe Wichtigkeit, gute Bewertung: sichern',
  },
  'standing.watch': {
    en: 'Low importance, low score: monitor',
    fi: 'Vähäinen tärkeys, heikko tulos: seuraa',
    sv: 'Liten vikt, lågt resultat: bevaka',
    de: 'Geringe Wichtigkeit, schwache Bewertung: beobachten',
  },
  'standing.fine': {
    en: 'Low importance, high score: maintain',
    fi: 'Vähäinen tärkeys, hyvä tulos: riittää',
    sv: 'Liten vikt, högt resultat: bibehåll',
    de: 'Geringe Wichtigkeit, gute Bewertung: beibehalten',
  },
  'standing.weak': { en: 'Weak evidence', fi: 'Heikko näyttö', sv: 'Svagt belägg', de: 'Schwache Evidenz' },
  'standing.few': {
    en: 'excluded: too few responses',
    fi: 'ei mukana: liian vähän vastauksia',
    sv: 'ingår inte: för få svar',
    de: 'ausgeschlossen: zu wenige Antworten',
  },
  'standing.equal': {
    en: 'excluded: all answers are the same',
    fi: 'ei mukana: kaikki vastaukset samoja',
    sv: 'ingår inte: alla svar är lika',
    de: 'ausgeschlossen: alle Antworten gleich',
  },
  'standing.hidden': {
    en: 'hidden: too few responses',
    fi: 'piilotettu: liian vähän vastauksia',
    sv: 'dold: för få svar',
    de: 'ausgeblendet: zu wenige Antworten',
  },
  topic: { en: 'Topic', fi: 'Aihe', sv: 'Ämne', de: 'Thema' },
  topics: { en: 'Topics', fi: 'Aiheet', sv: 'Ämnen', de: 'Themen' },
  topicShare: {
    en: 'Share of comments (%)',
    fi: 'Osuus kommenteista (%)',
    sv: 'Andel av kommentarerna (%)',
    de: 'Anteil der Kommentare (%)',
  },
  praise: { en: 'Praised', fi: 'Kehuttu', sv: 'Berömt', de: 'Gelobt' },
  complaint: { en: 'Criticised', fi: 'Moitittu', sv: 'Kritiserat', de: 'Kritisiert' },
  with: {
    en: '{0}, with the topic',
    fi: '{0}, aiheen maininneet',
    sv: '{0}, med ämnet',
    de: '{0}, mit dem Thema',
  },
  without: {
    en: '{0}, without the topic',
    fi: '{0}, muut',
    sv: '{0}, utan ämnet',
    de: '{0}, ohne das Thema',
  },
  impact: { en: 'Impact', fi: 'Vaikutus', sv: 'Effekt', de: 'Wirkung' },
  comment: { en: 'Comment', fi: 'Kommentti', sv: 'Kommentar', de: 'Kommentar' },
  sentiment: { en: 'Sentiment', fi: 'Sävy', sv: 'Ton', de: 'Stimmung' },
  positive: { en: 'Positive', fi: 'Myönteinen', sv: 'Positiv', de: 'Positiv' },
  negative: { en: 'Negative', fi: 'Kielteinen', sv: 'Negativ', de: 'Negativ' },
  mixed: { en: 'Mixed', fi: 'Kaksijakoinen', sv: 'Blandad', de: 'Gemischt' },
  neutral: { en: 'Neutral', fi: 'Neutraali', sv: 'Neutral', de: 'Neutral' },
  firstRows: {
    en: 'The first {0} of {1}',
    fi: 'Ensimmäiset {0}/{1}',
    sv: 'De första {0} av {1}',
    de: 'Die ersten {0} von {1}',
  },
  rows: { en: 'Rows', fi: 'Rivejä', sv: 'Rader', de: 'Zeilen' },
  alert: { en: 'Alert', fi: 'Hälytys', sv: 'Larm', de: 'Alarm' },
  alerts: { en: 'Alerts', fi: 'Hälytyksiä', sv: 'Larm', de: 'Alarme' },
  state: { en: 'State', fi: 'Tila', sv: 'Status', de: 'Status' },
  open: { en: 'Open', fi: 'Avoin', sv: 'Öppet', de: 'Offen' },
  inProgress: { en: 'In progress', fi: 'Työn alla', sv: 'Pågår', de: 'In Arbeit' },
  waiting: { en: 'On hold', fi: 'Odottaa', sv: 'Väntar', de: 'Zurückgestellt' },
  solved: { en: 'Solved', fi: 'Ratkaistu', sv: 'Löst', de: 'Gelöst' },
  owner: { en: 'Owner', fi: 'Vastuuhenkilö', sv: 'Ansvarig', de: 'Verantwortlich' },
  due: { en: 'Due', fi: 'Määräaika', sv: 'Förfaller', de: 'Fällig' },
  inTime: {
    en: 'Resolved on time (%)',
    fi: 'Ratkaistu ajoissa (%)',
    sv: 'Lösta i tid (%)',
    de: 'Rechtzeitig gelöst (%)',
  },
  firstAction: {
    en: 'Hours to first action, median',
    fi: 'Tunteja ensimmäiseen toimenpiteeseen, mediaani',
    sv: 'Timmar till första åtgärd, median',
    de: 'Stunden bis zur ersten Maßnahme, Median',
  },
  close: {
    en: 'Hours to resolution, median',
    fi: 'Tunteja ratkaisuun, mediaani',
    sv: 'Timmar till lösning, median',
    de: 'Stunden bis zur Lösung, Median',
  },
  reopened: {
    en: 'Reopened (%)',
    fi: 'Avattu uudelleen (%)',
    sv: 'Återöppnade (%)',
    de: 'Wieder geöffnet (%)',
  },
  responseRate: { en: 'Response rate', fi: 'Vastausaste', sv: 'Svarsfrekvens', de: 'Rücklaufquote' },
  sampled: { en: 'Sampled', fi: 'Otoksessa', sv: 'I urvalet', de: 'In der Stichprobe' },
  invited: { en: 'Invited', fi: 'Kutsuttu', sv: 'Inbjuden', de: 'Eingeladen' },
  reached: { en: 'Reached', fi: 'Tavoitettu', sv: 'Nådd', de: 'Erreicht' },
  started: { en: 'Started', fi: 'Aloittanut', sv: 'Påbörjad', de: 'Begonnen' },
  completed: { en: 'Completed', fi: 'Vastannut loppuun', sv: 'Slutförd', de: 'Abgeschlossen' },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

type TextKey = keyof typeof texts
/** `text.` before what only tables say. */
export type TableKey = SentenceKey | `text.${TextKey}`

const isOwn = (key: TableKey): key is `text.${TextKey}` => key.startsWith('text.')

export function tableText(key: TableKey, locale: string, ...filled: readonly string[]): string {
  if (!isOwn(key)) return sentence(key, locale, ...filled)
  const text: string = texts[key.slice(5) as TextKey][languageOf(locale)]
  return filledIn(text, filled)
}
