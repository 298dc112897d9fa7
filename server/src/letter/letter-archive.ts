import type { InputOf, ReplyOf } from '@kaiku/contract/call.ts'
import type { ArchivedLetter, LetterBatch, letterCalls } from '@kaiku/contract/letter.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { recipientStates } from '@kaiku/core/campaign.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { type Localised, localise } from '@kaiku/core/localised.ts'
import { addressLines } from '@kaiku/core/postal-address.ts'
import type pg from 'pg'
import { binder } from '../db/bind.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, numbers, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { placeTitle } from '../message/recipient-fields.ts'
import { selectSamples } from '../sample-list/sample-selection.ts'
import { seesPerson } from '../sample-list/shown-sample.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { type StoredTask, shownFile, taskOf } from '../task/task.ts'
import { countLetters, readBatch, type StoredBatch } from './letter.store.ts'

type Asked = InputOf<(typeof letterCalls)['archive']>

const letterShape = {
  letterId: text,
  batchId: text,
  /** Null: an effect block asked for it. */
  campaignId: nullable(text),
  campaign: text,
  sampleId: text,
  name: nullable(text),
  street: nullable(text),
  postcode: nullable(text),
  town: nullable(text),
  country: nullable(text),
  leaves: numbers,
  state: oneOf(...recipientStates),
  number: nullable(number),
  pages: nullable(number),
  sentAt: nullable(time),
} satisfies Shape

const tables = `letter l join letter_batch b on (b.universe, b.id) = (l.universe, l.batch)
  left join campaign c on (c.universe, c.id) = (b.universe, b.campaign)
  left join campaign_recipient r on (r.universe, r.id) = (l.universe, l.recipient)
  join sample s on (s.universe, s.survey, s.id) = (l.universe, l.survey, l.sample)
  left join interview i on (i.universe, i.survey, i.number) = (s.universe, s.survey, s.interview)`

/** In SQL: campaigns whose answers are waited for, and what effects asked for lately. */
const current = `coalesce(c.state not in ('stopped', 'failed'), true) and coalesce(c.at, b.at) > now() - interval '90 days'`
/** Batches that are told. */
const mostBatches = 100

/**
 * Letters to people of a place whom the viewer may write to, and the batches that they were made in. Throws the Faults
 * of a path, `forbidden` for a search without the right to see who somebody is.
 */
export async function lettersArchive(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { path, all, campaignId, search, after, limit, locale }: Asked,
  now: number,
): Promise<ReplyOf<(typeof letterCalls)['archive']>> {
  const asked = { path, search, permission: 'sendCampaigns' } as const
  const ofPlace = () => {
    const { where, values, bind } = selectSamples(who, dictionary, asked, now)
    const parts = [where]
    if (all === undefined || all === 'false') parts.push(current)
    if (campaignId !== undefined) parts.push(`c.id = ${bind(campaignId)}`)
    return { parts, values, bind }
  }
  const { rows, batches } = await inUniverse(stores.pool, dictionary.universe, async (client) => {
    const one = ofPlace()
    if (after !== undefined) one.parts.push(`l.id < ${one.bind(after)}`)
    const found = await query(
      client,
      letterShape,
      `select l.id as "letterId", b.id as "batchId", c.id as "campaignId", coalesce(b.name, c.name) as campaign, s.id as "sampleId",
         s.name, s.street, s.postcode, s.town, s.country, s.leaves, l.place as number, l.pages,
         coalesce(r.state, case when b.made_at is null then 'queued' else 'delivered' end) as state,
         case when c.id is null then b.made_at else r.sent_at end as "sentAt"
       from ${tables} where ${one.parts.join(' and ')} order by l.id desc limit ${one.bind(limit + 1)}`,
      one.values,
    )
    const two = ofPlace()
    const ids = await query(
      client,
      { id: text },
      `select b.id from ${tables} where ${two.parts.join(' and ')} group by b.id order by b.id desc limit ${mostBatches}`,
      two.values,
    )
    const shown: LetterBatch[] = []
    for (const { id } of ids.rows) {
      const batch = await readBatch(client, dictionary.universe, id)
      if (batch) shown.push(await shownBatch(stores, client, who, dictionary, batch))
    }
    return { rows: found.rows, batches: shown }
  })
  const say = (one: Localised) => localise(one, locale ?? who.locale, dictionary.definition.settings.locale)
  const letters = rows.slice(0, limit).map((row): ArchivedLetter => {
    const { letterId, batchId, campaign, sampleId, state, pages } = row
    const isKnown = seesPerson(who, dictionary, row)
    return {
      letterId,
      batchId,
      campaignId: row.campaignId,
      campaign,
      sampleId,
      state,
      pages,
      name: isKnown ? row.name : null,
      address: isKnown ? addressLines('', row).join(', ') : null,
      place: placeTitle(dictionary, row.leaves, say),
      number: row.number ?? 0,
      sentAt: row.sentAt?.toISOString() ?? null,
    }
  })
  return { batches, letters, next: rows.length > limit ? (rows[limit - 1]?.letterId ?? null) : null }
}

async function shownBatch(
  stores: Stores,
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  batch: StoredBatch,
): Promise<LetterBatch> {
  const letters = await countLetters(client, batch.universe, batch.id)
  const task = await taskOfBatch(stores, batch)
  return {
    batchId: batch.id,
    campaignId: batch.campaign,
    campaign: batch.name,
    at: batch.at.toISOString(),
    madeAt: batch.madeAt?.toISOString() ?? null,
    letters,
    pages: batch.pages,
    state: task?.state ?? null,
    progress: task?.progress ?? 0,
    file: task && shownFile(task),
    mayFetch: (await countKnown(client, who, dictionary, batch)) === letters,
  }
}

/** Null: it waits for one, or it is forgotten. */
async function taskOfBatch(stores: Stores, { universe, task }: StoredBatch): Promise<StoredTask | null> {
  if (task === null) return null
  try {
    return await taskOf(stores, universe, null, task)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** Letters of a batch whose readers the viewer may write to and know. */
async function countKnown(client: pg.PoolClient, who: Viewer, dictionary: Dictionary, { id }: StoredBatch) {
  const { values, bind } = binder()
  const scopes = (['sendCampaigns', 'seeContacts'] as const).flatMap((permission) => {
    try {
      return [scopeCondition(scopeOf(who, dictionary, permission), bind, 's.leaves')]
    } catch (error) {
      if (error instanceof Fault) return ['false']
      throw error
    }
  })
  const { rows } = await query(
    client,
    { n: number },
    `select count(*)::int as n from ${tables}
     where l.universe = ${bind(dictionary.universe)} and b.id = ${bind(id)} and ${scopes.join(' and ')}`,
    values,
  )
  return rows[0]?.n ?? 0
}

/** A batch whose letters the viewer may all have. Throws Fault `not_found`, `forbidden`. */
export async function fetchableBatch(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<StoredBatch> {
  const batch = await readBatch(client, dictionary.universe, id, lock)
  const letters = batch && (await countLetters(client, batch.universe, batch.id))
  if (!batch || batch.survey !== dictionary.survey || !letters) throw noBatch()
  const known = await countKnown(client, who, dictionary, batch)
  if (known < letters) throw known === 0 ? noBatch() : new Fault('forbidden', 'These letters also go to others.')
  return batch
}
const noBatch = () => new Fault('not_found', 'There are no such letters.')
