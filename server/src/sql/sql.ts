import { createHash } from 'node:crypto'
import type { InputOf } from '@kaiku/contract/call.ts'
import { type SqlColumn, type SqlResult, type sqlCalls, sqlLimits } from '@kaiku/contract/sql.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { toldState } from '../aggregate/data-state.ts'
import type { Stores } from '../db/stores.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { dataColumns } from '../interview-data/data-column.ts'
import { dataParquet } from '../interview-data/data-parquet.ts'
import { namelessFile } from '../interview-data/data-spool.ts'
import { listedInterviews } from '../report/interview-report.ts'
import { refuseUnlessOffered, rightsOf, takingAlong } from '../report/report.ts'
import { questionFor } from '../result/result.ts'
import { selectionKey } from '../selection/selection.ts'
import type { SqlFault } from './sql-message.ts'
import type { SqlProcesses, SqlTables } from './sql-process-pool.ts'
import { codesOf, columnNames, sqlColumnsOf } from './sql-table.ts'

type Calls = typeof sqlCalls
type At = { readonly path: string; readonly locale?: string | undefined }

/** What a file of the interviews would hold. Throws Fault `forbidden` for who may take none along, and in protected surveys. */
async function opened(stores: Stores, who: Viewer, dictionary: Dictionary, { path, locale = who.locale }: At) {
  refuseUnlessOffered(who, dictionary, 'parquet')
  const whole = await wholePath(stores, dictionary, path)
  const asked = { path: whole, compare: 'none', locale } as const
  const question = questionFor(stores, takingAlong(who), dictionary, asked, Date.now())
  const state = await toldState(stores, dictionary)
  const { listing, total } = await listedInterviews({ question, state })
  const key = [dictionary.survey, dictionary.version, state.loadCount, who.userId, rightsOf(who, dictionary), locale]
  const hash = createHash('sha256').update(JSON.stringify([...key, selectionKey(listing.selection)]))
  return { listing, total, key: hash.digest('base64url') }
}

/** The columns that a statement can ask for, of the whole survey. */
export async function sqlColumns(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  { locale }: Pick<At, 'locale'>,
): Promise<SqlColumn[]> {
  const [view] = dictionary.definition.views
  const path = view ? `${view.extName},${view.root.id}` : ''
  const { listing } = await opened(stores, who, dictionary, { path, locale })
  return sqlColumnsOf(dataColumns(listing))
}

/**
 * What a statement finds. It goes through the interviews that the viewer may open and take along, and sees nothing else.
 * Throws Fault `invalid` where it cannot be answered, where it would see too many interviews, or fewer than figures need.
 */
export async function runStatement(
  stores: Stores,
  processes: SqlProcesses,
  who: Viewer,
  dictionary: Dictionary,
  { path, statement, locale }: InputOf<Calls['run']>,
): Promise<SqlResult> {
  const { listing, total, key } = await opened(stores, who, dictionary, { path, locale })
  const { minimumN } = dictionary.definition.settings
  if (total < minimumN) throw refuse('invalid', 'sql.few', { least: minimumN })
  if (total > sqlLimits.interviews) throw refuse('invalid', 'sql.many', { most: sqlLimits.interviews, n: total })
  const load = async (): Promise<SqlTables> => {
    const columns = dataColumns(listing)
    const file = await namelessFile()
    const followed = { read: () => {}, signal: new AbortController().signal }
    try {
      for await (const part of dataParquet(listing, followed)) await file.write(part)
    } catch (error) {
      await file.close()
      throw error
    }
    return { file, names: columnNames(columns), codes: codesOf(columns, listing.asked.translate) }
  }
  const answer = await processes.ask(key, load, statement)
  if ('fault' in answer) throw refusalOf(answer.fault)
  return Object.assign(answer.result, { interviews: total })
}

function refusalOf({ kind, said }: SqlFault) {
  if (kind === 'said') return refuse('invalid', 'sql.said', { said })
  if (kind === 'wide') return refuse('invalid', 'sql.wide', { most: sqlLimits.columns })
  return refuse('invalid', `sql.${kind}`)
}
