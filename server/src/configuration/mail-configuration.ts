import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { UsageError } from '../fault/usage-error.ts'

/** Where mails go out. `smtpUrl`: null without a mail server. */
export type MailConfiguration = {
  readonly smtpUrl: string | null
  readonly from: Sender
  /** Null: mails go unsigned, or the mail server signs them. */
  readonly dkim: DkimConfiguration | null
  /** Where mails of campaigns come back to that are refused later; null: to their sender. */
  readonly bounces: BounceConfiguration | null
}

/** By which mails are signed in the name of their sender’s domain (RFC 6376). `privateKey`: PEM. */
export type DkimConfiguration = {
  readonly domainName: string
  readonly keySelector: string
  readonly privateKey: string
}

/** `port`: at which Kaiku takes them itself; null: something else does. */
export type BounceConfiguration = { readonly address: string; readonly port: number | null; readonly host: string }

/** The address of bounces with a message’s code in it: `bounces+code@example.com`. */
export const addressWith = (address: string, code: string): string => address.replace('@', `+${code}@`)

/** The code in such an address; null: it is no address of bounces. */
export function codeIn(address: string, to: string): string | null {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const [toLocal = '', toDomain = ''] = to.toLowerCase().split('@')
  if (toDomain !== domain || !toLocal.startsWith(`${local}+`)) return null
  return toLocal.slice(local.length + 1)
}

export type Sender = { readonly name: string; readonly address: string }

const sender = /^(?:"?([^<>"\r\n]{0,100}?)"?\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/

/** `Kaiku <kaiku@example.com>` or a bare address; null: it is neither. */
export function readSender(text: string): Sender | null {
  const [, name = '', named, bare] = sender.exec(text.trim()) ?? []
  const address = named ?? bare
  return address === undefined ? null : { name: name.trim(), address }
}

/** The configured sender; else one at the host that people know Kaiku by. */
export const senderOf = (text: string | undefined, publicUrl: string): Sender =>
  readSender(text ?? '') ?? { name: 'Kaiku', address: `kaiku@${new URL(publicUrl).hostname}` }

/** The key that signs the mails of a sender. Throws UsageError for a file that holds no private RSA key. */
export function readDkim(
  { file, selector }: { readonly file: string | undefined; readonly selector: string | undefined },
  from: Sender,
): DkimConfiguration | null {
  if (file === undefined && selector === undefined) return null
  if (file === undefined || selector === undefined)
    throw new UsageError('DKIM_KEY and DKIM_SELECTOR go together: the key, and the name under which the DNS has it')
  const privateKey = readKey(file)
  if (privateKey === null)
    throw new UsageError(`DKIM_KEY must be a file with a private RSA key as PEM, and ${file} is none`)
  return { domainName: from.address.slice(from.address.lastIndexOf('@') + 1), keySelector: selector, privateKey }
}

function readKey(file: string): string | null {
  try {
    const pem = readFileSync(file, 'utf8')
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : null
  } catch {
    return null
  }
}
