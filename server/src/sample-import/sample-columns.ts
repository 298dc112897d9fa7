import type { SampleImport } from '@kaiku/contract/sample.ts'
import { type PostalField, postalFields } from '@kaiku/core/postal-address.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

export type Field =
  | 'externalId'
  | 'contact'
  | 'name'
  | 'email'
  | 'phone'
  | 'locale'
  | 'timeZone'
  | 'consent'
  | PostalField

/** Headers, folded to letters and digits, by what they hold; each language has its own words. */
const names: Readonly<Record<Field, readonly string[]>> = {
  externalId: ['externalid', 'id', 'customerid', 'asiakasnumero', 'kundnummer', 'kundennummer'],
  contact: ['contact', 'contactkey', 'yhteystieto', 'kontakt'],
  name: ['name', 'fullname', 'nimi', 'namn'],
  email: ['email', 'emailaddress', 'mail', 'sahkoposti', 'epost', 'emailadresse'],
  phone: ['phone', 'phonenumber', 'mobile', 'puhelin', 'puhelinnumero', 'telefon', 'telefonnummer', 'handy'],
  locale: ['locale', 'language', 'kieli', 'sprak', 'sprache'],
  timeZone: ['timezone', 'zone', 'aikavyohyke', 'tidszon', 'zeitzone'],
  street: [
    'street',
    'streetaddress',
    'address',
    'katuosoite',
    'osoite',
    'lahiosoite',
    'gatuadress',
    'adress',
    'strasse',
    'adresse',
  ],
  postcode: ['postcode', 'postalcode', 'zip', 'zipcode', 'postinumero', 'postnummer', 'plz', 'postleitzahl'],
  town: ['town', 'city', 'postitoimipaikka', 'kaupunki', 'postort', 'ort', 'stadt'],
  country: ['country', 'maa', 'land'],
  consent: ['consent', 'optin', 'lupa', 'suostumus', 'samtycke', 'einwilligung'],
}

const folded = (header: string) =>
  header
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

export type Columns = {
  readonly fields: ReadonlyMap<Field, number>
  /** Questions of the survey, by the header that names them. */
  readonly questions: ReadonlyMap<string, string>
  readonly told: SampleImport['columns']
}

/** What the columns of a file hold: a part of the person, or a question by its id or one of its titles. The first wins. */
export function columnsOf(dictionary: Dictionary, headers: readonly string[]): Columns {
  const fields = new Map<Field, number>()
  const questions = new Map<string, string>()
  const taken = new Set<string>()
  const told = headers.map((column, index) => {
    const name = folded(column)
    const field = (Object.keys(names) as Field[]).find((one) => names[one].includes(name))
    const question = questionNamed(dictionary, column)
    // A survey may ask for a town or a country: that is known of people and stands in no address.
    const isAsked = question !== null && postalFields.some((one) => one === field)
    if (field !== undefined && !isAsked && !fields.has(field)) {
      fields.set(field, index)
      return { column, field: field as string }
    }
    if (question === null || taken.has(question)) return { column, field: null }
    taken.add(question)
    questions.set(column, question)
    return { column, field: question }
  })
  return { fields, questions, told }
}

function questionNamed({ questions }: Dictionary, header: string): string | null {
  const wanted = folded(header)
  for (const [id, { question }] of questions) {
    const titles = typeof question.title === 'string' ? [question.title] : Object.values(question.title)
    if ([id, ...titles].some((name) => folded(name) === wanted)) return id
  }
  return null
}

const yes = ['yes', 'y', '1', 'true', 'given', 'kylla', 'ja', 'joo']
const no = ['no', 'n', '0', 'false', 'optedout', 'optout', 'ei', 'nej', 'nein']

/** What a cell says of consent; undefined: nothing, null: it cannot be read. */
export function consentIn(cell: string): 'given' | 'optedOut' | undefined | null {
  const said = folded(cell)
  if (said === '') return undefined
  return yes.includes(said) ? 'given' : no.includes(said) ? 'optedOut' : null
}
