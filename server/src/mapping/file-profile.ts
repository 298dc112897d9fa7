import type { Mapping } from '@kaiku/contract/import.ts'
import { LRUCache } from 'lru-cache'
import type { Profile } from '../column/profile.ts'
import type { TableOptions } from '../file-limit/reader.ts'
import { profileOfAnswers } from '../inference/inference.ts'
import { openTable, type ReadTable } from '../table-reader/table.ts'

/** What files hold that were looked at a moment ago: each change of a mapping looks at it again. */
const remembered = new LRUCache<string, Profile>({ max: 3, ttl: 10 * 60_000 })

export const readOptions = ({ encoding, separator, sheet }: Partial<Mapping>): TableOptions => ({
  encoding,
  separator,
  sheet,
})

/** Hands a file and what it holds to what asks for it. */
export async function withProfile<T>(
  path: string,
  options: TableOptions,
  use: (table: ReadTable, profile: Profile) => T | Promise<T>,
): Promise<T> {
  const table = await openTable(path, options)
  try {
    const key = `${path} ${JSON.stringify(options)}`
    const profile = remembered.get(key) ?? (await profileOfAnswers(table))
    remembered.set(key, profile)
    return await use(table, profile)
  } finally {
    await table.close()
  }
}
