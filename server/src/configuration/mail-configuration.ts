/** Where mails go out. `smtpUrl`: null without a mail server. */
export type MailConfiguration = {
  readonly smtpUrl: string | null
  readonly from: Sender
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
