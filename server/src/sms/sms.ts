import type pg from 'pg'
import { query, text as textColumn } from '../db/rows.ts'

type Sms = {
  readonly universe: string
  /** As core's `e164` writes it. */
  readonly to: string
  readonly from: string
  readonly text: string
}

/** Puts an SMS where nothing loses it; with a client, in its transaction: it is sent if that is committed. Answers its id. */
export async function putSms(client: pg.Pool | pg.PoolClient, { universe, to, from, text }: Sms): Promise<string> {
  const { rows } = await query(
    client,
    { id: textColumn },
    'insert into sms (universe, recipient, sender, text) values ($1, $2, $3, $4) returning id',
    [universe, to, from, text],
  )
  const [put] = rows
  if (!put) throw new Error('an SMS was not put anywhere')
  return put.id
}

/** SMS to these numbers, and to these samples under whatever number; answers how many. */
export async function forgetSmsTo(
  service: pg.Pool,
  universe: string,
  numbers: readonly string[],
  samples: readonly string[],
): Promise<number> {
  const { rowCount } = await service.query(
    `delete from sms where universe = $1 and (recipient = any($2)
       or id in (select mail from campaign_recipient where universe = $1 and sample = any($3::uuid[])))`,
    [universe, numbers, samples],
  )
  return rowCount ?? 0
}

/** SMS that went out, by their ids; answers how many. */
export async function forgetOldSms(service: pg.PoolClient, universe: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await service.query(
    `delete from sms where universe = $1 and id = any($2) and state <> 'waiting'`,
    [universe, ids],
  )
  return rowCount ?? 0
}
