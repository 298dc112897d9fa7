import type { alertReplyCalls } from '@kaiku/contract/alert-reply.ts'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { tellOfAlert } from '../alert/alert-news.ts'
import { applyChange } from '../alert/change-alert.ts'
import { alertOf } from '../alert/find-alert.ts'
import { addEvent, noteAction, type StoredAlert } from '../alert/stored-alert.ts'
import { shownTo } from '../alert-list/shown-alert.ts'
import { handlersOf } from '../alert-rule/alert-owner.ts'
import { translatorOf } from '../alert-words/alert-words.ts'
import { inTransaction, inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { putMail } from '../mail/mail.ts'
import { namesOf } from '../person/person-name.ts'
import { reaches } from '../selection/scope-condition.ts'
import { type Customer, customerOf } from './customer.ts'
import { addReply, isSent } from './reply.store.ts'
import { languageFor, languagesOf, replyMail, writeReply } from './reply-text.ts'

type Offer = ReplyOf<(typeof alertReplyCalls)['offer']>
type Reason = NonNullable<Offer['reason']>

/** Whom the viewer may write about an alert, or why nobody. */
async function mayWrite(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  alert: StoredAlert,
): Promise<Customer | Reason> {
  if (!reaches(who, dictionary, 'seeContacts', alert.leaves)) return 'notYours'
  return alert.withdrawnAt === null ? customerOf(client, dictionary, alert) : 'withdrawn'
}

/** A mail as a template writes it, or why there is none. Throws Fault `not_found` for a template that there is not. */
export async function offerReply(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { alertId, template: wanted, language, locale }: InputOf<(typeof alertReplyCalls)['offer']>,
): Promise<Offer> {
  const { templates } = dictionary.definition.alertRules.replies
  const { alert, customer } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const found = await alertOf(client, who, dictionary, alertId)
    return { alert: found, customer: await mayWrite(client, who, dictionary, found) }
  })
  const translate = translatorOf(dictionary, locale ?? who.locale)
  const template = wanted === undefined ? templates[0] : templates.find(({ id }) => id === wanted)
  if (wanted !== undefined && !template) throw new Fault('not_found', 'There is no such template.')
  const offered = { templates: templates.map(({ id, title }) => ({ id, title: translate(title) })) }
  if (!template) return { ...offered, reason: 'noTemplate', languages: [], mail: null }
  const languages = languagesOf(template)
  if (typeof customer === 'string') return { ...offered, reason: customer, languages, mail: null }
  const chosen = languageFor(template, [language, customer.locale, dictionary.definition.settings.locale])
  const by = (await namesOf(stores.service, [who.userId])).get(who.userId) ?? ''
  const written = writeReply(shownTo(who, dictionary, chosen), alert, template, customer, chosen, by)
  return {
    ...offered,
    reason: null,
    languages,
    mail: { template: template.id, language: chosen, to: customer.email, ...written },
  }
}

/**
 * Puts a mail to the customer into the mailbox and into the alert’s timeline, in one transaction: it is sent once,
 * whatever dies and however often it is asked for. Throws Fault `forbidden` or `conflict` where the customer may not be
 * written.
 */
export async function sendReply(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { alertId, replyId, language, subject, text, waits }: InputOf<(typeof alertReplyCalls)['send']>,
  now: number,
): Promise<void> {
  const handlers = await handlersOf(stores, dictionary)
  const { universe } = dictionary
  const { replyTo } = dictionary.definition.alertRules.replies
  // The mailbox belongs to the service; whose alert it is was asked with the viewer’s own scope.
  await inTransaction(stores.service, async (client) => {
    const alert = await alertOf(client, who, dictionary, alertId, 'lock')
    if (await isSent(client, universe, replyId)) return
    const customer = await mayWrite(client, who, dictionary, alert)
    if (customer === 'notYours') throw refuse('forbidden', 'reply.notYours')
    if (typeof customer === 'string')
      throw refuse('conflict', customer === 'optedOut' ? 'reply.optedOut' : 'reply.noAddress')
    const mail = replyMail(language, subject, text)
    const put = await putMail(client, customer.email, mail, { about: [alertId], universe, replyTo })
    await addReply(client, universe, alertId, {
      id: replyId,
      mail: put,
      recipient: customer.email,
      person: who.userId,
      subject: mail.subject,
      text,
    })
    const context = { who, dictionary, handlers, now }
    const isChanged = waits && (await applyChange(client, context, alert, { state: 'waiting' }))
    await noteAction(client, universe, alertId, now)
    await addEvent(client, dictionary, alertId, {
      kind: 'replied',
      person: who.userId,
      before: {},
      after: { reply: replyId },
      note: null,
      mentions: [],
      version: alert.version + (isChanged ? 1 : 0),
    })
    await tellOfAlert(client, dictionary, alert)
  })
}
