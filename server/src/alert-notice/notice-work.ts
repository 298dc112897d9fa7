import { noticeQueue } from '../alert/notice.ts'
import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { tellPeople } from './tell-people.ts'

const idle = 2_000

/** Writes mails about alerts as long as Kaiku runs, in any number of processes. */
export const startNotices = (
  stores: Stores,
  log: Say,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): BackgroundJob =>
  keepWorking(
    { stores, name: noticeQueue.name, what: noticeQueue.what, failed: { first: 10_000, longest: 60_000 }, log },
    async (_, { failed }) => {
      const told = await tellPeople(stores, publicUrl, Date.now(), failed)
      return told === 0 ? idle : 0
    },
  )
