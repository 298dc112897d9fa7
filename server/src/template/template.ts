import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { MailContent, Template, TemplateSummary, templateCalls } from '@kaiku/contract/template.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { query } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { putMail } from '../mail/mail.ts'
import { personById } from '../person/person.ts'
import { namesOf } from '../person/person-name.ts'
import { type StoredSample, sampleColumns, sampleShape, sampleTables } from '../sample/stored-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import { fillingOf } from './liquid.ts'
import { compileMail, type MailSetting, mailTexts } from './mail-layout.ts'
import { fieldsFor } from './recipient-fields.ts'
import {
  addVersion,
  insertTemplate,
  readTemplate,
  readTemplates,
  type StoredTemplate,
  updateTemplate,
  versionContent,
  versionsOf,
} from './template.store.ts'
import { checkMail, usualFields } from './template-check.ts'
import { localesOf, usualMail } from './usual-template.ts'

type Calls = typeof templateCalls
/** Templates of one survey. */
const most = 500

const notThere = () => new Fault('not_found', 'There is no such template.')

export const listTemplates = (stores: Stores, dictionary: Dictionary): Promise<TemplateSummary[]> =>
  inUniverse(stores.pool, dictionary.universe, async (client) => {
    const templates = await readTemplates(client, dictionary)
    const names = await namesOf(
      stores.service,
      templates.map(({ person }) => person),
    )
    return templates.map((one) => summaryOf(one, names))
  })

const summaryOf = (
  { id, kind, title, revision, published, isChanged, isArchived, changedAt, person }: StoredTemplate,
  names: ReadonlyMap<string, string>,
): TemplateSummary => ({
  templateId: id,
  kind,
  title,
  revision,
  published,
  isChanged,
  isArchived,
  changedAt: changedAt.toISOString(),
  changedBy: names.get(person ?? '') ?? '',
})

/** Throws Fault `not_found`. */
export async function showTemplate(
  stores: Stores,
  dictionary: Dictionary,
  id: string,
  locale: string,
): Promise<Template> {
  const { found, versions, colour } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const template = await readTemplate(client, dictionary, id)
    if (!template) throw notThere()
    const { settings } = await readUniverse(client, dictionary.universe)
    return { found: template, versions: await versionsOf(client, dictionary, id), colour: settings.colour }
  })
  const names = await namesOf(stores.service, [found.person, ...versions.map(({ person }) => person)])
  const questions = [...dictionary.questions.values()].map(({ question }) => question)
  const say = (text: Parameters<typeof localise>[0]) => localise(text, locale, dictionary.definition.settings.locale)
  return {
    ...summaryOf(found, names),
    content: found.content,
    locales: [...localesOf(dictionary.definition)],
    questions: questions
      .filter(({ type, hidden }) => !hidden && (type === 'scale' || type === 'choice'))
      .map(({ id: question, title }) => ({ id: question, title: say(title) })),
    fields: [...usualFields, ...questions.filter(({ hidden }) => !hidden).map((one) => `background.${one.id}`)],
    checks: [...(await checkMail(found.content, { dictionary, colour }))],
    subjects: subjectsOf(found.content, dictionary, colour),
    versions: versions.map(({ version, at, person }) => ({
      version,
      at: at.toISOString(),
      by: names.get(person ?? '') ?? '',
    })),
  }
}

/** Answers the id of the new one. Throws Fault `not_found` for a copy of none, `invalid` where there are too many. */
export const createTemplate = (
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { kind, title, copyOf }: InputOf<Calls['create']>,
): Promise<string> =>
  inUniverse(stores.pool, dictionary.universe, async (client) => {
    if ((await readTemplates(client, dictionary)).length >= most) throw refuse('invalid', 'template.most', { most })
    const copied = copyOf === undefined ? null : await readTemplate(client, dictionary, copyOf)
    if (copyOf !== undefined && !copied) throw notThere()
    const content = copied?.content ?? usualMail(dictionary)
    return insertTemplate(client, dictionary, { kind, title, content, person: who.userId })
  })

/** Throws Fault `not_found`, `conflict` where somebody else changed it meanwhile. */
const lockedAt = async (client: pg.PoolClient, dictionary: Dictionary, id: string, revision: number) => {
  const found = await readTemplate(client, dictionary, id, 'lock')
  if (!found) throw notThere()
  if (found.revision !== revision) throw refuse('conflict', 'template.changedMeanwhile')
  return found
}

export const changeTemplate = (
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, revision, title, content, isArchived }: InputOf<Calls['change']>,
): Promise<void> =>
  inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { id } = await lockedAt(client, dictionary, templateId, revision)
    await updateTemplate(client, dictionary, { id, title, content, isArchived, person: who.userId })
  })

/** Throws Fault `invalid` while something speaks against it. */
export const publishTemplate = (
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, revision }: InputOf<Calls['publish']>,
): Promise<void> =>
  inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { id, content } = await lockedAt(client, dictionary, templateId, revision)
    const { settings } = await readUniverse(client, dictionary.universe)
    const checks = await checkMail(content, { dictionary, colour: settings.colour })
    if (checks.some(({ isFault }) => isFault)) throw refuse('invalid', 'template.faults')
    await addVersion(client, dictionary, id, who.userId)
  })

function subjectsOf(content: MailContent, dictionary: Dictionary, colour: string): Record<string, string> {
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

/** Links of a message that nobody answers by. */
const noLinks = (publicUrl: string) => ({
  link: new URL('/a/test', publicUrl).href,
  unsubscribe: new URL('/u/test', publicUrl).href,
})

const invented = { name: 'Maya Example', background: {}, leaves: [] } as const

type Written = { readonly subject: string; readonly html: string; readonly text: string }

/** A mail as somebody would get it: the sample that is wanted, else the last changed, else somebody invented. Null: it cannot be read. */
async function writtenFor(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  {
    content,
    locale,
    sampleId,
  }: { readonly content: MailContent; readonly locale: string; readonly sampleId: string | null },
  publicUrl: string,
): Promise<Written | null> {
  const { title, settings } = await readUniverse(stores.service, dictionary.universe)
  const sample = await sampleToShow(stores, who, dictionary, sampleId)
  const setting: MailSetting = { dictionary, locale, colour: settings.colour }
  const fields = fieldsFor(dictionary, locale, title, sample ?? invented, noLinks(publicUrl))
  try {
    const { subject, html, text } = await compileMail(content, setting)
    return { subject: subject(fields), html: html(fields), text: text(fields) }
  } catch {
    return null
  }
}

/** What is being written, as a page; one that cannot be read is empty, and its checks say why. Throws Fault `not_found`. */
export async function renderTemplate(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  {
    templateId,
    locale,
    sampleId = null,
  }: { readonly templateId: string; readonly locale: string; readonly sampleId?: string | null | undefined },
  publicUrl: string,
): Promise<string> {
  const found = await inUniverse(stores.pool, dictionary.universe, (client) =>
    readTemplate(client, dictionary, templateId),
  )
  if (!found) throw notThere()
  return (
    (await writtenFor(stores, who, dictionary, { content: found.content, locale, sampleId }, publicUrl))?.html ?? ''
  )
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

/** Mails a template to the viewer. Throws Fault `invalid` where they have no address, or it cannot be read. */
export async function testTemplate(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, locale }: InputOf<Calls['test']>,
  publicUrl: string,
): Promise<ReplyOf<Calls['test']>> {
  const found = await inUniverse(stores.pool, dictionary.universe, (client) =>
    readTemplate(client, dictionary, templateId),
  )
  if (!found) throw notThere()
  const email = (await personById(stores, who.userId))?.email
  if (!email) throw refuse('invalid', 'template.noMail')
  const written = await writtenFor(
    stores,
    who,
    dictionary,
    { content: found.content, locale, sampleId: null },
    publicUrl,
  )
  if (!written) throw refuse('invalid', 'template.faults')
  const { subject, html, text } = written
  const { sender, replyTo } = found.content
  await putMail(
    stores.service,
    email,
    { subject: `[Test] ${subject}`, html, text },
    {
      universe: dictionary.universe,
      sender: sender === '' ? undefined : sender,
      replyTo: replyTo === '' ? undefined : replyTo,
    },
  )
  return { to: email }
}

/** The version of a template that may be sent. Throws Fault `not_found`, `invalid` where none was published. */
export async function publishedVersion(client: pg.PoolClient, dictionary: Dictionary, id: string): Promise<number> {
  const found = await readTemplate(client, dictionary, id)
  if (!found) throw notThere()
  if (found.published === null) throw refuse('invalid', 'campaign.template')
  return found.published
}

/** What was published as a version; null: it is gone. */
export const contentOf = versionContent
