import pg from 'pg'
import { locked } from '../background-work/lock.ts'
import type { Stores } from '../db/stores.ts'
import { type Dictionary, tableOf } from '../dictionary/dictionary.ts'
import { attributeTruth } from '../dictionary/interview-attribute.ts'
import { noteFilled, projectionState } from '../projection/projection-survey.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { isFormer, keptChanges, lexiconNote, prepareTable, protectedRows, wantedColumns } from '../projection/table.ts'
import { forgetReleases } from '../protection/forget-releases.ts'
import { rolledIndicators } from '../sums/sums.ts'
import { rebuildLocked } from './rebuild.ts'
import { refreshRollup } from './rollup-refresh.ts'
import { forgetWithheld, releaseAll } from './withheld.ts'

type Log = (line: string) => unknown

/**
 * Makes ClickHouse ready for a published version of a survey: its table with every column, its roll-up with every
 * definition. Rebuilds, and says so, when the truth holds values that a new column must show or when its table was
 * laid out otherwise by an earlier Kaiku.
 */
export async function adapt(stores: Stores, dictionary: Dictionary, log: Log = () => {}): Promise<void> {
  await locked(stores.service, { rebuild: dictionary.survey }, (client) => adaptLocked(stores, client, dictionary, log))
}

async function adaptLocked(stores: Stores, client: pg.PoolClient, dictionary: Dictionary, log: Log): Promise<void> {
  await prepareTable(stores, dictionary)
  const { filled, rolled } = await projectionState(stores.service, dictionary)
  const unfilled = wantedColumns(dictionary).filter((column) => !filled.includes(column))
  const { protection } = dictionary.definition.settings
  const isFreed = !protection && filled.includes(protectedRows)
  if (isFreed) {
    await forgetWithheld(client, dictionary)
    await forgetReleases(client, dictionary)
  }
  if (unfilled.includes(protectedRows)) await releaseAll(client, dictionary)
  if (unfilled.length > 0 || isFreed || (await isFormer(stores, dictionary.survey))) {
    // A batch that began with the version before is waited for; later ones know the new columns.
    await locked(stores.service, 'batch', async () => {})
    const reason = await rebuildReason(stores, dictionary, filled, unfilled)
    if (reason) {
      log(`Rebuilding ${dictionary.extName}: ${reason}.`)
      await rebuildLocked(stores, client, dictionary.survey)
      return
    }
  }
  await locked(stores.service, 'batch', async () => {
    const missing = rolledIndicators(dictionary).filter(({ hash }) => !rolled.includes(hash))
    const [from, into] = [tableOf(dictionary.survey), rollupTableOf(dictionary.survey)]
    await refreshRollup(stores, dictionary, { from, into, months: null, indicators: missing })
    await noteFilled(client, dictionary)
  })
}

/** Null when the new columns are right as they are, without a value for any interview. */
async function rebuildReason(
  stores: Stores,
  dictionary: Dictionary,
  filled: readonly string[],
  unfilled: readonly string[],
): Promise<string | null> {
  const some = async (condition: string) => {
    const { rowCount } = await stores.service.query(
      `select from interview i where universe = $1 and survey = $2 and (${condition}) limit 1`,
      [dictionary.universe, dictionary.survey],
    )
    return rowCount !== 0
  }
  if (await isFormer(stores, dictionary.survey)) return 'its table is laid out anew'
  if (!(await some('true'))) return null
  if (filled.length === 0) return 'its table is missing'
  if (unfilled.includes(keptChanges)) return 'changes of many interviews at once may have been lost'
  if (filled.includes(protectedRows) !== dictionary.definition.settings.protection) return 'its protection changed'
  const questions = [...dictionary.questions.values()].filter(({ column }) => unfilled.includes(column))
  const ids = questions.map(({ question }) => pg.escapeLiteral(question.id))
  if (ids.length > 0 && (await some(`i.answers ?| array[${ids.join(', ')}]`))) return 'a question was answered before'
  if (unfilled.includes('weight') && (await some('i.weight is not null'))) return 'weights are kept with more decimals'
  const marks = [...dictionary.attributes.values()].filter(({ column }) => unfilled.includes(column))
  const marked = marks.map((mark) => `${attributeTruth(mark)} is not null`)
  if (unfilled.includes('translated')) marked.push('i.translated is not null')
  if (marked.length > 0 && (await some(marked.join(' or ')))) return 'interviews have marks'
  const comments = [...new Set([...dictionary.commentTopics.values()].map(({ number }) => number))]
  const heard = [...dictionary.questions.values()].filter(({ number }) => comments.includes(number))
  const texts = heard.map(({ question }) => pg.escapeLiteral(question.id))
  if (
    texts.length > 0 &&
    unfilled.includes(lexiconNote(dictionary)) &&
    (await some(`i.answers ?| array[${texts.join(', ')}]`))
  )
    return 'comments are looked through for other topics'
  const views = [...dictionary.views.values()].filter(({ column }) => unfilled.includes(column))
  const placed = views.map(({ number }) => `coalesce(i.leaves[${number}], 0) <> 0`)
  if (placed.length > 0 && (await some(placed.join(' or ')))) return 'interviews have places in a view that is new'
  return null
}
