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
  secondFactorReset: {
    en: [
      'Your second factor for Kaiku was removed',
      'Hello {name},',
      '{by} has removed your second factor and ended your sessions. Sign in with your password and set up a new one. If you did not ask for this, tell your administrator and change your password:',
    ],
    fi: [
      'Toinen tunnisteesi Kaikuun on poistettu',
      'Hei {name},',
      '{by} poisti toisen tunnisteesi ja päätti istuntosi. Kirjaudu salasanallasi ja ota uusi käyttöön. Jos et pyytänyt tätä, kerro ylläpitäjälle ja vaihda salasanasi:',
    ],
    sv: [
      'Din andra faktor till Kaiku har tagits bort',
      'Hej {name},',
      '{by} har tagit bort din andra faktor och avslutat dina sessioner. Logga in med ditt lösenord och lägg till en ny. Om du inte bad om detta, berätta för din administratör och byt lösenord:',
    ],
    de: [
      'Ihr zweiter Faktor für Kaiku wurde entfernt',
      'Guten Tag {name},',
      '{by} hat Ihren zweiten Faktor entfernt und Ihre Sitzungen beendet. Melden Sie sich mit Ihrem Passwort an und richten Sie einen neuen ein. Falls Sie nicht darum gebeten haben, sagen Sie es Ihrer Administration und ändern Sie Ihr Passwort:',
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

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const safe = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

const longestValue = 120

/** A name as it may stand in a mail: on one line, and nothing of it that a reader's program would make a link of. */
export const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\b(?:[a-z][a-z0-9+.-]*:\/*|www\.)(?=\S)/gi, '')
    .trim()
    .slice(0, longestValue)

/** Throws for a link that leads anywhere but to a page. */
export function checkLink(link: string) {
  if (!/^https?:$/.test(new URL(link).protocol)) throw new Error('a mail links to pages only')
}

/** A mail in the reader's language, as text and as HTML; `link` stands below the words. */
export function writeMail(template: MailTemplate, locale: string, values: Readonly<Record<string, string>>) {
  const texts = templates[template]
  const wanted = locale.split('-')[0] ?? ''
  const language = Object.hasOwn(texts, wanted) ? (wanted as keyof typeof texts) : 'en'
  const [subject, greeting, body] = texts[language]
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => plain(values[key] ?? ''))
  const { link = '' } = values
  checkLink(link)
  const lines = [fill(greeting), fill(body), link]
  const paragraphs = [...lines.slice(0, 2).map(safe), `<a href="${safe(link)}">${safe(link)}</a>`]
  return {
    subject: fill(subject),
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${paragraphs.map((one) => `<p>${one}</p>`).join('')}</body></html>`,
  }
}
