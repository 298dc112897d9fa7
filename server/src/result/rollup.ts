import type { Grouping } from './grouping.ts'
import type { Period, Selection } from './selection.ts'

/** The statement over a survey's roll-up that answers a grouping, or null where only its interviews can. */
export function rollupStatement(
  _selection: Selection,
  _compared: Period | null,
  _grouping: Grouping,
  _hashes: readonly string[],
): string | null {
  return null
}
