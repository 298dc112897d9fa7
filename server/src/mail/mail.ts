import type { Stores } from '../stores.ts'
import { type MailTemplate, writeMail } from './mail-text.ts'

export type Mail = {
  readonly to: string
  readonly template: MailTemplate
  readonly locale: string
  /** What the template names; put in as text, never as markup. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * Puts a mail where nothing loses it: the mail server takes it from there as soon as it answers. Without one it stays,
 * to be read at `/dev/mail`.
 */
export async function sendMail({ service }: Stores, { to, template, locale, values }: Mail): Promise<void> {
  const { subject, text, html } = writeMail(template, locale, values)
  await service.query('insert into mailbox (recipient, subject, text, html) values ($1, $2, $3, $4)', [
    ...[to, subject, text, html],
  ])
}
