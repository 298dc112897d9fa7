import { dayIn } from '@kaiku/core/day.ts'
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
  dayBatch,
  fillUp,
  insertLetter,
  letterStates,
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
export function letterPutter(
  client: pg.PoolClient,
  { universe, survey }: Pick<Dictionary, 'universe' | 'survey'>,
  now: number,
) {
  const batches = new Map<string, string>()
  const batchOf = async (campaign: string | null) => {
    if (campaign === null) throw new Error('letters of effects lie in batches of their own')
    const known = batches.get(campaign)
    if (known !== undefined) return known
    const id = await batchToFill(client, universe, campaign, lookOf(await readUniverse(client, universe)))
    batches.set(campaign, id)
    return id
  }
  return async ({ recipient, sample, fields, link }: To): Promise<string> => {
    const { id, code, locale, campaign } = recipient
    const kept: KeptLetter = { locale, address: addressLines(sample.name ?? '', sample), fields, code, link, at: now }
    const of = { id, recipient: id, sample: recipient.sample, interview: null, kept, sorting: sortingOf(sample) }
    await insertLetter(client, { universe, survey }, Object.assign({ batch: await batchOf(campaign) }, of))
    return id
  }
}

const lookOf = ({ title, settings }: Awaited<ReturnType<typeof readUniverse>>) => ({
  title,
  colour: settings.colour,
  logo: settings.logo,
})
const sortingOf = ({ country, postcode }: Pick<PostalAddress, 'country' | 'postcode'>): string =>
  [country ?? '', postcode ?? ''].join(' ').toUpperCase()

type OfEffect = {
  /** Another one is another letter. */
  readonly id: string
  readonly block: { readonly id: string; readonly title: string }
  readonly template: { readonly id: string; readonly version: number }
  readonly sample: Pick<StoredSample, 'id' | 'name' | keyof PostalAddress>
  /** By its number; null: nothing that was answered. */
  readonly interview: string | null
  readonly locale: string
  readonly fields: MessageFields
  /** Where Kaiku is: the letter leads to no form. */
  readonly publicUrl: string
}

/** Puts a letter of an effect to the others of its block and this day, in the transaction, until somebody has them made. */
export async function gatherLetter(
  client: pg.PoolClient,
  dictionary: Pick<Dictionary, 'universe' | 'survey' | 'definition'>,
  { id, block, template, sample, interview, locale, fields, publicUrl }: OfEffect,
  now: number,
): Promise<void> {
  const { universe, survey, definition } = dictionary
  const batch = await dayBatch(client, {
    universe,
    survey,
    block: block.id,
    name: block.title,
    day: dayIn(definition.settings.timeZone, now),
    template: template.id,
    version: template.version,
    look: lookOf(await readUniverse(client, universe)),
  })
  const address = addressLines(sample.name ?? '', sample)
  const kept: KeptLetter = { locale, address, fields, code: '', link: publicUrl, at: now }
  const of = { id, recipient: null, sample: sample.id, interview, kept, sorting: sortingOf(sample) }
  await insertLetter(client, { universe, survey }, Object.assign({ batch }, of))
}

export const statesOfLetters = letterStates

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
