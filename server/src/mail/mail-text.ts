import { escaped } from '../text/html.ts'

const templates = {
  reset: {
    en: ['Reset your Kaiku password', 'Hello {name},', 'Use this link within an hour to choose a new password:'],
    fi: ['Uusi salasana Kaikuun', 'Hei {name},', 'Valitse uusi salasana tällä linkillä tunnin kuluessa:'],
    sv: ['Nytt lösenord till Kaiku', 'Hej {name},', 'Välj ett nytt lösenord med den här länken inom en timme:'],
    de: [
      'Neues Passwort für Kaiku',
      'Guten Tag {name},',
      'Wählen Sie mit diesem Link innerhalb einer Stunde ein neues Passwort:',
    ],
  },
  secondFactorReset: {
    en: [
      'Your two-factor authentication for Kaiku was reset',
      'Hello {name},',
      '{by} has reset your two-factor authentication and signed you out everywhere. Sign in with your password and set it up again. If you did not ask for this, change your password and contact your administrator:',
    ],
    fi: [
      'Kaksivaiheinen tunnistautumisesi Kaikuun on nollattu',
      'Hei {name},',
      '{by} on nollannut kaksivaiheisen tunnistautumisesi ja kirjannut sinut ulos kaikkialta. Kirjaudu salasanallasi ja ota se uudelleen käyttöön. Jos et pyytänyt tätä, vaihda salasanasi ja ota yhteyttä ylläpitäjään:',
    ],
    sv: [
      'Din tvåfaktorsautentisering för Kaiku har återställts',
      'Hej {name},',
      '{by} har återställt din tvåfaktorsautentisering och loggat ut dig överallt. Logga in med ditt lösenord och ställ in den igen. Om du inte bad om detta, byt lösenord och kontakta din administratör:',
    ],
    de: [
      'Ihre Zwei-Faktor-Authentifizierung für Kaiku wurde zurückgesetzt',
      'Guten Tag {name},',
      '{by} hat Ihre Zwei-Faktor-Authentifizierung zurückgesetzt und Sie überall abgemeldet. Melden Sie sich mit Ihrem Passwort an und richten Sie sie neu ein. Falls Sie nicht darum gebeten haben, ändern Sie Ihr Passwort und wenden Sie sich an Ihre Administration:',
    ],
  },
  invite: {
    en: [
      'You are invited to Kaiku',
      'Hello {name},',
      '{by} invites you to {universe} on Kaiku. Use this link within a week to choose a password:',
    ],
    fi: [
      'Kutsu Kaikuun',
      'Hei {name},',
      '{by} kutsuu sinut Kaikuun ({universe}). Valitse salasana tällä linkillä viikon kuluessa:',
    ],
    sv: [
      'Du är inbjuden till Kaiku',
      'Hej {name},',
      '{by} bjuder in dig till {universe} på Kaiku. Välj ett lösenord med den här länken inom en vecka:',
    ],
    de: [
      'Sie sind zu Kaiku eingeladen',
      'Guten Tag {name},',
      '{by} lädt Sie zu {universe} auf Kaiku ein. Wählen Sie mit diesem Link innerhalb einer Woche ein Passwort:',
    ],
  },
  fetchFailed: {
    en: [
      'Files couldn’t be fetched: {title}',
      'Hello {name},',
      'The files of {title} for {survey} couldn’t be fetched or imported, and nothing of a refused file was stored. You won’t be told again until it works or fails otherwise. The reason: {why}',
    ],
    fi: [
      'Tiedostoja ei voitu hakea: {title}',
      'Hei {name},',
      'Osoitteen {title} tiedostoja kyselyyn {survey} ei voitu hakea tai tuoda, eikä hylätystä tiedostosta tallennettu mitään. Saat uuden viestin vasta, kun haku on toiminut tai epäonnistuu toisesta syystä. Syy: {why}',
    ],
    sv: [
      'Filer kunde inte hämtas: {title}',
      'Hej {name},',
      'Filerna från {title} för {survey} kunde inte hämtas eller importeras, och inget av en avvisad fil sparades. Du får inget nytt besked förrän det fungerar eller misslyckas av en annan orsak. Orsaken: {why}',
    ],
    de: [
      'Dateien konnten nicht abgeholt werden: {title}',
      'Guten Tag {name},',
      'Die Dateien von {title} für {survey} konnten nicht abgeholt oder importiert werden; von einer abgelehnten Datei wurde nichts gespeichert. Sie hören erst wieder davon, wenn es gelungen ist oder aus anderem Grund scheitert. Der Grund: {why}',
    ],
  },
  conditionStopped: {
    en: [
      'The script of a condition was stopped: {survey}',
      'Hello {name},',
      'The script of a condition failed on {n} responses of {survey} and was stopped. Nothing follows by it until it is published anew:',
    ],
    fi: [
      'Ehdon skripti pysäytettiin: {survey}',
      'Hei {name},',
      'Ehdon skripti epäonnistui {n} vastauksessa kyselyssä {survey}, ja se pysäytettiin. Siitä ei seuraa mitään, ennen kuin se julkaistaan uudelleen:',
    ],
    sv: [
      'Ett villkors skript har stoppats: {survey}',
      'Hej {name},',
      'Ett villkors skript misslyckades med {n} svar i {survey} och har stoppats. Inget följer av det förrän det publiceras på nytt:',
    ],
    de: [
      'Das Skript einer Bedingung wurde angehalten: {survey}',
      'Guten Tag {name},',
      'Das Skript einer Bedingung scheiterte an {n} Antworten von {survey} und wurde angehalten. Aus ihm folgt nichts, bis es neu veröffentlicht wird:',
    ],
  },
  lettersWait: {
    en: [
      'Letters wait for the printer: {survey}',
      'Hello {name},',
      'Letters that effects of {survey} ask for wait until somebody has them made for the printer. How many: {n}.',
    ],
    fi: [
      'Kirjeitä odottaa tulostusta: {survey}',
      'Hei {name},',
      'Kyselyn {survey} seurauksista syntyneet kirjeet odottavat, että joku teettää ne tulostettaviksi. Kirjeitä: {n}.',
    ],
    sv: [
      'Brev väntar på att skrivas ut: {survey}',
      'Hej {name},',
      'Brev som effekter i {survey} har begärt väntar på att någon låter göra dem för utskrift. Antal: {n}.',
    ],
    de: [
      'Briefe warten auf den Druck: {survey}',
      'Guten Tag {name},',
      'Briefe, die Folgen von {survey} verlangen, warten darauf, dass jemand sie für den Druck erstellen lässt. Anzahl: {n}.',
    ],
  },
  scriptStopped: {
    en: [
      'A script was stopped: {survey}',
      'Hello {name},',
      'A script that you published failed on {n} interviews of {survey} and was stopped. Its variables have no new answers until you publish another version:',
    ],
    fi: [
      'Skripti pysäytettiin: {survey}',
      'Hei {name},',
      'Julkaisemasi skripti epäonnistui {n} vastauksessa kyselyssä {survey}, ja se pysäytettiin. Sen muuttujat eivät saa uusia arvoja ennen kuin julkaiset uuden version:',
    ],
    sv: [
      'Ett skript har stoppats: {survey}',
      'Hej {name},',
      'Ett skript som du har publicerat misslyckades med {n} svar i {survey} och har stoppats. Dess variabler får inga nya värden förrän du publicerar en ny version:',
    ],
    de: [
      'Ein Skript wurde angehalten: {survey}',
      'Guten Tag {name},',
      'Ein von Ihnen veröffentlichtes Skript ist bei {n} Antworten von {survey} gescheitert und wurde angehalten. Seine Variablen erhalten keine neuen Werte, bis Sie eine andere Version veröffentlichen:',
    ],
  },
  healthAlert: {
    en: [
      'Kaiku needs you: {what}',
      'Hello {name},',
      '{what}. It began at {since}. You will be told once more when it is over. How Kaiku fares:',
    ],
    fi: [
      'Kaiku tarvitsee sinua: {what}',
      'Hei {name},',
      '{what}. Tämä alkoi {since}. Saat vielä yhden viestin, kun se on ohi. Näin Kaiku voi:',
    ],
    sv: [
      'Kaiku behöver dig: {what}',
      'Hej {name},',
      '{what}. Det började {since}. Du får ett besked till när det är över. Så mår Kaiku:',
    ],
    de: [
      'Kaiku braucht Sie: {what}',
      'Guten Tag {name},',
      '{what}. Es begann um {since}. Sie hören noch einmal davon, wenn es vorbei ist. Wie es Kaiku geht:',
    ],
  },
  healthOver: {
    en: ['Over: {what}', 'Hello {name},', 'This is over since {until}: {what}. It began at {since}. How Kaiku fares:'],
    fi: ['Ohi: {what}', 'Hei {name},', 'Tämä on ohi {until} alkaen: {what}. Se alkoi {since}. Näin Kaiku voi:'],
    sv: ['Över: {what}', 'Hej {name},', 'Det här är över sedan {until}: {what}. Det började {since}. Så mår Kaiku:'],
    de: [
      'Vorbei: {what}',
      'Guten Tag {name},',
      'Das ist seit {until} vorbei: {what}. Es begann um {since}. Wie es Kaiku geht:',
    ],
  },
} as const satisfies Record<string, Record<'en' | 'fi' | 'sv' | 'de', readonly [string, string, string]>>

export type MailTemplate = keyof typeof templates

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
  const paragraphs = [...lines.slice(0, 2).map(escaped), `<a href="${escaped(link)}">${escaped(link)}</a>`]
  return {
    subject: fill(subject),
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${paragraphs.map((one) => `<p>${one}</p>`).join('')}</body></html>`,
  }
}
