import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { Stores } from '../db/stores.ts'
import { forgetNewSurveys } from './new-survey.store.ts'

type Place = Pick<Stores, 'directory'>
const directoryOf = ({ directory }: Place) => join(directory, 'new-survey')

/** Where a file is kept under its own name, on which its mapping may depend. */
export const keptFile = (stores: Place, { id, file }: { readonly id: string; readonly file: string }): string =>
  join(directoryOf(stores), id, basename(file))

/** Keeps an uploaded file beyond its call; its bytes. */
export async function keepFile(stores: Place, id: string, uploaded: string): Promise<number> {
  await mkdir(join(directoryOf(stores), id), { recursive: true, mode: 0o700 })
  const kept = keptFile(stores, { id, file: uploaded })
  await rename(uploaded, kept)
  return (await stat(kept)).size
}

export const removeFile = (stores: Place, id: string): Promise<void> =>
  rm(join(directoryOf(stores), id), { recursive: true, force: true })

const hour = 3_600_000

/** Removes files that were kept for a day, and those that no row knows for longer than an upload takes. */
async function removeForgotten(stores: Stores): Promise<void> {
  const directory = directoryOf(stores)
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const kept = await forgetNewSurveys(stores)
  for (const name of names) {
    if (kept.has(name)) continue
    const age = await stat(join(directory, name)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > hour) await removeFile(stores, name)
  }
}

export const newSurveysForgotten: RecurringWork = {
  name: 'new surveys',
  of: 'kaiku',
  when: { every: hour },
  async run({ stores }) {
    await removeForgotten(stores)
    return null
  },
}
