import type { DefinitionFile } from '@kaiku/contract/definition.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { inUniverse } from '../db/postgres.ts'
import { nullable, number, query, type Shape, text, time } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { type Files, isDefinitionFile } from '../definition/read-definition.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { changedMeanwhile } from './draft.ts'
import { hasParts, partsIn, withParts } from './draft-file.ts'

const headColumns = { file: text, revision: number, by: text, at: time, version: number } satisfies Shape
const head = 'file, revision, saved_by as by, saved_at as at, version'

/** The next text of a file as somebody writes it. */
export type BlockDraft = {
  readonly file: DefinitionFile
  readonly revision: number
  readonly by: string
  readonly at: string
  readonly version: number
  /** Empty: the file is taken away. */
  readonly text: string
}

/** All drafts of a survey’s files as texts, also those that are written page by page or form by form. */
export async function findBlockDrafts(
  { pool }: Stores,
  { universe, survey }: Dictionary,
  published: Files,
): Promise<BlockDraft[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { ...headColumns, text: nullable(text), parts: text },
      `select ${head}, text, pages as parts from page_draft where universe = $1 and survey = $2 order by file`,
      [universe, survey],
    ),
  )
  return rows.flatMap(({ file, at, text: written, parts, ...row }): BlockDraft[] => {
    if (!isDefinitionFile(file)) return []
    const asText = hasParts(file) ? (withParts(published, file, JSON.parse(parts)).get(file) ?? '') : ''
    return [{ ...row, file, at: at.toISOString(), text: written ?? asText }]
  })
}

type Saved = { readonly text: string; readonly version: number; readonly revision: number }

/**
 * Keeps a text as the draft of its file in place of the revision the writer knows, 0 for none. Throws Fault `conflict`,
 * and `invalid` for a text whose pages or forms other screens could not show.
 */
export async function saveBlockDraft(
  { pool }: Stores,
  { universe, survey }: Dictionary,
  file: DefinitionFile,
  { text: written, version, revision }: Saved,
  by: string,
): Promise<Omit<BlockDraft, 'text'>> {
  const parts = hasParts(file) ? partsIn(written, file) : []
  if (parts === null) throw refuse('invalid', 'block.unreadable', { file })
  return inUniverse(pool, universe, async (client) => {
    const { rows } = await query(
      client,
      headColumns,
      revision === 0
        ? `insert into page_draft (universe, survey, version, pages, text, saved_by, file, revision)
           values ($1, $2, $3, $4, $5, $6, $7, nextval('page_revision')) on conflict do nothing returning ${head}`
        : `update page_draft set version = $3, pages = $4, text = $5, saved_by = $6, saved_at = now(),
             revision = nextval('page_revision')
           where universe = $1 and survey = $2 and file = $7 and revision = $8 returning ${head}`,
      [...[universe, survey, version, JSON.stringify(parts), written, by, file], ...(revision === 0 ? [] : [revision])],
    )
    const [row] = rows
    if (!row) throw await changedMeanwhile(client, universe, survey, file)
    return { ...row, file, at: row.at.toISOString() }
  })
}

/** Which revisions of these files are drafted, without their texts; each is another one than was there before. */
export async function draftRevisions(
  { pool }: Stores,
  { universe, survey }: Dictionary,
  files: readonly DefinitionFile[],
): Promise<readonly number[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(
      client,
      { revision: number },
      'select revision from page_draft where universe = $1 and survey = $2 and file = any($3) order by revision',
      [universe, survey, files],
    ),
  )
  return rows.map(({ revision }) => revision)
}
