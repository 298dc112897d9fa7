import type pg from 'pg'
import type { StoredReply } from './shown-reply.ts'

export const isSent = async (client: pg.PoolClient, universe: string, id: string): Promise<boolean> =>
  (await client.query('select from alert_reply where universe = $1 and id = $2', [universe, id])).rowCount === 1

export const addReply = (
  client: pg.PoolClient,
  universe: string,
  alert: string,
  reply: Pick<StoredReply, 'id' | 'recipient' | 'subject' | 'text' | 'person'> & { readonly mail: string },
) =>
  client.query(
    `insert into alert_reply (universe, id, alert, mail, recipient, subject, text, person)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [universe, reply.id, alert, reply.mail, reply.recipient, reply.subject, reply.text, reply.person],
  )
