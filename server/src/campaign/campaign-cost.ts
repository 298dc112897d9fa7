import type { Campaign } from '@kaiku/contract/campaign.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import type { MessageKind } from '@kaiku/core/campaign.ts'
import type pg from 'pg'
import { smsPartsOf } from '../campaign-message/message-sender.ts'
import { number, query, text } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { contentOf } from '../template/template.ts'
import { readUniverse } from '../universe/universe-settings.ts'
import type { StoredCampaign } from './campaign.store.ts'
import { recipientsSeen } from './campaign-count.ts'

type MessagePrice = { readonly currency: string; readonly price: number }

/** What the universe says that a message costs; null: it does not. */
export async function priceOf(
  client: pg.PoolClient,
  universe: string,
  kind: MessageKind,
): Promise<MessagePrice | null> {
  const { messageCost } = (await readUniverse(client, universe)).settings
  const price = messageCost[kind]
  return messageCost.currency === '' || price === null ? null : { currency: messageCost.currency, price }
}

/** Without the dust of binary fractions. */
const exact = (amount: number) => Math.round(amount * 10_000) / 10_000

/** What so many messages cost, and that by so many answers. */
export const costOf = ({ currency, price }: MessagePrice, messages: number, answers: number): Campaign['cost'] => ({
  currency,
  messages,
  total: exact(price * messages),
  perAnswer: answers > 0 ? exact((price * messages) / answers) : null,
})

type Asking = { readonly who: Viewer; readonly dictionary: Dictionary; readonly publicUrl: string }

/** SMS that are measured; of more people their number is told by these. */
const measured = 500

/** What the messages cost that went to people whom the viewer may write to; null: no price is known, or none went. */
export async function spentOn(
  client: pg.PoolClient,
  { who, dictionary, publicUrl }: Asking,
  campaign: StoredCampaign,
  answers: number,
): Promise<Campaign['cost']> {
  const price = await priceOf(client, dictionary.universe, campaign.kind)
  if (!price) return null
  const { values, bind, from } = recipientsSeen(who, dictionary)
  const { rows } = await query(
    client,
    { id: text, all: number },
    `select s.id, count(*) over ()::int as all
     from ${from} and r.campaign = ${bind(campaign.id)} and r.sent_at is not null limit ${measured}`,
    values,
  )
  const all = rows[0]?.all ?? 0
  const each = campaign.kind === 'sms' ? await partsOfEach(client, { who, dictionary, publicUrl }, campaign, rows) : 1
  return each === null || all === 0 ? null : costOf(price, Math.round(all * each), answers)
}

/** SMS that a message takes on average; null: it cannot be read any more. */
async function partsOfEach(
  client: pg.PoolClient,
  { dictionary, publicUrl }: Asking,
  { universe, template, version }: StoredCampaign,
  people: readonly { readonly id: string }[],
): Promise<number | null> {
  const content = template && version !== null ? await contentOf(client, universe, template, version) : null
  if (!content || people.length === 0) return null
  const parts = await smsPartsOf(client, dictionary, content, people, publicUrl)
  return parts === null ? null : parts / people.length
}
