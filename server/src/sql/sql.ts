import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ComponentOf } from '@kaiku/contract/page.ts'
import type { SqlResult } from '@kaiku/contract/sql.ts'
import { sqlLimits } from '@kaiku/contract/sql-limit.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { toldState } from '../aggregate/data-state.ts'
import { definitionKey } from '../dictionary/dictionary.ts'
import type { QueryContext } from '../figure/query-context.ts'
import { dataColumns } from '../interview-data/data-column.ts'
import { dataParquet } from '../interview-data/data-parquet.ts'
import { namelessFile } from '../interview-data/data-spool.ts'
import { countListing, type Listing, openWholeListing } from '../interview-list/interview-list.ts'
import { selectionKey } from '../selection/selection.ts'
import type { SqlFault } from './sql-message.ts'
import { type SqlTables, sharedProcesses } from './sql-process-pool.ts'
import { codesOf, columnNames } from './sql-table.ts'

/**
 * The interviews that a statement sees: those of a file that the viewer may take along. Throws Fault `forbidden` for who may
 * take none along, where the survey offers no file of them, and in protected surveys.
 */
export function statementListing(asked: QueryContext): Listing {
  const { settings } = asked.dictionary.definition
  // Who is asked is known to nobody there, nor is what they answered one by one.
  if (settings.protection) throw refuse('forbidden', 'protected.interviews')
  if (!settings.enableInterviewsReport) throw refuse('forbidden', 'report.off')
  return openWholeListing({ ...asked, who: { ...asked.who, takesAlong: true } })
}

/**
 * What a statement finds. Throws Fault `invalid` where it cannot be answered, where it would see too many interviews, or
 * fewer than figures need, and `busy` where it took too long or too many others ask.
 */
export async function runStatement(asked: QueryContext, statement: string): Promise<SqlResult> {
  const listing = statementListing(asked)
  const total = Math.max(1, await countListing(listing))
  if (total < asked.minimumN) throw refuse('invalid', 'sql.few', { least: asked.minimumN })
  if (total > sqlLimits.interviews) throw refuse('invalid', 'sql.many', { most: sqlLimits.interviews, n: total })
  const key = await keyOf(listing)
  const answer = await sharedProcesses(asked.stores).ask(key, () => tablesOf(listing), statement)
  if ('fault' in answer) throw refusalOf(answer.fault)
  return Object.assign(answer.result, { interviews: total })
}

/** Milliseconds that a statement on a page waits for others to be done, and between two tries. */
const patience = { whole: 30_000, pause: 500 }

/** What a statement on a page finds; nobody is there to ask again while others ask. */
export async function sqlAnswer(
  asked: QueryContext,
  { statement, columnTitles = [] }: Pick<ComponentOf<'Sql'>, 'statement' | 'columnTitles'>,
): Promise<{ type: 'Sql'; found: SqlResult }> {
  const until = Date.now() + patience.whole
  for (;;)
    try {
      const found = await runStatement(asked, statement)
      const columns = found.columns.map(({ name, type }, at) => {
        const title = columnTitles[at]
        return { name: title === undefined ? name : asked.translate(title), type }
      })
      return { type: 'Sql', found: Object.assign(found, { columns }) }
    } catch (error) {
      const isBusy = error instanceof Fault && error.reason?.key === 'sql.busy'
      if (!isBusy || Date.now() > until) throw error
      await sleep(patience.pause)
    }
}

/** Whose and which interviews: what a process holds is never shown to who may see less, or other things. */
async function keyOf(listing: Listing): Promise<string> {
  const { asked, selection, visible, columns } = listing
  const { dictionary, stores, who, locale } = asked
  const { loadCount } = await toldState(stores, dictionary)
  const { isRoot, seesNamesAbove = false, grants, within = null, userId } = who
  const rights = [userId, isRoot, seesNamesAbove, grants, within]
  const shown = [visible, columns.map(({ question }) => question.id), locale]
  const parts = [definitionKey(dictionary), loadCount, selectionKey(selection), rights, shown]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

async function tablesOf(listing: Listing): Promise<SqlTables> {
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

function refusalOf({ kind, said }: SqlFault) {
  if (kind === 'said') return refuse('invalid', 'sql.said', { said })
  if (kind === 'wide') return refuse('invalid', 'sql.wide', { most: sqlLimits.columns })
  return refuse(kind === 'late' ? 'busy' : 'invalid', `sql.${kind}`)
}
