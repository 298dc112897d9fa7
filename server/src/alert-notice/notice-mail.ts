import type { NoticeKind } from '@kaiku/contract/notification.ts'
import { checkLink, plain } from '../mail/mail-text.ts'
import { escaped } from '../text/html.ts'

type Language = 'en' | 'fi' | 'sv' | 'de'
type Texts = Readonly<Record<NoticeKind | 'digest' | 'hello' | 'settings', string>>

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    hello: 'Hello {name},',
    raised: 'New alert: {title}',
    assigned: '{by} assigned you an alert: {title}',
    escalated: 'Alert escalated to you: {title}',
    overdue: 'Overdue alert: {title}',
    mentioned: '{by} mentioned you: {title}',
    digest: 'Your alerts: {count}',
    settings: 'Choose which emails you get in your account.',
  },
  fi: {
    hello: 'Hei {name},',
    raised: 'Uusi hälytys: {title}',
    assigned: '{by} siirsi sinulle hälytyksen: {title}',
    escalated: 'Sinulle eskaloitu hälytys: {title}',
    overdue: 'Myöhässä oleva hälytys: {title}',
    mentioned: '{by} mainitsi sinut: {title}',
    digest: 'Hälytyksesi: {count}',
    settings: 'Valitse tililläsi, mitä sähköposteja saat.',
  },
  sv: {
    hello: 'Hej {name},',
    raised: 'Nytt larm: {title}',
    assigned: '{by} har tilldelat dig ett larm: {title}',
    escalated: 'Larm eskalerat till dig: {title}',
    overdue: 'Försenat larm: {title}',
    mentioned: '{by} nämnde dig: {title}',
    digest: 'Dina larm: {count}',
    settings: 'Välj vilka mejl du får i ditt konto.',
  },
  de: {
    hello: 'Guten Tag {name},',
    raised: 'Neuer Alarm: {title}',
    assigned: '{by} hat Ihnen einen Alarm zugewiesen: {title}',
    escalated: 'An Sie eskalierter Alarm: {title}',
    overdue: 'Überfälliger Alarm: {title}',
    mentioned: '{by} hat Sie erwähnt: {title}',
    digest: 'Ihre Alarme: {count}',
    settings: 'In Ihrem Konto wählen Sie, welche E-Mails Sie erhalten.',
  },
}

/** What one notice says; `by` is empty where Kaiku did it. */
export type NoticeLine = {
  readonly kind: NoticeKind
  readonly title: string
  readonly by: string
  readonly link: string
}

/**
 * A mail about alerts in the reader’s language, as text and as HTML: one notice is its subject, several stand in a list.
 * Each has its link.
 */
export function writeNotices(locale: string, name: string, lines: readonly NoticeLine[]) {
  const wanted = locale.split('-')[0] ?? ''
  const language: Language = Object.hasOwn(texts, wanted) ? (wanted as Language) : 'en'
  const said = texts[language]
  const fill = (text: string, values: Readonly<Record<string, string>>) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) => plain(values[key] ?? ''))
  const items = lines.map(({ kind, link, title, by }) => {
    checkLink(link)
    return { text: fill(said[kind], { title, by: by === '' ? 'Kaiku' : by }), link }
  })
  const hello = fill(said.hello, { name })
  const [first] = items
  return {
    subject: items.length === 1 && first ? first.text : fill(said.digest, { count: String(items.length) }),
    text: `${[hello, ...items.map(({ text, link }) => `${text}\n${link}`), said.settings].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body><p>${escaped(hello)}</p><ul>${items
      .map(({ text, link }) => `<li><a href="${escaped(link)}">${escaped(text)}</a></li>`)
      .join('')}</ul><p>${escaped(said.settings)}</p></body></html>`,
  }
}
