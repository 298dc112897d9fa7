import type { RunReason } from '@kaiku/contract/effect.ts'
import type { Effect } from '@kaiku/contract/effect-block.ts'
import type pg from 'pg'
import { alertColumns, alertTables, storedAlertColumns } from '../alert/stored-alert.ts'
import { customerOf } from '../alert-reply/customer.ts'
import { writeCustomer } from '../alert-reply/write-customer.ts'
import { query } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { WaitingEffect } from './effect-subject.ts'

/**
 * Writes to the customer of an alert by a template, as replies are written, in the client’s transaction; the id of the
 * mail, or why there is none.
 */
export async function replyEffect(
  client: pg.PoolClient,
  dictionary: Dictionary,
  { universe, alertId, asked }: WaitingEffect & { readonly asked: Extract<Effect, { type: 'reply' }> },
): Promise<readonly string[] | RunReason> {
  const template = dictionary.definition.alertRules.replies.templates.find(({ id }) => id === asked.template)
  if (!template) return 'noTemplate'
  const { rows } = await query(
    client,
    storedAlertColumns,
    `select ${alertColumns} from ${alertTables} where a.universe = $1 and a.id = $2 for update of a`,
    [universe, alertId],
  )
  const [alert] = rows
  if (!alert) return 'gone'
  if (alert.interview === null) return 'place'
  const customer = await customerOf(client, dictionary, alert)
  if (typeof customer === 'string') return customer
  return [await writeCustomer(client, dictionary, { alert, template, customer, kind: 'replied', once: true })]
}
