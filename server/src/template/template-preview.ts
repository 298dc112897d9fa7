import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { MailContent, SmsContent, TemplateContent, templateCalls } from '@kaiku/contract/template.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { e164 } from '@kaiku/core/phone.ts'
import { addressLines, isPostal } from '@kaiku/core/postal-address.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { inventedLetter } from '../letter-text/letter-check.ts'
import { setLetters } from '../letter-text/letter-file.ts'
import { compileLetter } from '../letter-text/letter-text.ts'
import { putMail } from '../mail/mail.ts'
import { type FigureValues, figuresOf, placePath, seesPlaceFigures, whyLeftOut } from '../mail-figure/mail-figure.ts'
import { figureBlocks } from '../mail-figure/mail-figure-layout.ts'
import { fillingOf, type MessageFields } from '../message/liquid.ts'
import { fieldsFor, invented, noLinks } from '../message/recipient-fields.ts'
import { personById } from '../person/person.ts'
import { recordLook } from '../protection/look.ts'
import { type StoredSample, sampleColumns, sampleShape, sampleTables } from '../sample/stored-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { readGateway } from '../sms/gateway.ts'
import { putSms } from '../sms/sms.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { compileMail, type MailSetting, mailTexts } from './mail-layout.ts'
import { inLook, type MailLook } from './mail-look.ts'
import { compileSms } from './sms-template.ts'
import { readTemplate } from './template.store.ts'
import { localesOf } from './usual-template.ts'

type Calls = typeof templateCalls

/** What lists of mails show, by language. */
export function subjectsOf(content: TemplateContent, dictionary: Dictionary, colour: string): Record<string, string> {
  if (content.kind !== 'mail') return {}
  const shown = (locale: string) => {
    try {
      const subject = fillingOf(mailTexts(content, { dictionary, locale, colour }).subject, 'plain')
      return subject(fieldsFor(dictionary, locale, '', invented, noLinks('https://kaiku.invalid')))
    } catch {
      return ''
    }
  }
  return Object.fromEntries(localesOf(dictionary.definition).map((locale) => [locale, shown(locale)]))
}

type Shown = {
  readonly templateId: string
  readonly locale: string
  readonly sampleId?: string | null | undefined
  readonly look?: MailLook | undefined
}

/** A template, and what its fields stand for: of the sample that is wanted, else the last changed, else somebody invented. */
async function shownFor(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, locale, sampleId = null }: Shown,
  publicUrl: string,
) {
  const { found, universe } = await inUniverse(stores.pool, dictionary.universe, async (client) => ({
    found: await readTemplate(client, dictionary, templateId),
    universe: await readUniverse(client, dictionary.universe),
  }))
  if (!found) throw new Fault('not_found', 'There is no such template.')
  const sample = await sampleToShow(stores, who, dictionary, sampleId)
  const fields = fieldsFor(dictionary, locale, universe.title, sample ?? invented, noLinks(publicUrl))
  const { title, settings } = universe
  const look = { title, colour: settings.colour, logo: settings.logo }
  return { content: found.content, fields, sample, name: sample?.name ?? null, colour: settings.colour, look }
}

type Asking = { readonly publicUrl: string; readonly address: string }

/**
 * What blocks of figures tell where the viewer sees the figures of that place; a look at a protected survey is written
 * down. `left`: with why something is left out.
 */
async function figuresSeen(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  content: MailContent,
  { leaves, locale, address, left }: { leaves: readonly number[]; locale: string; address: string; left: boolean },
): Promise<{ readonly figures: FigureValues }> {
  if (figureBlocks(content).length === 0) return { figures: {} }
  const maySee = seesPlaceFigures(who, dictionary, leaves)
  const told = maySee ? await figuresOf(stores, dictionary, content, Date.now())(leaves, locale) : {}
  if (maySee) await recordLook(stores, who, address, dictionary, { path: placePath(dictionary, leaves) })
  return { figures: left ? Object.assign(whyLeftOut(content, told, locale, maySee), told) : told }
}

type Written = { readonly subject: string; readonly html: string; readonly text: string }

/** Null: it cannot be read. */
async function writtenMail(content: MailContent, setting: MailSetting, fields: MessageFields): Promise<Written | null> {
  try {
    const { subject, html, text } = await compileMail(content, setting)
    return { subject: subject(fields), html: html(fields), text: text(fields) }
  } catch {
    return null
  }
}

/**
 * A mail that is being written as a page, a letter as PDF; a mail that cannot be read is empty, and its checks say why.
 * Throws Fault `not_found`, `invalid` for a letter that cannot be read.
 */
export async function renderTemplate(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  shown: Shown,
  { publicUrl, address: from, signal }: Asking & { readonly signal: AbortSignal },
): Promise<{ readonly kind: 'mail' | 'letter'; readonly made: string | Uint8Array }> {
  const { content, fields, colour, sample, look } = await shownFor(stores, who, dictionary, shown, publicUrl)
  const { locale } = shown
  if (content.kind === 'sms') throw new Fault('not_found', 'This template is neither a mail nor a letter.')
  if (content.kind === 'mail') {
    const seen = { leaves: sample?.leaves ?? [], locale, address: from, left: true }
    const { figures } = await figuresSeen(stores, who, dictionary, content, seen)
    const written = await writtenMail(content, { dictionary, locale, colour }, Object.assign({ figures }, fields))
    return { kind: 'mail', made: inLook(written?.html ?? '', shown.look) }
  }
  const kept = inventedLetter(dictionary, locale, publicUrl)
  const address = sample && isPostal(sample) ? addressLines(sample.name ?? '', sample) : kept.address
  try {
    const letter = compileLetter(content, { dictionary, locale })(
      Object.assign(kept, { address, fields, at: Date.now() }),
    )
    const { pdf } = await setLetters(content, look, { title: letter.subject, locale }, [letter], signal)
    return { kind: 'letter', made: pdf }
  } catch {
    throw refuse('invalid', 'template.faults')
  }
}

/** Null: it cannot be read. */
function writtenSms(content: SmsContent, dictionary: Dictionary, locale: string, fields: MessageFields): string | null {
  try {
    return compileSms(content, { dictionary, locale })(fields).trim()
  } catch {
    return null
  }
}

/** An SMS that is being written, as somebody would get it; one that cannot be read is empty. Throws Fault `not_found`. */
export async function previewTemplate(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  shown: Shown,
  publicUrl: string,
): Promise<ReplyOf<Calls['preview']>> {
  const { content, fields, name } = await shownFor(stores, who, dictionary, shown, publicUrl)
  if (content.kind !== 'sms') throw new Fault('not_found', 'This template is no SMS.')
  return { text: writtenSms(content, dictionary, shown.locale, fields) ?? '', name }
}

/** A sample whose person the viewer may know and write to: the one that is wanted, else the last changed; null: none. */
async function sampleToShow(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  wanted: string | null,
): Promise<StoredSample | null> {
  const { values, bind } = binder()
  const where = [
    `s.universe = ${bind(dictionary.universe)} and s.survey = ${bind(dictionary.survey)}`,
    scopeCondition(scopeOf(who, dictionary, 'sendCampaigns'), bind, 's.leaves'),
  ]
  try {
    where.push(scopeCondition(scopeOf(who, dictionary, 'seeContacts'), bind, 's.leaves'))
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
  if (wanted !== null) where.push(`s.id = ${bind(wanted)}`)
  const { rows } = await inUniverse(stores.pool, dictionary.universe, (client) =>
    query(
      client,
      sampleShape,
      `select ${sampleColumns} from ${sampleTables} where ${where.join(' and ')} order by s.changed_at desc, s.id limit 1`,
      values,
    ),
  )
  return rows[0] ?? null
}

type Test = { readonly locale: string; readonly templateId: string; readonly to?: string | undefined }

/**
 * Sends a template to the viewer: a mail to their address, an SMS to the number that they name. Throws Fault `invalid`
 * where there is nowhere to send it, or it cannot be read.
 */
export async function testTemplate(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, locale, to }: Test,
  { publicUrl, address }: Asking,
): Promise<ReplyOf<Calls['test']>> {
  const { content, fields, colour, sample } = await shownFor(stores, who, dictionary, { templateId, locale }, publicUrl)
  const { universe } = dictionary
  switch (content.kind) {
    case 'mail': {
      const email = (await personById(stores, who.userId))?.email
      if (!email) throw refuse('invalid', 'template.noMail')
      const seen = { leaves: sample?.leaves ?? [], locale, address, left: false }
      const { figures } = await figuresSeen(stores, who, dictionary, content, seen)
      const written = await writtenMail(content, { dictionary, locale, colour }, Object.assign({ figures }, fields))
      if (!written) throw refuse('invalid', 'template.faults')
      const { sender, replyTo } = content
      await putMail(
        stores.service,
        email,
        { subject: `[Test] ${written.subject}`, html: written.html, text: written.text },
        { universe, sender: sender === '' ? undefined : sender, replyTo: replyTo === '' ? undefined : replyTo },
      )
      return { to: email }
    }
    case 'sms': {
      const gateway = await readGateway(stores.service, universe)
      if (!gateway) throw refuse('invalid', 'sms.noGateway')
      const number = e164(to, gateway.callingCode)
      if (number === null)
        throw refuse('invalid', 'sms.number', {}, [{ place: 'to', expected: 'a telephone number', found: to ?? '' }])
      const text = writtenSms(content, dictionary, locale, fields)
      if (!text) throw refuse('invalid', 'template.faults')
      await putSms(stores.service, { universe, to: number, from: content.sender || gateway.sender, text })
      return { to: number }
    }
    case 'letter':
      throw refuse('invalid', 'template.noTest')
  }
}
