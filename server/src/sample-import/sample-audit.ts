import type { SampleImport } from '@kaiku/contract/sample.ts'
import { type Actor, record } from '../audit/audit.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** Writes down who imported people to ask; a preview leaves nothing. */
export async function recordSamples(stores: Stores, actor: Actor, { extName }: Dictionary, report: SampleImport) {
  const { importId, inserted, updated, rejected } = report
  if (importId === null) return
  const after = { samples: importId, inserted, updated, rejected }
  await record(stores, actor, { action: 'data.import', subject: extName, after })
}

/** Writes down who took such an import back. */
export const recordSamplesUndone = (stores: Stores, actor: Actor, { extName }: Dictionary, importId: string) =>
  record(stores, actor, { action: 'data.import', subject: extName, after: { samplesUndone: importId } })
