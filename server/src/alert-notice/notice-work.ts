import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { tellPeople } from './tell-people.ts'

/** Milliseconds. */
const pauses = { idle: 2_000, failed: 10_000 }

/** Writes mails about alerts as long as Kaiku runs, in any number of processes. */
export const startNotices = (
  stores: Stores,
  say: (line: string) => void,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): BackgroundJob =>
  keepWorking({ what: 'Mails about alerts wait', failed: pauses.failed, say }, async () => {
    const told = await tellPeople(stores, publicUrl, Date.now())
    return told === 0 ? pauses.idle : 0
  })
