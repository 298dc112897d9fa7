import { randomUUID } from 'node:crypto'
import type { ReplyTemplate } from '@kaiku/contract/alert-rule.ts'
import { fullGrant, type Viewer } from '@kaiku/core/access.ts'
import type pg from 'pg'
import { tellOfAlert } from '../alert/alert-news.ts'
import { addEvent, type StoredAlert } from '../alert/stored-alert.ts'
import { shownTo } from '../alert-list/shown-alert.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { putMail } from '../mail/mail.ts'
import type { Customer } from './customer.ts'
import { addReply } from './reply.store.ts'
import { languageFor, replyMail, writeReply } from './reply-text.ts'

type Written = {
  readonly alert: StoredAlert
  readonly template: ReplyTemplate
  readonly customer: Customer
  /** What the timeline of the alert says of it. */
  readonly kind: 'asked' | 'replied'
  /** Whether it goes once at most, rather than twice where the mail server’s answer is lost. */
  readonly once: boolean
}

/** Writes to the customer of an alert as Kaiku itself, in the client’s transaction; the id of the mail. */
export async function writeCustomer(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { alert, template, customer, kind, once }: Written,
): Promise<string> {
  const { universe, definition } = dictionary
  const language = languageFor(template, [customer.locale, definition.settings.locale])
  const words = writeReply(shownTo(kaiku(dictionary), dictionary, language), alert, template, customer, language, '')
  const mail = replyMail(language, words.subject, words.text)
  const { replyTo } = definition.alertRules.replies
  const put = await putMail(client, customer.email, mail, { about: [alert.id], universe, replyTo, once })
  const id = randomUUID()
  await addReply(client, universe, alert.id, {
    id,
    mail: put,
    recipient: customer.email,
    subject: mail.subject,
    text: words.text,
    person: null,
  })
  await addEvent(client, dictionary, alert.id, {
    kind,
    person: null,
    before: {},
    after: { reply: id },
    note: null,
    mentions: [],
    version: alert.version,
  })
  await tellOfAlert(client, dictionary, alert)
  return put
}

/** Kaiku itself, which writes of any place. */
const kaiku = ({ universe }: Dictionary): Viewer => ({
  userId: '',
  username: 'Kaiku',
  universe,
  universes: [universe],
  locale: 'en',
  grants: [fullGrant('Kaiku')],
  isUserAdmin: false,
  isRoot: false,
  isReadOnly: true,
  seesNamesAbove: true,
})
