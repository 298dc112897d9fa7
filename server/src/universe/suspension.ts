import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { shared } from '@kaiku/core/together.ts'
import { bool, query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

type Service = Pick<Stores, 'service'>

/** Whether nobody but root is let in, and nothing is sent. */
export const isSuspended = shared(async ({ service }: Service, universe: string): Promise<boolean> => {
  const { rows } = await query(
    service,
    { is: bool },
    'select suspended_at is not null as is from universe where id = $1',
    [universe],
  )
  return rows[0]?.is ?? false
})

/** Throws Fault `forbidden` for a universe that is suspended: for what comes in without a viewer. */
export async function refuseSuspended(stores: Service, universe: string): Promise<void> {
  if (await isSuspended(stores, universe)) throw refuse('forbidden', 'universe.suspended')
}

/** Lets nobody in any more but root; its id. Throws Fault `not_found`. Suspended again, it stays as it was. */
export const suspendUniverse = (stores: Service, name: string, by: string): Promise<string> =>
  changed(
    stores,
    `update universe set suspended_at = coalesce(suspended_at, now()),
       suspended_by = case when suspended_at is null then $2 else suspended_by end
     where name = $1 and not exists (select from universe_deletion d where d.former = universe.id)
     returning id`,
    [name, by],
  )

/** Lets people in again; its id. Throws Fault `not_found`, also for one that is being deleted. */
export const resumeUniverse = (stores: Service, name: string): Promise<string> =>
  changed(
    stores,
    `update universe set suspended_at = null, suspended_by = ''
     where name = $1 and not exists (select from universe_deletion d where d.former = universe.id)
     returning id`,
    [name],
  )

async function changed({ service }: Service, sql: string, values: readonly string[]): Promise<string> {
  const { rows } = await query(service, { id: text }, sql, values)
  if (!rows[0]) throw new Fault('not_found', 'There is no such universe.')
  return rows[0].id
}
