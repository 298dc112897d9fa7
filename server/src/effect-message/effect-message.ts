import type { RunReason } from '@kaiku/contract/effect.ts'
import type { PersonEffect } from '@kaiku/contract/effect-block.ts'
import type pg from 'pg'
import { addressing } from '../campaign/audience.ts'
import { localeOf, senderOf } from '../campaign-message/message-sender.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { mayWriteNow, nextQuarter } from '../recipient/open-hours.ts'
import { addOfEffect, setQueued } from '../recipient/recipient.ts'
import { readSamples } from '../sample/stored-sample.ts'
import { readGateway } from '../sms/gateway.ts'
import { plainTemplates } from '../template/template.ts'
import { kindOf, wantedBy } from './judge-people.ts'
import { type PersonSubject, readersOf } from './person-reader.ts'

export type PersonMessage = Extract<PersonEffect, { type: 'personMail' | 'personSms' }>
type Run = PersonSubject & {
  readonly id: string
  /** Ids of what it is about, with which it is erased. */
  readonly about: readonly string[]
  readonly asked: PersonMessage
}
export type Handing = {
  readonly publicUrl: string
  /** Where mails come back to; null: to their sender. */
  readonly bounces: string | null
}
/** Not now, but at a moment. */
export type Later = { readonly again: number }

/**
 * Puts the message of an effect where it waits to be sent, in the client’s transaction, by what campaigns send with: its
 * reader is a recipient by the id of the run, so there is one at most. Answers the id of the message, why there is none,
 * or when it is looked at again. `now`: milliseconds since 1970.
 */
export async function messageEffect(
  stores: Stores,
  client: pg.PoolClient,
  dictionary: Dictionary,
  { id, about, asked, interview, sample }: Run,
  { publicUrl, bounces }: Handing,
  now: number,
): Promise<readonly string[] | RunReason | Later> {
  const kind = kindOf[asked.type]
  const { universe } = dictionary
  const template = (await plainTemplates(client, dictionary, kind, asked.template)).get(asked.template)
  if (!template) return 'noTemplate'
  if (kind === 'sms' && !(await readGateway(client, universe))) return 'noGateway'
  const [found = 'gone'] = await readersOf(client, dictionary, [{ interview, sample }], wantedBy(asked), now)
  if (typeof found === 'string') return found
  if (!mayWriteNow(dictionary, found, asked, now)) return { again: nextQuarter(now) }
  const [reader] = await readSamples(client, dictionary, [found.id], 'lock')
  const address = reader && (await addressing(client, universe, kind))(reader)
  if (!reader || !address) return 'gone'
  const locale = localeOf(dictionary, reader.locale)
  const recipient = await addOfEffect(client, dictionary, { id, sample: reader.id, locale })
  const put = await senderOf(template.content, { stores, client, dictionary, publicUrl, now, bounces, about })
  const message = await put({ recipient, sample: reader, address })
  await setQueued(client, universe, new Map([[id, message]]))
  return [message]
}
