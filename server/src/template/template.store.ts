import { type TemplateContent, templateContent } from '@kaiku/contract/template.ts'
import { type MessageKind, messageKinds } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { bool, json, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

const columns = {
  id: text,
  kind: oneOf(...messageKinds),
  title: text,
  content: json(templateContent),
  revision: number,
  published: nullable(number),
  isChanged: bool,
  person: nullable(text),
  changedAt: time,
  isArchived: bool,
} satisfies Shape
export type StoredTemplate = RowOf<typeof columns>

const selected = `t.id, t.kind, t.title, t.content, t.revision, t.published, t.person, t.changed_at as "changedAt",
  t.is_archived as "isArchived", v.content is distinct from t.content as "isChanged"`
const from = `template t left join template_version v on (v.universe, v.template, v.version) = (t.universe, t.id, t.published)`

type Of = Pick<Dictionary, 'universe' | 'survey'>

export async function readTemplates(
  client: pg.PoolClient,
  { universe, survey }: Of,
): Promise<readonly StoredTemplate[]> {
  const { rows } = await query(
    client,
    columns,
    `select ${selected} from ${from} where t.universe = $1 and t.survey = $2 order by t.changed_at desc, t.id`,
    [universe, survey],
  )
  return rows
}

export async function readTemplate(
  client: pg.PoolClient,
  { universe, survey }: Of,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<StoredTemplate | null> {
  const { rows } = await query(
    client,
    columns,
    `select ${selected} from ${from} where t.universe = $1 and t.survey = $2 and t.id = $3
     ${lock === 'lock' ? 'for update of t' : ''}`,
    [universe, survey, id],
  )
  return rows[0] ?? null
}

type NewTemplate = Pick<StoredTemplate, 'kind' | 'title' | 'content' | 'person'>

export async function insertTemplate(
  client: pg.PoolClient,
  { universe, survey }: Of,
  { kind, title, content, person }: NewTemplate,
): Promise<string> {
  const { rows } = await query(
    client,
    { id: text },
    `insert into template (universe, survey, kind, title, content, person) values ($1, $2, $3, $4, $5, $6) returning id`,
    [universe, survey, kind, title, JSON.stringify(content), person],
  )
  const [made] = rows
  if (!made) throw new Error('a template was not kept')
  return made.id
}

type Changed = Pick<StoredTemplate, 'id' | 'title' | 'content' | 'person' | 'isArchived'>

export const updateTemplate = (
  client: pg.PoolClient,
  { universe }: Of,
  { id, title, content, person, isArchived }: Changed,
) =>
  client.query(
    `update template set title = $3, content = $4, person = $5, is_archived = $6, revision = revision + 1, changed_at = now()
     where universe = $1 and id = $2`,
    [universe, id, title, JSON.stringify(content), person, isArchived],
  )

/** Keeps what is written as the next version. */
export async function addVersion(client: pg.PoolClient, { universe }: Of, id: string, person: string): Promise<void> {
  await client.query(
    `with next as (
       select coalesce(max(v.version), 0) + 1 as version from template_version v where v.universe = $1 and v.template = $2),
     kept as (
       insert into template_version (universe, template, version, content, person)
       select t.universe, t.id, next.version, t.content, $3 from template t, next where t.universe = $1 and t.id = $2)
     update template set published = next.version, revision = revision + 1 from next where universe = $1 and id = $2`,
    [universe, id, person],
  )
}

const publishedColumns = { id: text, title: text, version: number, content: json(templateContent) } satisfies Shape
export type PublishedTemplate = RowOf<typeof publishedColumns>

/** What was published last of templates of a kind that are not archived, the oldest first; `title`: null for all. */
export async function publishedTemplates(
  client: pg.PoolClient,
  { universe, survey }: Of,
  kind: MessageKind,
  title: string | null,
): Promise<readonly PublishedTemplate[]> {
  const { rows } = await query(
    client,
    publishedColumns,
    `select t.id, t.title, v.version, v.content from template t
       join template_version v on (v.universe, v.template, v.version) = (t.universe, t.id, t.published)
     where t.universe = $1 and t.survey = $2 and t.kind = $4 and not t.is_archived
       and ($3::text is null or t.title = $3) order by t.id`,
    [universe, survey, title, kind],
  )
  return rows
}

const versionColumns = { version: number, at: time, person: nullable(text) } satisfies Shape

export async function versionsOf(
  client: pg.PoolClient,
  { universe }: Of,
  id: string,
): Promise<readonly RowOf<typeof versionColumns>[]> {
  const { rows } = await query(
    client,
    versionColumns,
    'select version, at, person from template_version where universe = $1 and template = $2 order by version desc limit 50',
    [universe, id],
  )
  return rows
}
/** What was published as a version; null: there is none. */
export async function versionContent(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  id: string,
  version: number,
): Promise<TemplateContent | null> {
  const { rows } = await query(
    client,
    { content: json(templateContent) },
    'select content from template_version where universe = $1 and template = $2 and version = $3',
    [universe, id, version],
  )
  return rows[0]?.content ?? null
}
