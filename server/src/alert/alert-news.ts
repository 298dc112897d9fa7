import type pg from 'pg'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { publishLiveEvent } from '../live-event/live-event.ts'

export type ToldAlert = { readonly id: string; readonly leaves: readonly number[] }

/** Tells the open screens of all who handle an alert that it is there or changed, once the transaction is committed. */
export const tellOfAlert = (
  client: pg.PoolClient,
  dictionary: Pick<Dictionary, 'universe' | 'survey'>,
  { id, leaves }: ToldAlert,
): Promise<void> =>
  publishLiveEvent(client, dictionary, { kind: 'alert', alertId: id }, { permission: 'handleAlerts', leaves })
