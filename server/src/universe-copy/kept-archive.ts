import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { keptFiles } from '../upload/kept-file.ts'

type Place = Pick<Stores, 'directory'>
const files = keptFiles('universe-copy')
const file = 'universe.zip'

/** Where an uploaded archive waits until a universe or a survey is made of it. */
export const keptArchive = (stores: Place, id: string): string => files.pathOf(stores, { id, file })

/** Keeps an uploaded archive beyond its call. */
export const keepArchive = (stores: Place, id: string, uploaded: string) => files.keep(stores, id, uploaded, file)

export const removeArchive = files.remove

/** Archives that tasks wait to read. */
async function awaitedArchives({ service }: Stores): Promise<ReadonlySet<string>> {
  const { rows } = await query(
    service,
    { archive: text },
    `select input ->> 'archive' as archive from task where type in ('universeImport', 'surveyImport') and state = 'waiting'`,
  )
  return new Set(rows.map(({ archive }) => archive))
}

export const archivesForgotten = files.forgotten('universe copies', awaitedArchives)
