import type pg from 'pg'
import { query, text as textColumn } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
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
  await putMail(service, to, { subject, text, html })
}

/** What a mail is about, and of whom. */
type MailContext = {
  /** The alerts that it speaks of, with whose interviews it is erased, and interviews that it quotes. */
  readonly about?: readonly string[] | undefined
  /** Whose mail it is, where it goes to a customer. */
  readonly universe?: string
  /** Where an answer to it goes; absent: to its sender. */
  readonly replyTo?: string | undefined
  /** Whose name stands at the address of the sender; absent: Kaiku’s own. */
  readonly sender?: string | undefined
  /** Where it comes back to if it is refused later; absent: to its sender. */
  readonly bounceTo?: string | undefined
  /** It goes once at most: where the mail server's answer was lost it is not sent again. */
  readonly once?: boolean
  /** Where its reader says that they want no more of these, by opening it or by a bare POST (RFC 8058). */
  readonly leaveLink?: string
  readonly file?: MailFile | null
}

/** What goes with a mail. */
export type MailFile = { readonly name: string; readonly type: string; readonly content: Buffer }

/**
 * The same for a mail that is written already; with a client, in its transaction: it is sent if that is committed.
 * Answers its id.
 */
export async function putMail(
  client: pg.Pool | pg.PoolClient,
  to: string,
  { subject, text, html }: { readonly subject: string; readonly text: string; readonly html: string },
  { about, universe, replyTo, sender, bounceTo, once = false, leaveLink, file = null }: MailContext = {},
): Promise<string> {
  const { rows } = await query(
    client,
    { id: textColumn },
    `insert into mailbox (recipient, subject, text, html, about, universe, reply_to, sender, bounce_to, once, leave_link, file, file_name, file_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      ...[
        to,
        subject,
        text,
        html,
        about ?? null,
        universe ?? null,
        replyTo ?? null,
        sender ?? null,
        bounceTo ?? null,
        once,
        leaveLink ?? null,
      ],
      ...[file?.content ?? null, file?.name ?? null, file?.type ?? null],
    ],
  )
  const [put] = rows
  if (!put) throw new Error('a mail was not put anywhere')
  return put.id
}
