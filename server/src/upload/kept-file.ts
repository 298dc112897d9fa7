import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RecurringWork } from '../background-work/recurring-work.ts'
import type { Stores } from '../db/stores.ts'

type Place = Pick<Stores, 'directory'>
const hour = 3_600_000

/** Uploaded files that outlive their call, each in a directory of its own under its own name, on which its mapping may depend. */
export function keptFiles(directoryName: string) {
  const directoryOf = ({ directory }: Place) => join(directory, directoryName)
  const pathOf = (stores: Place, { id, file }: { readonly id: string; readonly file: string }): string =>
    join(directoryOf(stores), id, basename(file))
  const remove = (stores: Place, id: string): Promise<void> =>
    rm(join(directoryOf(stores), id), { recursive: true, force: true })
  /** Removes files that are no longer kept, and those that no row knows for longer than an upload takes. */
  const removeForgotten = async (stores: Stores, kept: (stores: Stores) => Promise<ReadonlySet<string>>) => {
    const directory = directoryOf(stores)
    const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const known = await kept(stores)
    for (const name of names) {
      if (known.has(name)) continue
      const age = await stat(join(directory, name)).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      )
      if (age > hour) await remove(stores, name)
    }
  }
  return {
    pathOf,
    remove,
    /** Keeps an uploaded file beyond its call, under its own name or another; its bytes. */
    keep: async (stores: Place, id: string, uploaded: string, file = uploaded): Promise<number> => {
      await mkdir(join(directoryOf(stores), id), { recursive: true, mode: 0o700 })
      const kept = pathOf(stores, { id, file })
      await rename(uploaded, kept)
      return (await stat(kept)).size
    },
    /** `kept`: the ids of those that somebody still wants. */
    forgotten: (name: string, kept: (stores: Stores) => Promise<ReadonlySet<string>>): RecurringWork => ({
      name,
      of: 'kaiku',
      when: { every: hour },
      async run({ stores }) {
        await removeForgotten(stores, kept)
        return null
      },
    }),
  }
}
