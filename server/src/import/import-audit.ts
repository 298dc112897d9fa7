import type { ImportReport } from '@kaiku/contract/import.ts'
import { type Actor, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** Writes down who imported a file; a preview leaves nothing. */
export async function recordImport(stores: Stores, actor: Actor, { extName }: Dictionary, report: ImportReport) {
  const { importId, file, inserted, corrected, rejected } = report
  if (importId === null) return
  const after = { importId, file, inserted, corrected, rejected }
  await record(stores, actor, { action: 'data.import', subject: extName, after })
}

/** Writes down who took an import back. */
export const recordUndo = (stores: Stores, actor: Actor, { extName }: Dictionary, importId: string) =>
  record(stores, actor, { action: 'data.import', subject: extName, after: { undone: importId } })
