import type { Stores } from '../stores.ts'
import type { Dictionary } from '../survey/dictionary.ts'
import { prepareTable } from './table.ts'

/** Makes ClickHouse ready for a published version of a survey. Says what takes long. */
export async function adapt(
  stores: Stores,
  dictionary: Dictionary,
  _say: (line: string) => void = () => {},
): Promise<void> {
  await prepareTable(stores, dictionary)
}
