import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '../backup/backup-list.ts'
import type { Repository } from '../backup/repository.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { restore, type Until } from './restore.ts'

export type Aside = {
  readonly from: Repository
  readonly until: Until
  /** Where there is room for all of it, for a while. */
  readonly scratch: string
}

/** Restores a backup to a place that is removed again, and opens its stores for as long as `use` takes. */
export async function restoreAside<T>(
  { from, until, scratch }: Aside,
  use: (stores: Stores, made: Backup) => Promise<T>,
): Promise<T> {
  const place = mkdtempSync(join(scratch, 'kaiku-aside-'))
  // As root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(place, 0o711)
  try {
    const data = join(place, 'data')
    const made = await restore({ from, to: data, until })
    const stores = await openStores({ data, own: 'must' })
    try {
      return await use(stores, made)
    } finally {
      await stores.close()
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
