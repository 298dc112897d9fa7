import type { DefinitionFile } from '@kaiku/contract/definition.ts'
import { Fault } from '@kaiku/core/fault.ts'
import type pg from 'pg'
import { inUniverse } from '../db/postgres.ts'
import { number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { DraftedFile, Written } from './draft-file.ts'

const rowColumns = { revision: number, by: text, at: time, version: number, written: text } satisfies Shape

export type KeptDraft = {
  readonly revision: number
  readonly by: string
  readonly at: string
  readonly version: number
  readonly written: Written[]
}
type Row = { revision: number; by: string; at: Date; version: number; written: string }

const columns = 'revision, saved_by as by, saved_at as at, version, pages as written'
const draftOf = ({ at, written, ...row }: Row): KeptDraft => ({
  ...row,
  at: at.toISOString(),
  written: JSON.parse(written),
})

/** The draft of a survey's next file; null for none. */
export const findDraft = (
  { pool }: Stores,
  { universe, survey }: Dictionary,
  file: DraftedFile,
): Promise<KeptDraft | null> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      rowColumns,
      `select ${columns} from page_draft where universe = $1 and survey = $2 and file = $3`,
      [universe, survey, file],
    )
    return rows[0] ? draftOf(rows[0]) : null
  })

type Saved = { readonly written: readonly Written[]; readonly version: number; readonly revision: number }

/** Keeps what is written as the draft in place of the revision the writer knows, 0 for none. Throws Fault `conflict`. */
export const saveDraft = (
  { pool }: Stores,
  { universe, survey }: Dictionary,
  file: DraftedFile,
  { written, version, revision }: Saved,
  by: string,
): Promise<Omit<KeptDraft, 'written'>> =>
  inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      rowColumns,
      revision === 0
        ? `insert into page_draft (universe, survey, version, pages, saved_by, file, revision)
           values ($1, $2, $3, $4, $5, $6, nextval('page_revision')) on conflict do nothing returning ${columns}`
        : `update page_draft set version = $3, pages = $4, text = null, saved_by = $5, saved_at = now(),
             revision = nextval('page_revision')
           where universe = $1 and survey = $2 and file = $6 and revision = $7 returning ${columns}`,
      [universe, survey, version, JSON.stringify(written), by, file, ...(revision === 0 ? [] : [revision])],
    )
    if (!rows[0]) throw await changedMeanwhile(client, universe, survey, file)
    const { written: _, ...saved } = draftOf(rows[0])
    return saved
  })

/** Drops the draft of this revision; 0 expects that there is none. Throws Fault `conflict`. */
export const dropDraft = (
  { pool }: Stores,
  { universe, survey }: Dictionary,
  file: DefinitionFile,
  revision: number,
): Promise<void> =>
  inUniverse(pool, universe, async (client) => {
    const own = [universe, survey, file]
    const ofFile = 'universe = $1 and survey = $2 and file = $3'
    await client.query(`delete from page_draft where ${ofFile} and revision = $4`, [...own, revision])
    const { rowCount } = await client.query(`select from page_draft where ${ofFile}`, own)
    if (rowCount) throw await changedMeanwhile(client, universe, survey, file)
  })

/** Says who was faster. */
export async function changedMeanwhile(
  client: pg.PoolClient,
  universe: string,
  survey: number,
  file: DefinitionFile,
): Promise<Fault> {
  const { rows } = await query(
    client,
    { by: text },
    'select saved_by as by from page_draft where universe = $1 and survey = $2 and file = $3',
    [universe, survey, file],
  )
  return new Fault(
    'conflict',
    rows[0]
      ? `${rows[0].by} has saved another draft meanwhile: look at it first.`
      : 'The draft was published or dropped meanwhile: look at what is published first.',
  )
}
