import type { MailContent, SmsContent, TemplateContent } from '@kaiku/contract/template.ts'
import { smsSize } from '@kaiku/core/sms.ts'
import type pg from 'pg'
import { addressWith } from '../configuration/mail-configuration.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { letterPutter } from '../letter/letter-batch.ts'
import { putMail } from '../mail/mail.ts'
import { figuresOf } from '../mail-figure/mail-figure.ts'
import { fieldsFor, noLinks } from '../message/recipient-fields.ts'
import type { CampaignRecipient } from '../recipient/recipient.ts'
import { readSamples, type StoredSample } from '../sample/stored-sample.ts'
import { readGateway } from '../sms/gateway.ts'
import { putSms } from '../sms/sms.ts'
import { type CompiledMail, compileMail } from '../template/mail-layout.ts'
import { compileSms } from '../template/sms-template.ts'
import { localesOf } from '../template/usual-template.ts'
import { readUniverse } from '../universe/universe-settings.ts'

type Handing = {
  readonly stores: Stores
  readonly client: pg.PoolClient
  readonly dictionary: Dictionary
  readonly publicUrl: string
  readonly now: number
  /** Where mails come back to; null: to their sender. */
  readonly bounces: string | null
  /** Ids of alerts and interviews with which mails are erased. */
  readonly about?: readonly string[]
}
type To = { readonly recipient: CampaignRecipient; readonly sample: StoredSample; readonly address: string }
/** Puts one message where it waits to be sent, in the transaction; answers its id there. */
export type Put = (to: To) => Promise<string>

/** What hands over messages of a content, to be asked for one after the other. */
export function senderOf(content: TemplateContent, handing: Handing): Promise<Put> {
  switch (content.kind) {
    case 'mail':
      return mailSender(content, handing)
    case 'sms':
      return smsSender(content, handing)
    case 'letter':
      return letterSender(handing)
  }
}

const at = (path: string, publicUrl: string) => new URL(path, publicUrl).href
const linksOf = ({ code }: CampaignRecipient, publicUrl: string) => ({
  link: at(`/a/${code}`, publicUrl),
  unsubscribe: at(`/u/${code}`, publicUrl),
})

/** A message is compiled once for a language. */
function inLanguages<T>(compile: (locale: string) => T): (locale: string) => T {
  const compiled = new Map<string, T>()
  return (locale) => {
    const found = compiled.get(locale) ?? compile(locale)
    compiled.set(locale, found)
    return found
  }
}

async function mailSender(
  content: MailContent,
  { stores, client, dictionary, publicUrl, now, bounces, about }: Handing,
): Promise<Put> {
  const { universe } = dictionary
  const { title, settings } = await readUniverse(client, universe)
  const compiled = inLanguages(
    (locale): Promise<CompiledMail> => compileMail(content, { dictionary, locale, colour: settings.colour }),
  )
  const { sender, replyTo } = content
  const figures = figuresOf(stores, dictionary, content, now)
  return async ({ recipient, sample, address }) => {
    const { code, locale } = recipient
    const mail = await compiled(locale)
    const links = linksOf(recipient, publicUrl)
    const told = { figures: await figures(sample.leaves, locale) }
    const fields = Object.assign(told, fieldsFor(dictionary, locale, title, sample, links))
    const pixel = `<img src="${at(`/o/${code}`, publicUrl)}" width="1" height="1" alt="" style="display:block">`
    const html = mail.html(fields).replace(/<\/body>/, `${pixel}</body>`)
    const put = { subject: oneLine(mail.subject(fields)), html, text: mail.text(fields) }
    return putMail(client, address, put, {
      about,
      universe,
      once: true,
      leaveLink: links.unsubscribe,
      bounceTo: bounces === null ? undefined : addressWith(bounces, code),
      sender: sender === '' ? title : sender,
      replyTo: replyTo === '' ? undefined : replyTo,
    })
  }
}

/** A header is one line, whatever somebody is called. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)

async function smsSender(content: SmsContent, { client, dictionary, publicUrl }: Handing): Promise<Put> {
  const { universe } = dictionary
  const { title } = await readUniverse(client, universe)
  const gateway = await readGateway(client, universe)
  if (!gateway) throw new Error('no gateway for SMS is set up')
  const compiled = inLanguages((locale) => compileSms(content, { dictionary, locale }))
  return async ({ recipient, sample, address }) => {
    const fields = fieldsFor(dictionary, recipient.locale, title, sample, linksOf(recipient, publicUrl))
    const text = compiled(recipient.locale)(fields).trim()
    return putSms(client, { universe, to: address, from: content.sender || gateway.sender, text })
  }
}

/** Letters lie together until nobody waits any more: then a task makes them. */
async function letterSender({ client, dictionary, publicUrl, now }: Handing): Promise<Put> {
  const { title } = await readUniverse(client, dictionary.universe)
  const put = letterPutter(client, dictionary, now)
  return async ({ recipient, sample }) => {
    const links = linksOf(recipient, publicUrl)
    const fields = fieldsFor(dictionary, recipient.locale, title, sample, links)
    return put({ recipient, sample, fields, link: links.link })
  }
}

/** People whose messages are written to be counted; the audience is in an order that chance made. */
const most = 500

/** How many SMS a message to these people takes; null: it is none, or it cannot be read. */
export async function smsPartsOf(
  client: pg.PoolClient,
  dictionary: Dictionary,
  content: TemplateContent,
  recipients: readonly { readonly id: string }[],
  publicUrl: string,
): Promise<number | null> {
  if (content.kind !== 'sms') return null
  const counted = recipients.slice(0, most)
  if (counted.length === 0) return 0
  const { title } = await readUniverse(client, dictionary.universe)
  const samples = await readSamples(
    client,
    dictionary,
    counted.map(({ id }) => id),
  )
  const links = noLinks(publicUrl)
  try {
    const compiled = inLanguages((locale) => compileSms(content, { dictionary, locale }))
    let parts = 0
    for (const sample of samples) {
      const locale = localeOf(dictionary, sample.locale)
      parts += smsSize(compiled(locale)(fieldsFor(dictionary, locale, title, sample, links)).trim()).parts
    }
    return Math.round((parts * recipients.length) / counted.length)
  } catch {
    return null
  }
}

/** The language in which somebody is written to: theirs where the survey speaks it, else its own. */
export function localeOf({ definition }: Dictionary, wanted: string | null): string {
  const spoken = localesOf(definition)
  return (
    spoken.find((one) => one === wanted) ??
    spoken.find((one) => one === wanted?.split('-', 1)[0]) ??
    definition.settings.locale
  )
}
