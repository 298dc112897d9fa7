const templates = {
  reset: {
    en: ['A new password for Kaiku', 'Hello {name},', 'choose a new password with this link within an hour:'],
    fi: ['Uusi salasana Kaikuun', 'Hei {name},', 'valitse uusi salasana tällä linkillä tunnin kuluessa:'],
    sv: ['Ett nytt lösenord till Kaiku', 'Hej {name},', 'välj ett nytt lösenord med den här länken inom en timme:'],
    de: [
      'Ein neues Passwort für Kaiku',
      'Guten Tag {name},',
      'mit diesem Link wählen Sie innerhalb einer Stunde ein neues Passwort:',
    ],
  },
  invite: {
    en: [
      'You are invited to Kaiku',
      'Hello {name},',
      '{by} invites you to {universe}. Choose a password with this link within a week:',
    ],
    fi: [
      'Kutsu Kaikuun',
      'Hei {name},',
      '{by} kutsuu sinut: {universe}. Valitse salasana tällä linkillä viikon kuluessa:',
    ],
    sv: [
      'Du är inbjuden till Kaiku',
      'Hej {name},',
      '{by} bjuder in dig till {universe}. Välj ett lösenord med den här länken inom en vecka:',
    ],
    de: [
      'Sie sind zu Kaiku eingeladen',
      'Guten Tag {name},',
      '{by} lädt Sie zu {universe} ein. Wählen Sie mit diesem Link innerhalb einer Woche ein Passwort:',
    ],
  },
} as const satisfies Record<string, Record<'en' | 'fi' | 'sv' | 'de', readonly [string, string, string]>>

export type MailTemplate = keyof typeof templates

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')
/** A line break in a subject would begin another header. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A mail in the reader's language, as text and as HTML; `link` stands below the words. */
export function writeMail(template: MailTemplate, locale: string, values: Readonly<Record<string, string>>) {
  const texts = templates[template]
  const language = locale.split('-')[0] ?? 'en'
  const [subject, greeting, body] = language in texts ? texts[language as keyof typeof texts] : texts.en
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  const { link = '' } = values
  const lines = [fill(greeting), fill(body), link]
  return {
    subject: oneLine(fill(subject)),
    text: `${lines.join('\n\n')}\n`,
    html: `<p>${safe(lines[0] ?? '')}</p><p>${safe(lines[1] ?? '')}</p><p><a href="${safe(link)}">${safe(link)}</a></p>`,
  }
}
