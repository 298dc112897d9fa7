import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, number, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
import type { KeptLetter } from '../letter-text/letter-text.ts'

const look = z.object({ title: z.string(), colour: z.string(), logo: z.string() })
const kept: z.ZodType<KeptLetter> = z.object({
  locale: z.string(),
  address: z.array(z.string()),
  fields: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  code: z.string(),
  link: z.string(),
  at: z.number(),
})

const batchColumns = {
  universe: text,
  survey: number,
  id: text,
  campaign: text,
  name: text,
  template: text,
  version: number,
  look: json(look),
  task: nullable(text),
  person: nullable(text),
  at: time,
  madeAt: nullable(time),
  pages: nullable(number),
} satisfies Shape
export type StoredBatch = RowOf<typeof batchColumns>

const batches = `select b.universe, b.survey, b.id, b.campaign, c.name, b.template, b.version, b.look, b.task, c.person, b.at,
    b.made_at as "madeAt", b.pages
  from letter_batch b join campaign c on (c.universe, c.id) = (b.universe, b.campaign)`

export async function readBatch(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  id: string,
): Promise<StoredBatch | null> {
  const { rows } = await query(client, batchColumns, `${batches} where b.universe = $1 and b.id = $2`, [universe, id])
  return rows[0] ?? null
}

/** The one of a campaign that letters are still added to; null: none. */
export async function openBatchOf(
  client: pg.PoolClient,
  universe: string,
  campaign: string,
): Promise<StoredBatch | null> {
  const { rows } = await query(
    client,
    batchColumns,
    `${batches} where b.universe = $1 and b.campaign = $2 and b.task is null and b.made_at is null for update of b`,
    [universe, campaign],
  )
  return rows[0] ?? null
}

/** The one that letters of a campaign are added to, a new one where there is none; its id. */
export async function batchToFill(
  client: pg.PoolClient,
  universe: string,
  campaign: string,
  of: StoredBatch['look'],
): Promise<string> {
  const open = await openBatchOf(client, universe, campaign)
  if (open) return open.id
  const { rows } = await query(
    client,
    { id: text },
    `insert into letter_batch (universe, survey, campaign, template, version, look)
     select universe, survey, id, template, version, $3 from campaign where universe = $1 and id = $2 returning id`,
    [universe, campaign, JSON.stringify(of)],
  )
  const [made] = rows
  if (!made) throw new Error('the campaign of a letter is gone')
  return made.id
}

type NewLetter = { readonly batch: string; readonly id: string; readonly kept: KeptLetter; readonly sorting: string }

/** `id`: of its recipient. */
export const insertLetter = (client: pg.PoolClient, universe: string, { batch, id, kept: said, sorting }: NewLetter) =>
  client.query('insert into letter (universe, batch, id, kept, sorting) values ($1, $2, $3, $4, $5)', [
    universe,
    batch,
    id,
    JSON.stringify(said),
    sorting,
  ])

/** No letter is added any more: they lie in order, and `task` makes their file. */
export async function fillUp(client: pg.PoolClient, universe: string, batch: string): Promise<void> {
  await client.query(
    `update letter l set place = o.place from (
       select id, row_number() over (order by sorting, id) as place from letter where universe = $1 and batch = $2) o
     where l.universe = $1 and l.id = o.id`,
    [universe, batch],
  )
}

export const setTask = (client: pg.PoolClient, universe: string, batch: string, task: string) =>
  client.query('update letter_batch set task = $3 where universe = $1 and id = $2', [universe, batch, task])

const letterColumns = { id: text, batch: text, kept: json(kept), place: number } satisfies Shape
export type StoredLetter = RowOf<typeof letterColumns>

/** The next of a batch behind a place. */
export async function lettersBehind(
  service: pg.Pool,
  { universe, id }: Pick<StoredBatch, 'universe' | 'id'>,
  place: number,
  most: number,
): Promise<readonly StoredLetter[]> {
  const { rows } = await query(
    service,
    letterColumns,
    `select id, batch, kept, place from letter where universe = $1 and batch = $2 and place > $3 order by place limit $4`,
    [universe, id, place, most],
  )
  return rows
}

export async function countLetters(client: pg.Pool | pg.PoolClient, universe: string, batch: string): Promise<number> {
  const { rows } = await query(
    client,
    { n: number },
    'select count(*)::int as n from letter where universe = $1 and batch = $2',
    [universe, batch],
  )
  return rows[0]?.n ?? 0
}

/** How many pages each has. */
export const setPages = (service: pg.Pool, universe: string, pages: ReadonlyMap<string, number>) =>
  service.query(
    `update letter l set pages = given.pages from unnest($2::uuid[], $3::int[]) as given (id, pages)
     where l.universe = $1 and l.id = given.id`,
    [universe, [...pages.keys()], [...pages.values()]],
  )

/** What was made of all of it; the first time, its letters were sent. */
export const setMade = (client: pg.PoolClient, universe: string, batch: string, pages: number) =>
  client.query(
    'update letter_batch set made_at = coalesce(made_at, now()), pages = $3 where universe = $1 and id = $2',
    [universe, batch, pages],
  )

export async function readLetter(service: pg.Pool, universe: string, id: string): Promise<StoredLetter | null> {
  const { rows } = await query(
    service,
    letterColumns,
    'select id, batch, kept, coalesce(place, 0) as place from letter where universe = $1 and id = $2',
    [universe, id],
  )
  return rows[0] ?? null
}
