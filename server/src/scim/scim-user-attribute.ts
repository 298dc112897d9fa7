import { scimMatches } from '@kaiku/core/scim-filter.ts'
import { z } from 'zod'
import { isUsername } from '../person/person.ts'
import { badRequest } from './scim-fault.ts'
import { type Operation, readBoolean, readMessage, readText } from './scim-message.ts'
import { plainName } from './scim-sql.ts'

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** What a directory may say of somebody. */
export type ScimAccount = {
  readonly userName: string
  readonly externalId: string | null
  readonly isActive: boolean
  readonly email: string | null
  readonly givenName: string
  readonly familyName: string
  readonly locale: string
}
type Draft = ScimAccount & { readonly displayName?: string }

const emptyAccount: ScimAccount = {
  userName: '',
  externalId: null,
  isActive: true,
  email: null,
  givenName: '',
  familyName: '',
  locale: 'en',
}

type Read = (value: unknown) => Partial<Draft>

/** By names in lower case: what a value says. One of null or undefined takes the attribute away. */
const reads: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['username', (value) => ({ userName: readText(value, 'userName', 100) ?? '' })],
  ['externalid', (value) => ({ externalId: readText(value, 'externalId', 200) })],
  ['active', (value) => ({ isActive: readBoolean(value ?? true, 'active') })],
  ['displayname', (value) => ({ displayName: readText(value, 'displayName', 200) ?? '' })],
  ['name', readName],
  ['name.givenname', (value) => ({ givenName: readText(value, 'name.givenName', 100) ?? '' })],
  ['name.familyname', (value) => ({ familyName: readText(value, 'name.familyName', 100) ?? '' })],
  ['emails', (value) => ({ email: readEmail(chosenMail(value)) })],
  ['emails.value', (value) => ({ email: readEmail(value) })],
  ['locale', readLocale],
  ['preferredlanguage', readLocale],
])

/** Attributes of RFC 7643 that are heard and not kept; an extension's, too. A password is never one to keep. */
const unkept = new Set(
  (
    'id schemas meta groups nickname profileurl title usertype timezone password phonenumbers ims photos addresses ' +
    'entitlements roles x509certificates name.formatted name.middlename name.honorificprefix name.honorificsuffix ' +
    'emails.type emails.primary emails.display'
  ).split(' '),
)
const isUnkept = (name: string) =>
  unkept.has(name) || unkept.has(name.split('.')[0] ?? '') || name.startsWith('urn:ietf:params:scim:schemas:extension:')

function readName(value: unknown): Partial<Draft> {
  if (value === null || value === undefined) return { givenName: '', familyName: '' }
  const parts = [...readMessage(value)].map(([part, text]) => reads.get(`name.${part}`)?.(text))
  return Object.assign({}, ...parts)
}

/** The mail of several that Kaiku keeps: the primary one, else the one at work, else the first. */
function chosenMail(value: unknown): unknown {
  if (value === null || value === undefined) return null
  const all = (Array.isArray(value) ? value : [value]).map(readMessage)
  const isWork = (mail: ReadonlyMap<string, unknown>) => String(mail.get('type')).toLowerCase() === 'work'
  const isPrimary = (mail: ReadonlyMap<string, unknown>) => String(mail.get('primary')).toLowerCase() === 'true'
  return (all.find(isPrimary) ?? all.find(isWork) ?? all[0])?.get('value')
}

function readEmail(value: unknown): string | null {
  const text = readText(value, 'emails.value', 320)
  if (text !== null && !z.email().safeParse(text).success)
    throw badRequest('invalidValue', `“${text.slice(0, 100)}” is no mail address.`)
  return text
}

/** The language of `fi-FI` or `sv-SE,en;q=0.5`; without one it stays as it is. */
function readLocale(value: unknown): Partial<Draft> {
  const text = readText(value, 'locale', 200)
  if (text === null) return {}
  const language = /^([a-z]{2,3})(?![a-z])/i.exec(text)?.[1]
  if (!language) throw badRequest('invalidValue', `“${text.slice(0, 40)}” is no language, such as en or fi-FI.`)
  return { locale: language.toLowerCase() }
}

/** A new account, or what a PUT makes of one: what it does not say of name and mail is gone, the rest stays. */
export function accountOf(body: unknown, before: ScimAccount = emptyAccount): ScimAccount {
  const plain = { ...before, userName: '', email: null, givenName: '', familyName: '' }
  return finished(withAll(plain, readMessage(body)))
}

/** The account after a PATCH. Throws ScimFault for what cannot be. */
export const patchedAccount = (before: ScimAccount, operations: readonly Operation[]): ScimAccount =>
  finished(operations.reduce<Draft>(patched, before))

function patched(draft: Draft, { does, path, value }: Operation): Draft {
  if (path === null) return withAll(draft, readMessage(value))
  const { attribute, filter, sub } = path
  const name = plainName(sub === null ? attribute : `${attribute}.${sub}`, userUrn)
  const read = reads.get(name)
  if (!read) {
    if (isUnkept(name)) return draft
    throw badRequest('invalidPath', `Users have no attribute “${name.slice(0, 100)}”.`)
  }
  const isMeant =
    filter === null ||
    (name.startsWith('emails') && scimMatches(filter, { value: draft.email, type: 'work', primary: true }))
  return isMeant ? { ...draft, ...read(does === 'remove' ? null : value) } : draft
}

/** Names that Kaiku does not know are not for it. */
const withAll = (draft: Draft, attributes: ReadonlyMap<string, unknown>): Draft =>
  Object.assign({ ...draft }, ...[...attributes].map(([name, value]) => reads.get(plainName(name, userUrn))?.(value)))

/** A display name counts where there is no other: its last word is the family's. */
function finished({ displayName = '', ...draft }: Draft): ScimAccount {
  if (!isUsername(draft.userName))
    throw badRequest(
      'invalidValue',
      `“${draft.userName}” is no userName: it takes letters, digits, dots, dashes, underscores, @ and +.`,
    )
  if (displayName === '' || draft.givenName !== '' || draft.familyName !== '') return draft
  const words = displayName.split(/\s+/)
  const familyName = words.length > 1 ? (words.at(-1) ?? '') : ''
  const givenName = words.slice(0, words.length > 1 ? -1 : 1).join(' ')
  return { ...draft, givenName: givenName.slice(0, 100), familyName: familyName.slice(0, 100) }
}
