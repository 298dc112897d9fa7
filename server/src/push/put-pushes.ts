import { markingPushed } from '../alert/notice.ts'
import type { Stores } from '../db/stores.ts'

const atOnce = 500

/**
 * Hands new notices to the devices of whom they concern, each once: it is marked in the statement that hands it on. Only
 * then is it mailed and forgotten.
 */
export async function putPushes({ service }: Pick<Stores, 'service'>): Promise<void> {
  const { rowCount } = await service.query(
    `with fresh as (${markingPushed}),
     handed as (
       insert into push_delivery (device, universe, alert, survey, interview, kind, actor, at)
       select d.id, f.universe, f.alert, coalesce(a.survey, f.survey), f.interview, f.kind, f.actor, f.at
       from fresh f join push_device d on d.person = f.person and f.kind = any(d.kinds)
         left join alert a on (a.universe, a.id) = (f.universe, f.alert))
     select 1 from fresh`,
    [atOnce],
  )
  if (rowCount === atOnce) await putPushes({ service })
}
