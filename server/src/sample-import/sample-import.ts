import type { SampleImport } from '@kaiku/contract/sample.ts'
import type { SampleReason } from '@kaiku/core/sample-state.ts'
import { inUniverse } from '../db/postgres.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Reject } from '../import/import-run.ts'
import { keptRejects } from '../import-log/import-log.ts'
import { mergeDuplicates } from '../sample/sample-row.ts'
import { previewSamples, type SampleOutcome, type StoreHow, storeSamples, type Unstored } from './sample-batch.ts'
import { readSampleFile, type SampleFile } from './sample-file.ts'
import { beginSampleImport, endSampleImport } from './sample-imports.ts'

export type ImportHow = Pick<StoreHow, 'mode' | 'person' | 'mayPlace' | 'now'> & {
  readonly preview: boolean
  /** Hears of every rejected row, however many. */
  readonly onReject?: (reject: Reject) => void
}

/**
 * Imports a file of people to ask in one transaction: all rows that can be taken, or none. Throws Fault `invalid` for a
 * file that cannot be read as one, `conflict` when the places changed meanwhile.
 */
export async function importSamples(
  { pool }: Stores,
  dictionary: Dictionary,
  file: string,
  how: ImportHow,
): Promise<SampleImport> {
  const read = await readSampleFile(dictionary, file)
  const { rows, onto } = mergeDuplicates(read.rows)
  return inUniverse(pool, dictionary.universe, async (client) => {
    const at = new Date(how.now).toISOString()
    const report = (outcomes: readonly SampleOutcome[], unstored: readonly Unstored[]) => ({
      ...tallied(read, outcomes, unstored, how.onReject),
      file: read.file,
      mode: how.mode,
      merged: onto.size,
      columns: [...read.columns],
      at,
    })
    if (how.preview) {
      const { outcomes, unstored } = await previewSamples(client, dictionary, rows, {
        ...how,
        source: 'file',
        bulk: null,
      })
      return { ...report(outcomes, unstored), importId: null, state: 'preview' }
    }
    const importId = await beginSampleImport(client)
    const { outcomes, unstored } = await storeSamples(client, dictionary, rows, {
      ...how,
      source: 'file',
      bulk: importId,
    })
    const done = { ...report(outcomes, unstored), importId, state: 'done' as const }
    await endSampleImport(client, dictionary, done, how.person)
    return done
  })
}

function tallied(
  { rows, rejects }: SampleFile,
  outcomes: readonly SampleOutcome[],
  unstored: readonly Unstored[],
  onReject: (reject: Reject) => void = () => {},
) {
  const late = unstored.map(({ row, why }) => ({ line: row.line, column: '', value: '', reason: why }))
  const all = [...rejects, ...late].sort((a, b) => a.line - b.line)
  for (const reject of all) onReject(reject)
  const count = (did: SampleOutcome['did']) => outcomes.filter((one) => one.did === did).length
  const notInvited: Partial<Record<SampleReason, number>> = {}
  for (const { did, reason } of outcomes)
    if (reason !== null && did !== 'unchanged') notInvited[reason] = (notInvited[reason] ?? 0) + 1
  return {
    rows: rows.length + rejects.length,
    inserted: count('inserted'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    notInvited,
    rejected: all.length,
    rejects: all.slice(0, keptRejects),
  }
}
