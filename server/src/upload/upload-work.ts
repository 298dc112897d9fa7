import type { BackgroundJob, Say } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { removeLeftUploads } from './upload.ts'

const hour = 3_600_000

/** Removes what uploads left behind that a kill broke off: at every start, and every hour what was left since. */
export const startUploadCleaning = (stores: Stores, log: Say): BackgroundJob =>
  keepWorking(
    {
      stores,
      name: 'uploads',
      what: 'files of broken uploads wait to be removed',
      failed: { first: 60_000, longest: hour },
      log,
    },
    async () => {
      await removeLeftUploads(stores)
      return hour
    },
  )
