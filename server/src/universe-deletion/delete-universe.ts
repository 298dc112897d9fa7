import type pg from 'pg'
import { z } from 'zod'
import { forgetUniverseHits } from '../analytics/forget-hits.ts'
import { locked } from '../background-work/lock.ts'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { inTransaction } from '../db/postgres.ts'
import { json, number, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { dropFigures } from '../feed/drop-figures.ts'
import { forgetMailOf } from '../mail/forget-mail.ts'
import { mappingFilesOf, removeMappingFile } from '../mapping-file/mapping-file.ts'
import { removeFile } from '../new-survey/kept-file.ts'
import { removePeople } from '../person/person.ts'
import { leaveUniverse } from '../session/session.ts'
import { noteDeleted, noteFiguresGone, openDeletions, type StoredDeletion } from './deletion.ts'

/** Milliseconds between two looks. */
const lookEvery = 5_000

/** Deletes the universes that are to be deleted; what was broken off goes on where it stood. */
export const universeDeletions: RecurringWork = {
  name: 'deletions',
  of: 'kaiku',
  when: { every: lookEvery },
  async run({ stores }) {
    await deleteUniverses(stores)
    return null
  },
}

/** How many were. What they leave in freed pages and logs goes with the night’s work. */
export async function deleteUniverses(stores: Stores): Promise<number> {
  const open = await openDeletions(stores)
  for (const one of open) {
    const surveys = one.deletedAt ? one.surveys : await deleteTruth(stores, one)
    await dropAllFigures(stores, surveys)
    await noteFiguresGone(stores, one.id)
  }
  return open.length
}

/** Removes a universe that was never finished, as if nobody had begun it. */
export async function removeUnfinished(stores: Stores, universe: string): Promise<void> {
  const { surveys } = await inTransaction(stores.owner, (client) => forgetTruth(client, universe))
  await dropAllFigures(stores, surveys)
}

/** Whatever batch the feed had begun has ended, and none of later knows of the surveys. */
const dropAllFigures = (stores: Stores, surveys: readonly number[]): Promise<void> =>
  locked(stores.service, 'batch', async () => {
    for (const survey of surveys) await dropFigures(stores, survey)
  })

/** All of PostgreSQL, or nothing; the internal numbers of its surveys. */
async function deleteTruth(stores: Stores, { id, former }: StoredDeletion): Promise<readonly number[]> {
  const files = await keptFiles(stores, former)
  const later = await mappingFilesOf(stores, former)
  const gone = await inTransaction(stores.owner, async (client) => {
    const { surveys, removed } = await forgetTruth(client, former)
    await noteDeleted(client, id, surveys, removed)
    return surveys
  })
  for (const file of files) await removeFile(stores, file)
  for (const file of later) await removeMappingFile(stores, file)
  return gone
}

/** In a transaction: removes all of a universe; the internal numbers of its surveys, and how many rows by table. */
async function forgetTruth(client: pg.PoolClient, universe: string) {
  const surveys = await surveysOf(client, universe)
  const people = await peopleOf(client, universe)
  const ids = people.map((one) => one.id)
  const hits = await forgetUniverseHits(client, universe, ids)
  const mail = await forgetMailOf(
    client,
    people.map(({ email }) => email),
  )
  await leaveUniverse(client, universe, ids)
  const { rows } = await query(
    client,
    { removed: json(z.record(z.string(), z.number())) },
    'select forget_universe($1) as removed',
    [universe],
  )
  // Last: memberships and what people made name them.
  const accounts = await removePeople(client, ids)
  const counts = new Map(Object.entries(rows[0]?.removed ?? {}))
  for (const [table, n] of [
    ['analytics_event', hits],
    ['mailbox', mail],
    ['person', accounts],
  ] as const)
    if (n > 0) counts.set(table, (counts.get(table) ?? 0) + n)
  return { surveys, removed: Object.fromEntries(counts) }
}

async function surveysOf(client: pg.PoolClient, universe: string): Promise<readonly number[]> {
  const { rows } = await query(
    client,
    { survey: number },
    'select number as survey from survey where universe = $1 order by number',
    [universe],
  )
  return rows.map(({ survey }) => survey)
}

/** Accounts that are members nowhere else. Root stays. */
async function peopleOf(client: pg.PoolClient, universe: string) {
  const { rows } = await query(
    client,
    { id: text, email: text },
    `select p.id, lower(coalesce(p.email, '')) as email from membership m join person p on p.id = m.person
     where m.universe = $1 and not p.is_root
       and not exists (select from membership o where o.person = p.id and o.universe <> $1)`,
    [universe],
  )
  return rows
}

/** Files that people have uploaded and no survey was made of. */
async function keptFiles({ service }: Stores, universe: string): Promise<readonly string[]> {
  const { rows } = await query(service, { id: text }, 'select id from new_survey where universe = $1', [universe])
  return rows.map(({ id }) => id)
}
