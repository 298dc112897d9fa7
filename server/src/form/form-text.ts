import { type Html, html } from '../text/html.ts'
import { filledIn, languageOf } from '../text/text.ts'

/** What a form says beside its own texts. `{0}`, `{1}` … are filled in. */
const texts = {
  next: { en: 'Next', fi: 'Seuraava', sv: 'Nästa', de: 'Weiter' },
  send: { en: 'Send', fi: 'Lähetä', sv: 'Skicka', de: 'Absenden' },
  back: { en: 'Back', fi: 'Takaisin', sv: 'Tillbaka', de: 'Zurück' },
  step: { en: 'Page {0} of {1}', fi: 'Sivu {0}/{1}', sv: 'Sida {0} av {1}', de: 'Seite {0} von {1}' },
  saved: {
    en: 'Your answers are saved as you go.',
    fi: 'Vastauksesi tallentuvat sivu sivulta.',
    sv: 'Dina svar sparas sida för sida.',
    de: 'Ihre Antworten werden Seite für Seite gespeichert.',
  },
  optional: { en: 'optional', fi: 'vapaaehtoinen', sv: 'frivilligt', de: 'freiwillig' },
  privacy: { en: 'Privacy', fi: 'Tietosuoja', sv: 'Integritet', de: 'Datenschutz' },
  language: { en: 'Language', fi: 'Kieli', sv: 'Språk', de: 'Sprache' },
  change: { en: 'Change', fi: 'Vaihda', sv: 'Byt', de: 'Wechseln' },
  choose: { en: 'Choose an answer.', fi: 'Valitse vastaus.', sv: 'Välj ett svar.', de: 'Wählen Sie eine Antwort.' },
  agree: {
    en: 'Your consent is needed to go on.',
    fi: 'Tarvitsemme suostumuksesi, jotta voit jatkaa.',
    sv: 'Vi behöver ditt samtycke för att gå vidare.',
    de: 'Ohne Ihre Einwilligung geht es nicht weiter.',
  },
  write: { en: 'Write an answer.', fi: 'Kirjoita vastaus.', sv: 'Skriv ett svar.', de: 'Schreiben Sie eine Antwort.' },
  number: { en: 'Write a number.', fi: 'Kirjoita luku.', sv: 'Skriv ett tal.', de: 'Schreiben Sie eine Zahl.' },
  numberFrom: {
    en: 'Write a number from {0} to {1}.',
    fi: 'Kirjoita luku väliltä {0}–{1}.',
    sv: 'Skriv ett tal mellan {0} och {1}.',
    de: 'Schreiben Sie eine Zahl von {0} bis {1}.',
  },
  day: { en: 'Choose a day.', fi: 'Valitse päivä.', sv: 'Välj en dag.', de: 'Wählen Sie einen Tag.' },
  long: {
    en: 'That is too long: {0} letters at most.',
    fi: 'Liian pitkä: enintään {0} merkkiä.',
    sv: 'För långt: högst {0} tecken.',
    de: 'Zu lang: höchstens {0} Zeichen.',
  },
  faults: {
    en: 'Please look at what is marked.',
    fi: 'Tarkista merkityt kohdat.',
    sv: 'Se över det som är markerat.',
    de: 'Bitte sehen Sie sich das Markierte an.',
  },
  other: { en: 'Other', fi: 'Muu', sv: 'Annat', de: 'Anderes' },
  thanks: {
    en: 'Thank you for your answers',
    fi: 'Kiitos vastauksistasi',
    sv: 'Tack för dina svar',
    de: 'Vielen Dank für Ihre Antworten',
  },
  scan: {
    en: 'Scan the code with your phone’s camera',
    fi: 'Skannaa koodi puhelimesi kameralla',
    sv: 'Skanna koden med telefonens kamera',
    de: 'Scannen Sie den Code mit der Kamera Ihres Telefons',
  },
  unsubscribe: {
    en: 'No more messages',
    fi: 'Ei enää viestejä',
    sv: 'Inga fler meddelanden',
    de: 'Keine Nachrichten mehr',
  },
  unsubscribeAsk: {
    en: 'Do you want no more messages?',
    fi: 'Etkö halua enää viestejä?',
    sv: 'Vill du inte ha fler meddelanden?',
    de: 'Möchten Sie keine Nachrichten mehr?',
  },
  unsubscribeWhy: {
    en: '{0} will not ask you again, about any subject.',
    fi: '{0} ei enää kysy sinulta mitään, mistään aiheesta.',
    sv: '{0} frågar dig inte igen, i något ämne.',
    de: '{0} fragt Sie nicht mehr, zu keinem Thema.',
  },
  unsubscribed: {
    en: 'You get no more messages',
    fi: 'Et saa enää viestejä',
    sv: 'Du får inga fler meddelanden',
    de: 'Sie erhalten keine Nachrichten mehr',
  },
  answered: {
    en: 'You have answered already',
    fi: 'Olet jo vastannut',
    sv: 'Du har redan svarat',
    de: 'Sie haben schon geantwortet',
  },
  rests: {
    en: 'This form takes no answers for now',
    fi: 'Tämä kysely ei ota juuri nyt vastaan vastauksia',
    sv: 'Det här formuläret tar inte emot svar för tillfället',
    de: 'Dieses Formular nimmt zurzeit keine Antworten an',
  },
  restsWhy: {
    en: 'Whoever asks has paused it. Please come back another time.',
    fi: 'Kyselyn järjestäjä on keskeyttänyt sen. Tule takaisin joskus toiste.',
    sv: 'Den som frågar har gjort ett uppehåll. Kom gärna tillbaka en annan gång.',
    de: 'Wer fragt, macht eine Pause. Bitte kommen Sie ein andermal wieder.',
  },
  closed: {
    en: 'This form takes no answers',
    fi: 'Tämä kysely ei ota vastaan vastauksia',
    sv: 'Det här formuläret tar inte emot svar',
    de: 'Dieses Formular nimmt keine Antworten an',
  },
  closedWhy: {
    en: 'The address is incomplete, or the survey has ended.',
    fi: 'Osoite on puutteellinen, tai kysely on päättynyt.',
    sv: 'Adressen är ofullständig, eller så har undersökningen avslutats.',
    de: 'Die Adresse ist unvollständig, oder die Umfrage ist beendet.',
  },
  away: {
    en: 'We cannot take your answers just now',
    fi: 'Emme voi juuri nyt ottaa vastauksiasi vastaan',
    sv: 'Vi kan inte ta emot dina svar just nu',
    de: 'Wir können Ihre Antworten gerade nicht annehmen',
  },
  awayWhy: {
    en: 'It usually passes within a minute.',
    fi: 'Tilanne menee yleensä ohi minuutissa.',
    sv: 'Det går vanligtvis över inom en minut.',
    de: 'Das ist meist in einer Minute vorbei.',
  },
  broken: {
    en: 'That did not work',
    fi: 'Se ei onnistunut',
    sv: 'Det gick inte',
    de: 'Das hat nicht geklappt',
  },
  brokenWhy: {
    en: 'The fault is ours, and we have been told of it.',
    fi: 'Vika on meidän, ja saimme siitä tiedon.',
    sv: 'Felet är vårt, och vi har fått veta om det.',
    de: 'Der Fehler liegt bei uns, und wir wissen davon.',
  },
  kept: {
    en: 'What you answered is kept on this page. Leave it open and send it again.',
    fi: 'Vastauksesi säilyvät tällä sivulla. Pidä sivu auki ja lähetä ne uudelleen.',
    sv: 'Det du svarade finns kvar på den här sidan. Låt den vara öppen och skicka igen.',
    de: 'Ihre Antworten bleiben auf dieser Seite erhalten. Lassen Sie sie offen und senden Sie erneut.',
  },
  sendAgain: { en: 'Send again', fi: 'Lähetä uudelleen', sv: 'Skicka igen', de: 'Erneut senden' },
  tryAgain: { en: 'Try again', fi: 'Yritä uudelleen', sv: 'Försök igen', de: 'Erneut versuchen' },
  code: {
    en: 'Answer with your code',
    fi: 'Vastaa koodilla',
    sv: 'Svara med din kod',
    de: 'Mit Ihrem Code antworten',
  },
  codeAsk: {
    en: 'The code in your letter',
    fi: 'Kirjeesi koodi',
    sv: 'Koden i ditt brev',
    de: 'Der Code in Ihrem Brief',
  },
  codeHint: {
    en: '16 letters and numbers. Capitals and spaces do not matter.',
    fi: '16 kirjainta ja numeroa. Isoilla kirjaimilla ja välilyönneillä ei ole väliä.',
    sv: '16 bokstäver och siffror. Stora bokstäver och mellanslag spelar ingen roll.',
    de: '16 Buchstaben und Ziffern. Großschreibung und Leerzeichen sind egal.',
  },
  codeUnknown: {
    en: 'There is no such code. Please compare it with your letter.',
    fi: 'Koodia ei ole. Vertaa sitä kirjeeseesi.',
    sv: 'Koden finns inte. Jämför den med ditt brev.',
    de: 'Diesen Code gibt es nicht. Bitte vergleichen Sie ihn mit Ihrem Brief.',
  },
  codeMany: {
    en: 'Too many codes were tried from here. Please wait a minute.',
    fi: 'Täältä kokeiltiin liian monta koodia. Odota hetki.',
    sv: 'För många koder prövades härifrån. Vänta en minut.',
    de: 'Von hier wurden zu viele Codes versucht. Bitte warten Sie eine Minute.',
  },
  many: {
    en: 'Too many answers came from here',
    fi: 'Täältä tuli liian monta vastausta',
    sv: 'För många svar kom härifrån',
    de: 'Von hier kamen zu viele Antworten',
  },
  manyWhy: {
    en: 'Please wait a minute.',
    fi: 'Odota hetki.',
    sv: 'Vänta en minut.',
    de: 'Bitte warten Sie eine Minute.',
  },
} as const

type FormKey = keyof typeof texts

/** What a form says in a language. */
export const formText = (key: FormKey, locale: string, ...filled: readonly string[]): string =>
  filledIn(texts[key][languageOf(locale)], filled)

/** The same in a page: it says its language where that is not the page's. */
export function formWords(key: FormKey, locale: string, ...filled: readonly string[]): Html {
  const [said, language] = [formText(key, locale, ...filled), languageOf(locale)]
  return language === locale.split('-', 1)[0] ? html`${said}` : html`<span lang="${language}" dir="ltr">${said}</span>`
}
