import { addressLines, type PostalAddress } from '@kaiku/core/postal-address.ts'
import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { KeptLetter } from '../letter-text/letter-text.ts'
import type { MessageFields } from '../message/liquid.ts'
import type { CampaignRecipient } from '../recipient/recipient.ts'
import type { StoredSample } from '../sample/stored-sample.ts'
import { putTask } from '../task/task.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import {
  batchToFill,
  countLetters,
  fillUp,
  insertLetter,
  openBatchOf,
  type StoredBatch,
  setTask,
} from './letter.store.ts'

/** Letters of one batch: more go into another. */
const mostOfBatch = 10_000

type To = {
  readonly recipient: CampaignRecipient
  readonly sample: Pick<StoredSample, 'name' | keyof PostalAddress>
  readonly fields: MessageFields
  /** The form’s address. */
  readonly link: string
}

/** Puts letters of a campaign together, one after the other, in the transaction; answers their ids. */
export function letterPutter(client: pg.PoolClient, { universe }: Pick<Dictionary, 'universe'>, now: number) {
  const batches = new Map<string, string>()
  const batchOf = async (campaign: string) => {
    const known = batches.get(campaign)
    if (known !== undefined) return known
    const { title, settings } = await readUniverse(client, universe)
    const look = { title, colour: settings.colour, logo: settings.logo }
    const id = await batchToFill(client, universe, campaign, look)
    batches.set(campaign, id)
    return id
  }
  return async ({ recipient, sample, fields, link }: To): Promise<string> => {
    const { id, code, locale, campaign } = recipient
    const kept: KeptLetter = { locale, address: addressLines(sample.name ?? '', sample), fields, code, link, at: now }
    const sorting = [sample.country ?? '', sample.postcode ?? ''].join(' ').toUpperCase()
    await insertLetter(client, universe, { batch: await batchOf(campaign), id, kept, sorting })
    return id
  }
}

/** What was put together is made in the background: `all`: nobody waits any more; `full`: where it is enough for a batch. */
export async function closeBatch(
  client: pg.PoolClient,
  universe: string,
  campaign: string,
  which: 'all' | 'full',
): Promise<void> {
  const open = await openBatchOf(client, universe, campaign)
  if (open && which === 'full' && (await countLetters(client, universe, open.id)) < mostOfBatch) return
  // Who made the campaign is gone: somebody else has its letters made.
  if (open?.person) await beginBatch(client, open, open.person)
}

/** Has the file of a batch made, for somebody. */
export async function beginBatch(client: pg.PoolClient, batch: StoredBatch, person: string): Promise<void> {
  const { universe, survey, id, name, task } = batch
  if (task === null) await fillUp(client, universe, id)
  const input = { batch: id }
  const made = { type: 'letters', person, survey: { universe, survey }, title: name, tellsPeople: true, input } as const
  await setTask(client, universe, id, await putTask(client, made))
}
