import type { NoticeKind } from '@kaiku/contract/notification.ts'
import type { AlertSeverity } from '@kaiku/core/alert-state.ts'
import type { NoticeText } from '../notice/notice-text.ts'

/** What a browser is pushed: words for the notice, and where a click leads. Nothing of an answer, and of nobody who gave one. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  readonly path: string
  /** A later one of the same tag takes its place. */
  readonly tag: string
  readonly locale: string
}

type Texts = Readonly<Record<NoticeKind | 'interview' | 'waiting', string>> & Readonly<Record<AlertSeverity, string>>

const texts = {
  en: {
    raised: 'New alert',
    assigned: 'Alert assigned to you',
    escalated: 'Alert escalated to you',
    overdue: 'Overdue alert',
    mentioned: 'You were mentioned',
    interview: 'In an interview',
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    waiting: 'Your unresolved alerts: {n}',
  },
  fi: {
    raised: 'Uusi hälytys',
    assigned: 'Sinulle siirretty hälytys',
    escalated: 'Sinulle eskaloitu hälytys',
    overdue: 'Hälytys on myöhässä',
    mentioned: 'Sinut mainittiin',
    interview: 'Haastattelussa',
    critical: 'Kriittinen',
    high: 'Korkea',
    medium: 'Keskitaso',
    low: 'Matala',
    waiting: 'Ratkaisemattomia hälytyksiäsi: {n}',
  },
  sv: {
    raised: 'Nytt larm',
    assigned: 'Du har tilldelats ett larm',
    escalated: 'Larm eskalerat till dig',
    overdue: 'Försenat larm',
    mentioned: 'Du nämndes',
    interview: 'I en intervju',
    critical: 'Kritisk',
    high: 'Hög',
    medium: 'Medel',
    low: 'Låg',
    waiting: 'Dina olösta larm: {n}',
  },
  de: {
    raised: 'Neuer Alarm',
    assigned: 'Ihnen wurde ein Alarm zugewiesen',
    escalated: 'Ein Alarm wurde an Sie eskaliert',
    overdue: 'Überfälliger Alarm',
    mentioned: 'Sie wurden erwähnt',
    interview: 'In einem Interview',
    critical: 'Kritisch',
    high: 'Hoch',
    medium: 'Mittel',
    low: 'Niedrig',
    waiting: 'Ihre ungelösten Alarme: {n}',
  },
} satisfies Record<string, Texts>
type Language = keyof typeof texts
const isLanguage = (text: string): text is Language => Object.hasOwn(texts, text)

/** `waiting`: how many alerts wait for the reader. */
export function pushMessage(
  locale: string,
  id: string,
  kind: NoticeKind,
  { path, severity }: NoticeText,
  waiting: number,
): PushMessage {
  const wanted = locale.split('-')[0] ?? ''
  const language = isLanguage(wanted) ? wanted : 'en'
  const said = texts[language]
  const body =
    severity === null ? said.interview : `${said[severity]} · ${said.waiting.replace('{n}', String(waiting))}`
  return { title: said[kind], body, path, tag: id, locale: language }
}
