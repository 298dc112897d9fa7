import { randomUUID } from 'node:crypto'
import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { interviewTagCalls } from '@kaiku/contract/interview-tag.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { type Bind, binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { numbers, query, type Shape, text, texts } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { setTags } from '../interview-change/mark-interview.ts'
import { openInterview } from '../interview-list/one-interview.ts'
import { type NoticedInterview, tellOfInterviews } from '../live-event/interview-news.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'

const taggedColumns = { number: text, id: text, leaves: numbers, tags: texts } satisfies Shape

type Calls = typeof interviewTagCalls
type Tagged = NoticedInterview & { readonly tags: readonly string[] }

const mostKnown = 500

/** Tags in use at the viewer's places, by name. */
export const knownTags = ({ pool }: Stores, who: Viewer, dictionary: Dictionary): Promise<string[]> =>
  inUniverse(pool, dictionary.universe, async (client) => {
    const { values, bind } = binder()
    const { rows } = await query(
      client,
      { tag: text },
      `select distinct tag from interview i cross join unnest(i.tags) as tag
       where i.tags is not null and ${reached(who, dictionary, bind)} limit ${mostKnown}`,
      values,
    )
    return rows.map(({ tag }) => tag).sort((a, b) => a.localeCompare(b))
  })

const reached = (who: Viewer, dictionary: Dictionary, bind: Bind) =>
  `i.universe = ${bind(dictionary.universe)} and i.survey = ${bind(dictionary.survey)}
   and ${scopeCondition(scopeOf(who, dictionary, 'seeInterviews'), bind, 'i.leaves')}`

/** Changes the tags of interviews. Throws Fault `not_found` for one that the viewer may not open: then none is changed. */
export async function changeTags(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { interviews, add, remove }: InputOf<Calls['change']>,
): Promise<ReplyOf<Calls['change']>> {
  const bulk = randomUUID()
  const changed = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const found = await lockTagged(client, who, dictionary, 'i.id', new Set(interviews))
    if (found.length !== new Set(interviews).size) throw new Fault('not_found', 'There is no such interview.')
    if (dictionary.definition.settings.protection)
      for (const { number } of found) await openInterview(stores, who, dictionary, number)
    return writeTags(client, who.userId, dictionary, bulk, found, ({ tags }) =>
      [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag)),
    )
  })
  return { bulkId: changed.length > 0 ? bulk : null, changed }
}

/** Takes back what the viewer tagged at once. Throws Fault `not_found` where there is nothing of theirs. */
export const undoTags = ({ pool }: Stores, who: Viewer, dictionary: Dictionary, bulkId: string) =>
  inUniverse(pool, dictionary.universe, async (client): Promise<ReplyOf<Calls['undo']>> => {
    const { rows } = await query(
      client,
      { number: text, before: texts, after: texts },
      `select number::text, before, after from interview_tagging
       where universe = $1 and bulk = $2 and person = $3 and survey = $4`,
      [dictionary.universe, bulkId, who.userId, dictionary.survey],
    )
    if (rows.length === 0) throw new Fault('not_found', 'There is nothing to take back.')
    const made = new Map(rows.map((row) => [row.number, row]))
    const found = await lockTagged(client, who, dictionary, 'i.number', new Set(made.keys()))
    const asMade = found.filter(({ number, tags }) => tags.join('\n') === made.get(number)?.after.join('\n'))
    const changed = await writeTags(client, who.userId, dictionary, randomUUID(), asMade, ({ number, tags }) => [
      ...(made.get(number)?.before ?? tags),
    ])
    return { changed, left: rows.length - asMade.length }
  })

/** Gives an interview tags in the client's transaction, as Kaiku itself; those that it has already stay as they are. */
export async function giveTags(
  client: pg.PoolClient,
  dictionary: Dictionary,
  number: string,
  add: readonly string[],
): Promise<void> {
  const { rows } = await query(
    client,
    taggedColumns,
    `select i.number::text, i.id, i.leaves, coalesce(i.tags, '{}') as tags from interview i
     where i.universe = $1 and i.survey = $2 and i.number = $3 for update`,
    [dictionary.universe, dictionary.survey, number],
  )
  await writeTags(client, null, dictionary, randomUUID(), rows, ({ tags }) => [...new Set([...tags, ...add])])
}

/** In the order of their numbers, so that two who tag at once never wait for each other for ever. */
async function lockTagged(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  by: 'i.id' | 'i.number',
  wanted: ReadonlySet<string>,
): Promise<Tagged[]> {
  const { values, bind } = binder()
  const { rows } = await query(
    client,
    taggedColumns,
    `select i.number::text, i.id, i.leaves, coalesce(i.tags, '{}') as tags from interview i
     where ${reached(who, dictionary, bind)} and ${by} = any(${bind([...wanted])}) order by i.number for update`,
    values,
  )
  return rows
}

async function writeTags(
  client: pg.PoolClient,
  person: string | null,
  dictionary: Dictionary,
  bulk: string,
  found: readonly Tagged[],
  next: (interview: Tagged) => string[],
): Promise<{ interviewId: string; tags: string[] }[]> {
  const changed = found.flatMap((one) => {
    const after = next(one).sort()
    return after.join('\n') === one.tags.join('\n') ? [] : [{ ...one, after }]
  })
  if (changed.length === 0) return []
  await client.query(
    `insert into interview_tagging (universe, survey, number, bulk, person, before, after)
     select $1, $2, (one ->> 'number')::bigint, $3, $4, array(select jsonb_array_elements_text(one -> 'tags')),
       array(select jsonb_array_elements_text(one -> 'after'))
     from jsonb_array_elements($5::jsonb) as one`,
    [dictionary.universe, dictionary.survey, bulk, person, JSON.stringify(changed)],
  )
  await setTags(
    client,
    dictionary,
    changed.map(({ number, after }) => ({ number, tags: after })),
  )
  await tellOfInterviews(client, dictionary, changed)
  return changed.map(({ id, after }) => ({ interviewId: id, tags: after }))
}
