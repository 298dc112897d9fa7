/** Where mails go out. `smtpUrl`: null without a mail server. */
export type MailConfiguration = {
  readonly smtpUrl: string | null
  readonly from: Sender
  /** Where mails of campaigns come back to that are refused later; null: to their sender. */
  readonly bounces: BounceConfiguration | null
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
