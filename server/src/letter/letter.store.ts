import type pg from 'pg'
import { z } from 'zod'
import { json, nullable, number, oneOf, query, type RowOf, type Shape, text, time } from '../db/rows.ts'
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
  /** Null: an effect block asked for its letters. */
  campaign: nullable(text),
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

const batches = `select b.universe, b.survey, b.id, b.campaign, coalesce(b.name, c.name) as name, b.template, b.version, b.look, b.task, c.person, b.at,
    b.made_at as "madeAt", b.pages
  from letter_batch b left join campaign c on (c.universe, c.id) = (b.universe, b.campaign)`

/** `lock`: so that no letter is added to it until the transaction ends. */
export async function readBatch(
  client: pg.Pool | pg.PoolClient,
  universe: string,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<StoredBatch | null> {
  const { rows } = await query(
    client,
    batchColumns,
    `${batches} where b.universe = $1 and b.id = $2 ${lock === 'lock' ? 'for update of b' : ''}`,
    [universe, id],
  )
  return rows[0] ?? null
}

export type EffectBatch = Pick<StoredBatch, 'universe' | 'survey' | 'name' | 'template' | 'version' | 'look'> & {
  readonly block: string
  readonly day: string
}

/**
 * The one that letters of a block are added to on a day; its id. It stays so until the transaction ends: whoever has it
 * made waits for that.
 */
export async function dayBatch(
  client: pg.PoolClient,
  { universe, survey, block, name, day, template, version, look: of }: EffectBatch,
): Promise<string> {
  for (;;) {
    const { rows } = await query(
      client,
      { id: text },
      `select id from letter_batch where universe = $1 and survey = $2 and block = $3 and day = $4 and template = $5
         and version = $6 and task is null for share`,
      [universe, survey, block, day, template, version],
    )
    if (rows[0]) return rows[0].id
    // Whoever else makes it at the same time, one of them is the first.
    await client.query(
      `insert into letter_batch (universe, survey, block, name, day, template, version, look)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [universe, survey, block, name, day, template, version, JSON.stringify(of)],
    )
  }
}

/** Surveys with letters of effects of whose waiting nobody was told. */
export async function surveysToTell(service: pg.Pool, universe: string): Promise<readonly number[]> {
  const { rows } = await query(
    service,
    { survey: number },
    `select distinct survey from letter_batch
     where universe = $1 and block is not null and task is null and told_at is null order by survey`,
    [universe],
  )
  return rows.map(({ survey }) => survey)
}

/** Takes the batches of effects of days before this one that wait untold, each once, with how many letters they have. */
export async function takeUntold(
  client: pg.PoolClient,
  { universe, survey }: Of,
  today: string,
): Promise<readonly { readonly id: string; readonly letters: number }[]> {
  const { rows } = await query(
    client,
    { id: text, letters: number },
    `update letter_batch b set told_at = now()
     where b.universe = $1 and b.survey = $2 and b.block is not null and b.task is null and b.told_at is null and b.day < $3
     returning b.id, (select count(*)::int from letter l where l.universe = b.universe and l.batch = b.id) as letters`,
    [universe, survey, today],
  )
  return rows.filter(({ letters }) => letters > 0)
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

type NewLetter = {
  readonly batch: string
  readonly id: string
  /** Of a campaign; null: an effect asked for it. */
  readonly recipient: string | null
  readonly sample: string
  /** What it is about, with which it is erased; null: nothing that was answered. */
  readonly interview: string | null
  readonly kept: KeptLetter
  readonly sorting: string
}

export const insertLetter = (client: pg.PoolClient, { universe, survey }: Of, letter: NewLetter) =>
  client.query(
    `insert into letter (universe, survey, batch, id, recipient, sample, interview, kept, sorting)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[universe, survey, letter.batch, letter.id, letter.recipient, letter.sample, letter.interview],
      ...[JSON.stringify(letter.kept), letter.sorting],
    ],
  )
type Of = { readonly universe: string; readonly survey: number }

/** Of these letters, which are made and which wait for it; those that are gone are absent. */
export async function letterStates(
  client: pg.PoolClient,
  universe: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'gathered' | 'made'>> {
  const { rows } = await query(
    client,
    { id: text, state: oneOf('gathered', 'made') },
    `select l.id, case when b.made_at is null then 'gathered' else 'made' end as state
     from letter l join letter_batch b on (b.universe, b.id) = (l.universe, l.batch)
     where l.universe = $1 and l.id = any($2)`,
    [universe, ids],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

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
