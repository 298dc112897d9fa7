import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type pg from 'pg'
import { binder } from '../db/bind.ts'
import { query } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { alertColumns, alertTables, type StoredAlert, storedAlertColumns } from './stored-alert.ts'

/**
 * An alert that the viewer may handle. Throws Fault `not_found`. `lock`: nobody else changes it until the transaction
 * ends; throws Fault `conflict` where it is withdrawn.
 */
export async function alertOf(
  client: pg.PoolClient,
  who: Viewer,
  dictionary: Dictionary,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<StoredAlert> {
  const { values, bind } = binder()
  const scope = scopeOf(who, dictionary, 'handleAlerts')
  const { rows } = await query(
    client,
    storedAlertColumns,
    `select ${alertColumns} from ${alertTables}
     where a.universe = ${bind(dictionary.universe)} and a.survey = ${bind(dictionary.survey)} and a.id = ${bind(id)}
       and ${scopeCondition(scope, bind, 'a.leaves')} ${lock === 'lock' ? 'for update of a' : ''}`,
    values,
  )
  const [found] = rows
  if (!found) throw new Fault('not_found', 'There is no such alert.')
  if (lock === 'lock' && found.withdrawnAt !== null) throw refuse('conflict', 'alert.withdrawn')
  return found
}
