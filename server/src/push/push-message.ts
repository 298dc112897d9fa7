import type { NoticeKind } from '@kaiku/contract/notification.ts'
import type { AlertSeverity } from '@kaiku/core/alert-state.ts'
import type { ToldNotice } from '../alert-notice/told-notice.ts'

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
    ...{ raised: 'New alert', assigned: 'An alert was given to you', escalated: 'An alert was escalated to you' },
    ...{ overdue: 'An alert is overdue', mentioned: 'You were mentioned', interview: 'About an interview' },
    ...{ critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', waiting: 'Not solved and yours: {n}' },
  },
  fi: {
    ...{ raised: 'Uusi hälytys', assigned: 'Sinulle annettiin hälytys', escalated: 'Hälytys siirrettiin sinulle' },
    ...{ overdue: 'Hälytys on myöhässä', mentioned: 'Sinut mainittiin', interview: 'Haastattelusta' },
    ...{
      critical: 'Kriittinen',
      high: 'Korkea',
      medium: 'Keskitaso',
      low: 'Matala',
      waiting: 'Ratkaisematta sinulla: {n}',
    },
  },
  sv: {
    ...{ raised: 'Nytt larm', assigned: 'Du fick ett larm', escalated: 'Ett larm eskalerades till dig' },
    ...{ overdue: 'Ett larm är försenat', mentioned: 'Du nämndes', interview: 'Om en intervju' },
    ...{ critical: 'Kritisk', high: 'Hög', medium: 'Medel', low: 'Låg', waiting: 'Olösta hos dig: {n}' },
  },
  de: {
    ...{
      raised: 'Neuer Alarm',
      assigned: 'Ihnen wurde ein Alarm gegeben',
      escalated: 'Ein Alarm wurde an Sie eskaliert',
    },
    ...{ overdue: 'Ein Alarm ist überfällig', mentioned: 'Sie wurden erwähnt', interview: 'Zu einem Interview' },
    ...{ critical: 'Kritisch', high: 'Hoch', medium: 'Mittel', low: 'Niedrig', waiting: 'Ungelöst bei Ihnen: {n}' },
  },
} satisfies Record<string, Texts>
type Language = keyof typeof texts
const isLanguage = (text: string): text is Language => Object.hasOwn(texts, text)

/** `waiting`: how many alerts wait for the reader. */
export function pushMessage(
  locale: string,
  id: string,
  kind: NoticeKind,
  { path, severity }: ToldNotice,
  waiting: number,
): PushMessage {
  const wanted = locale.split('-')[0] ?? ''
  const language = isLanguage(wanted) ? wanted : 'en'
  const said = texts[language]
  const body =
    severity === null ? said.interview : `${said[severity]} · ${said.waiting.replace('{n}', String(waiting))}`
  return { title: said[kind], body, path, tag: id, locale: language }
}
