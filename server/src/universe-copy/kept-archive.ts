import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'

type Place = Pick<Stores, 'directory'>
const directoryOf = ({ directory }: Place) => join(directory, 'universe-copy')

/** Where an uploaded archive waits until a universe is made of it. */
export const keptArchive = (stores: Place, id: string): string => join(directoryOf(stores), `${id}.zip`)

/** Keeps an uploaded archive beyond its call. */
export async function keepArchive(stores: Place, id: string, uploaded: string): Promise<void> {
  await mkdir(directoryOf(stores), { recursive: true, mode: 0o700 })
  await rename(uploaded, keptArchive(stores, id))
}

export const removeArchive = (stores: Place, id: string): Promise<void> => rm(keptArchive(stores, id), { force: true })

const hour = 3_600_000

/** Removes archives that no task waits to read; the time of an upload is left to those that are new. */
export async function removeForgottenArchives(stores: Stores, now: number): Promise<void> {
  const names = await readdir(directoryOf(stores)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  const { rows } = await query(
    stores.service,
    { archive: text },
    `select input ->> 'archive' as archive from task where type = 'universeImport' and state = 'waiting'`,
  )
  const waiting = new Set(rows.map(({ archive }) => `${archive}.zip`))
  for (const name of names) {
    const file = join(directoryOf(stores), name)
    const age = await stat(file).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    )
    if (!waiting.has(name) && age > hour) await rm(file, { force: true })
  }
}

export const archivesForgotten: RecurringWork = {
  name: 'universe copies',
  of: 'kaiku',
  when: { every: hour },
  async run({ stores }) {
    await removeForgottenArchives(stores, Date.now())
    return null
  },
}
