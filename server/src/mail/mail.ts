import type { Stores } from '../stores.ts'
import { type MailTemplate, writeMail } from './mail-text.ts'

export type Mail = {
  readonly to: string
  readonly template: MailTemplate
  readonly locale: string
  /** What the template names; put in as text, never as markup. */
  readonly values: Readonly<Record<string, string>>
}

/** Hands a mail on; without a mail server it is kept in the mailbox that comes with Kaiku. */
export async function sendMail({ service }: Stores, { to, template, locale, values }: Mail): Promise<void> {
  const { subject, text, html } = writeMail(template, locale, values)
  await service.query('insert into mailbox (recipient, subject, text, html) values ($1, $2, $3, $4)', [
    ...[to, subject, text, html],
  ])
}
