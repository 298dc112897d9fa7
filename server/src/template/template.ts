import type { InputOf } from '@kaiku/contract/call.ts'
import type { Template, TemplateContent, TemplateSummary, templateCalls } from '@kaiku/contract/template.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { MessageKind } from '@kaiku/core/campaign.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { usualFields } from '../message/check-found.ts'
import { namesOf } from '../person/person-name.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import {
  addVersion,
  insertTemplate,
  type PublishedTemplate,
  publishedTemplates,
  readTemplate,
  readTemplates,
  type StoredTemplate,
  updateTemplate,
  versionContent,
  versionsOf,
} from './template.store.ts'
import { checkContent, isPlain } from './template-check.ts'
import { subjectsOf } from './template-preview.ts'
import { localesOf, usualContent } from './usual-template.ts'

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
  { locale, publicUrl }: { readonly locale: string; readonly publicUrl: string },
): Promise<Template> {
  const { found, versions, colour } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const template = await templateOf(client, dictionary, id)
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
    indicators: dictionary.definition.indicators.map(({ id: indicator, title }) => ({
      id: indicator,
      title: say(title),
    })),
    fields: [...usualFields, ...questions.filter(({ hidden }) => !hidden).map((one) => `background.${one.id}`)],
    checks: [...(await checkContent(found.content, { dictionary, colour, publicUrl }))],
    subjects: subjectsOf(found.content, dictionary, colour),
    versions: versions.map(({ version, at, person }) => ({
      version,
      at: at.toISOString(),
      by: names.get(person ?? '') ?? '',
    })),
  }
}

/** Answers the id of the new one. Throws Fault `not_found` for a copy of none of its kind, `invalid` where there are too many. */
export const createTemplate = (
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { kind, title, copyOf }: InputOf<Calls['create']>,
): Promise<string> =>
  inUniverse(stores.pool, dictionary.universe, async (client) => {
    if ((await readTemplates(client, dictionary)).length >= most) throw refuse('invalid', 'template.most', { most })
    const copied = copyOf === undefined ? null : await readTemplate(client, dictionary, copyOf)
    if (copyOf !== undefined && copied?.kind !== kind) throw notThere()
    const content = copied?.content ?? usualContent[kind](dictionary)
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
    const { id, kind } = await lockedAt(client, dictionary, templateId, revision)
    if (content.kind !== kind)
      throw refuse('invalid', 'template.kind', {}, [{ place: 'content/kind', expected: kind, found: content.kind }])
    await updateTemplate(client, dictionary, { id, title, content, isArchived, person: who.userId })
  })

/** Throws Fault `invalid` while something speaks against it. */
export const publishTemplate = (
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { templateId, revision }: InputOf<Calls['publish']>,
  publicUrl: string,
): Promise<void> =>
  inUniverse(stores.pool, dictionary.universe, async (client) => {
    const { id, content } = await lockedAt(client, dictionary, templateId, revision)
    const { settings } = await readUniverse(client, dictionary.universe)
    const checks = await checkContent(content, { dictionary, colour: settings.colour, publicUrl })
    if (checks.some(({ isFault }) => isFault)) throw refuse('invalid', 'template.faults')
    await addVersion(client, dictionary, id, who.userId)
  })

/** The version of a template that may be sent. Throws Fault `not_found`, `invalid` where none was published. */
export async function publishedVersion(client: pg.PoolClient, dictionary: Dictionary, id: string) {
  const { kind, published } = await templateOf(client, dictionary, id)
  if (published === null) throw refuse('invalid', 'campaign.template')
  return { kind, version: published }
}

/** Throws Fault `not_found`. */
export async function templateOf(client: pg.PoolClient, dictionary: Dictionary, id: string): Promise<StoredTemplate> {
  const found = await readTemplate(client, dictionary, id)
  if (!found) throw notThere()
  return found
}

export type PlainTemplate<K extends MessageKind> = Pick<PublishedTemplate, 'id' | 'version'> & {
  readonly content: Extract<TemplateContent, { kind: K }>
}

/**
 * Published templates of a kind that lead to no form, so that they may go to who is asked nothing, by their titles; of
 * those with the same the oldest. `title`: null for all.
 */
export async function plainTemplates<K extends MessageKind>(
  client: pg.PoolClient,
  dictionary: Pick<Dictionary, 'universe' | 'survey'>,
  kind: K,
  title: string | null,
): Promise<ReadonlyMap<string, PlainTemplate<K>>> {
  const found = new Map<string, PlainTemplate<K>>()
  const isOfKind = (content: TemplateContent): content is Extract<TemplateContent, { kind: K }> => content.kind === kind
  for (const { id, version, title: called, content } of await publishedTemplates(client, dictionary, kind, title))
    if (isOfKind(content) && !found.has(called) && isPlain(content)) found.set(called, { id, version, content })
  return found
}

/** What was published as a version; null: it is gone. */
export const contentOf = versionContent
