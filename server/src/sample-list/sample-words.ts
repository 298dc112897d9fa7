import type { sampleMeasures, sampleTableColumns } from '@kaiku/contract/sample-table.ts'
import type { SampleReason, SampleState } from '@kaiku/core/sample-state.ts'
import { languageOf } from '../text/text.ts'

type Language = ReturnType<typeof languageOf>
type Words = Readonly<Record<Language, string>>

const words = (en: string, fi: string, sv: string, de: string): Words => ({ en, fi, sv, de })

const titles: Readonly<Record<(typeof sampleTableColumns)[number] | (typeof sampleMeasures)[number], Words>> = {
  name: words('Name', 'Nimi', 'Namn', 'Name'),
  email: words('Email', 'Sähköposti', 'E-post', 'E-Mail'),
  phone: words('Phone', 'Puhelin', 'Telefon', 'Telefon'),
  street: words('Street', 'Katuosoite', 'Gatuadress', 'Straße'),
  postcode: words('Postcode', 'Postinumero', 'Postnummer', 'Postleitzahl'),
  town: words('Town', 'Postitoimipaikka', 'Postort', 'Ort'),
  country: words('Country', 'Maa', 'Land', 'Land'),
  externalId: words('External ID', 'Ulkoinen tunnus', 'Externt ID', 'Externe ID'),
  contact: words('Contact', 'Yhteystieto', 'Kontakt', 'Kontakt'),
  locale: words('Language', 'Kieli', 'Språk', 'Sprache'),
  timeZone: words('Time zone', 'Aikavyöhyke', 'Tidszon', 'Zeitzone'),
  state: words('State', 'Tila', 'Status', 'Status'),
  reason: words(
    'Reason not invited',
    'Syy kutsumatta jättämiseen',
    'Orsak till ej inbjuden',
    'Grund für keine Einladung',
  ),
  place: words('Place', 'Paikka', 'Plats', 'Ort'),
  invitedAt: words('Invited', 'Kutsuttu', 'Inbjuden', 'Eingeladen'),
  respondedAt: words('Responded', 'Vastannut', 'Svarade', 'Geantwortet'),
  createdAt: words('Added', 'Lisätty', 'Tillagd', 'Hinzugefügt'),
  changedAt: words('Changed', 'Muutettu', 'Ändrad', 'Geändert'),
  count: words('People', 'Henkilöitä', 'Personer', 'Personen'),
  invited: words('Invited', 'Kutsuttuja', 'Inbjudna', 'Eingeladene'),
  reached: words('Reached', 'Tavoitettuja', 'Nådda', 'Erreichte'),
  answered: words('Responded', 'Vastanneita', 'Svarande', 'Antworten'),
  responseRate: words('Response rate', 'Vastausaste', 'Svarsfrekvens', 'Rücklaufquote'),
}

const states: Readonly<Record<SampleState, Words>> = {
  notInvited: words('Not invited', 'Ei kutsuta', 'Inte inbjuden', 'Nicht eingeladen'),
  pending: words('Pending', 'Odottaa', 'Väntar', 'Ausstehend'),
  invited: words('Invited', 'Kutsuttu', 'Inbjuden', 'Eingeladen'),
  started: words('Started', 'Aloittanut', 'Påbörjad', 'Begonnen'),
  partial: words('Partial', 'Keskeytynyt', 'Delvis', 'Teilweise'),
  completed: words('Completed', 'Valmis', 'Slutförd', 'Abgeschlossen'),
  refused: words('Refused', 'Kieltäytynyt', 'Avböjt', 'Abgelehnt'),
  bounced: words('Bounced', 'Palautunut', 'Studsade', 'Unzustellbar'),
  unsubscribed: words('Unsubscribed', 'Kieltänyt viestit', 'Avregistrerad', 'Abgemeldet'),
}

const reasons: Readonly<Record<SampleReason, Words>> = {
  optOut: words('Opted out', 'Kieltänyt kyselyt', 'Har avböjt', 'Hat widersprochen'),
  bounced: words('Messages bounced', 'Viestit palautuivat', 'Meddelanden studsade', 'Nachrichten unzustellbar'),
  noAddress: words('No address', 'Ei osoitetta', 'Ingen adress', 'Keine Adresse'),
  restPeriod: words('Rest period', 'Lepoaika', 'Viloperiod', 'Ruhezeit'),
  excluded: words('Excluded manually', 'Poistettu käsin', 'Utesluten manuellt', 'Manuell ausgeschlossen'),
}

const all = words('All', 'Kaikki', 'Alla', 'Alle')

/** The words of samples in files, in the locale's language. */
export function sampleWords(locale: string) {
  const language = languageOf(locale)
  return {
    title: (name: keyof typeof titles): string => titles[name][language],
    state: (state: SampleState): string => states[state][language],
    reason: (reason: SampleReason | null): string => (reason === null ? '' : reasons[reason][language]),
    all: all[language],
  }
}
