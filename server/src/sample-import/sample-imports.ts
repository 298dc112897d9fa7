import { reject } from '@kaiku/contract/import.ts'
import { importModes, type SampleImport } from '@kaiku/contract/sample.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { sampleReasons } from '@kaiku/core/sample-state.ts'
import type pg from 'pg'
import { z } from 'zod'
import { inUniverse } from '../db/postgres.ts'
import { json, nullable, number, oneOf, query, type Shape, text, time } from '../db/rows.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { holdSurvey } from '../dictionary/hold-survey.ts'
import { undoSamples } from '../sample/undo-samples.ts'

const rowColumns = {
  importId: nullable(text),
  file: text,
  mode: oneOf(...importModes),
  state: oneOf('preview', 'done', 'undone'),
  rows: number,
  inserted: number,
  updated: number,
  unchanged: number,
  merged: number,
  notInvited: json(z.partialRecord(z.enum(sampleReasons), z.int())),
  rejected: number,
  rejects: json(z.array(reject)),
  at: time,
} satisfies Shape

type SurveyKey = Pick<Dictionary, 'universe' | 'survey'>

/** The id under which an import is kept once it is done. */
export async function beginSampleImport(client: pg.PoolClient): Promise<string> {
  const { rows } = await query(client, { id: text }, 'select uuidv7() as id')
  return rows[0]?.id ?? ''
}

/** Keeps what an import did; the values of rejected cells are not kept: they are of people who did not become samples. */
export async function endSampleImport(
  client: pg.PoolClient,
  { universe, survey }: SurveyKey,
  report: SampleImport,
  person: string | null,
): Promise<void> {
  const { importId, file, mode, rows, inserted, updated, unchanged, merged, notInvited, rejected, rejects } = report
  const nameless = rejects.map((reject) => ({ ...reject, value: '' }))
  await client.query(
    `insert into sample_import (universe, survey, id, file, mode, state, rows, inserted, updated, unchanged, merged,
       not_invited, rejected, rejects, person)
     values ($1, $2, $3, $4, $5, 'done', $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      universe,
      survey,
      importId,
      file,
      mode,
      rows,
      inserted,
      updated,
      unchanged,
      merged,
      JSON.stringify(notInvited),
      rejected,
      JSON.stringify(nameless),
      person,
    ],
  )
}

type Row = Omit<SampleImport, 'columns' | 'at'> & { readonly at: Date }

const select = `select id as "importId", file, mode, state, rows, inserted, updated, unchanged, merged,
  not_invited as "notInvited", rejected, rejects, at from sample_import`
const reportOf = ({ at, ...row }: Row): SampleImport => ({ ...row, columns: [], at: at.toISOString() })

/** The last hundred, newest first. */
export async function listSampleImports(pool: pg.Pool, { universe, survey }: SurveyKey): Promise<SampleImport[]> {
  const { rows } = await inUniverse(pool, universe, (client) =>
    query(client, rowColumns, `${select} where universe = $1 and survey = $2 order by id desc limit 100`, [
      universe,
      survey,
    ]),
  )
  return rows.map(reportOf)
}

/**
 * Takes an import back: new samples go, changed ones are as they were before, except where something happened to them
 * since. Throws Fault `not_found`, and `conflict` where it was undone before.
 */
export function undoSampleImport(pool: pg.Pool, { universe, survey }: SurveyKey, id: string): Promise<SampleImport> {
  return inUniverse(pool, universe, async (client) => {
    await holdSurvey(client, survey)
    const own = [universe, survey, id]
    const { rows } = await query(
      client,
      rowColumns,
      `${select} where universe = $1 and survey = $2 and id = $3 for update`,
      own,
    )
    const [found] = rows
    if (!found) throw new Fault('not_found', 'There is no such import.')
    if (found.state === 'undone') throw new Fault('conflict', 'The import was undone before.')
    await undoSamples(client, { universe, survey }, id)
    await client.query(`update sample_import set state = 'undone' where universe = $1 and id = $2`, [universe, id])
    return reportOf({ ...found, state: 'undone' })
  })
}
