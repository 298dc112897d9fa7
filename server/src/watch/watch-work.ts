import { loopStates } from '../background-work/loop-state.ts'
import { recurringStates } from '../background-work/recurring-state.ts'
import { type BackgroundJob, keepWorking, type Say } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { judge } from './health-rule.ts'
import { sharedLooker } from './house-sample.ts'
import { processLooker } from './process-sample.ts'
import { houseSamples, processSamples, putHouse, putProcess, thinSamples } from './sample.store.ts'
import { followTroubles } from './tell-health.ts'

export type Watching = Pick<Configuration, 'publicUrl' | 'backup'> & {
  readonly watch: Pick<Configuration['watch'], 'mail'>
  readonly mail: Pick<Configuration['mail'], 'smtpUrl'>
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Milliseconds after the beginning of a minute. */
const offset = 1_000

/** `away`: milliseconds for which PostgreSQL has just been away. Whether this process was the one to look. */
export async function lookOnce(stores: Stores, configuration: Watching, now: number, away = 0): Promise<boolean> {
  const house = await sharedLooker(stores, configuration.backup)(now)
  if (!(await putHouse(stores, now, house))) return false
  const [before, processes, loops, recurring] = await Promise.all([
    houseSamples(stores, now - 7 * day),
    processSamples(stores, now - day),
    loopStates(stores),
    recurringStates(stores, { onlyFailing: true }),
  ])
  const sendsMail = configuration.mail.smtpUrl !== null
  const troubles = judge({ now, house, before, processes, loops, recurring, sendsMail, away })
  await followTroubles(
    stores,
    { mail: configuration.watch.mail, publicUrl: configuration.publicUrl },
    troubles,
    now,
    away,
  )
  return true
}

/**
 * Looks each minute how Kaiku fares as long as it runs: each process at itself, and the first of all at everything, which
 * then tells operators what is not as it should be. `role`: which part of Kaiku this process is.
 */
export function startWatching(stores: Stores, log: Say, configuration: Watching, role: string): BackgroundJob {
  const own = processLooker(stores)
  const process = `${role} ${globalThis.process.pid}`
  let awaySince: number | null = null
  let thinnedAt = 0
  const loop = { stores, name: 'health', what: 'A look at Kaiku waits', failed: { first: 5_000, longest: minute }, log }
  const { stop } = keepWorking(loop, async () => {
    const now = Date.now()
    try {
      await putProcess(stores, now, process, own.take())
      await lookOnce(stores, configuration, now, awaySince === null ? 0 : now - awaySince)
    } catch (error) {
      awaySince ??= now
      throw error
    }
    awaySince = null
    if (now - thinnedAt > hour) {
      thinnedAt = now
      await thinSamples(stores, now)
    }
    return minute - (now % minute) + offset
  })
  return { stop: () => stop().finally(own.stop) }
}
