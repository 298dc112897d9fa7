import type { BackgroundJob } from '../background-work/work-loop.ts'
import { keepWorking } from '../background-work/work-loop.ts'
import type { Stores } from '../db/stores.ts'
import { removeLeftUploads } from './upload.ts'

const hour = 3_600_000

/** Removes what uploads left behind that a kill broke off: at every start, and every hour what failed to be removed. */
export async function startUploadCleaning(stores: Stores, say: (line: string) => void): Promise<BackgroundJob> {
  return keepWorking({ what: 'files of broken uploads wait to be removed', failed: hour, say }, async () => {
    await removeLeftUploads(stores)
    return hour
  })
}
