import type { Stores } from '../db/stores.ts'

/** Hours for which a stream can go on where it ended. */
const keptFor = 1

/** Forgets old events. The newest of them stays: it tells that something before it may be gone. */
export async function forgetLiveEvents({ service }: Stores): Promise<void> {
  await service.query(
    `with old as (
      select tx, seq from live_event where at < now() - make_interval(hours => ${keptFor})
      order by tx desc, seq desc limit 1)
    delete from live_event e using old where (e.tx, e.seq) < (old.tx, old.seq)`,
  )
}
