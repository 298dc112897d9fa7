import { languageOf } from '../text/text.ts'

/** What stands in the document of one interview. */
const texts = {
  interview: { en: 'Interview', fi: 'Haastattelu', sv: 'Intervju', de: 'Interview' },
  shown: { en: 'Shown in Kaiku', fi: 'Kaikussa', sv: 'I Kaiku', de: 'In Kaiku' },
  comments: { en: 'Comments', fi: 'Kommentit', sv: 'Kommentarer', de: 'Kommentare' },
  answers: { en: 'Answers', fi: 'Vastaukset', sv: 'Svar', de: 'Antworten' },
  contact: { en: 'Contact', fi: 'Yhteystiedot', sv: 'Kontakt', de: 'Kontakt' },
  scores: { en: 'Scores', fi: 'Tulokset', sv: 'Resultat', de: 'Bewertungen' },
  indicator: { en: 'Indicator', fi: 'Mittari', sv: 'Indikator', de: 'Kennzahl' },
  score: { en: 'Score', fi: 'Tulos', sv: 'Resultat', de: 'Bewertung' },
  question: { en: 'Question', fi: 'Kysymys', sv: 'Fråga', de: 'Frage' },
  answer: { en: 'Answer', fi: 'Vastaus', sv: 'Svar', de: 'Antwort' },
  notes: { en: 'Notes', fi: 'Muistiinpanot', sv: 'Anteckningar', de: 'Notizen' },
  withheld: { en: 'hidden', fi: 'piilotettu', sv: 'dold', de: 'verborgen' },
} as const satisfies Record<string, Record<ReturnType<typeof languageOf>, string>>

/** What the document of an interview says in a language. */
export const interviewText = (key: keyof typeof texts, locale: string): string => texts[key][languageOf(locale)]
