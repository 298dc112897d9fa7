import type { Readable } from 'node:stream'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { figureTableCalls } from '@kaiku/contract/figure-table.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { toldState } from '../aggregate/data-state.ts'
import { type Actor, record } from '../audit/audit.ts'
import { componentPath, tableOf } from '../component-table/component-table.ts'
import { wordsOf } from '../component-table/figure-cells.ts'
import type { Stores } from '../db/stores.ts'
import { wholePath } from '../filter-reference/filter-reference.ts'
import { recordLook } from '../protection/look.ts'
import { askedFor, questionFor } from '../result/result.ts'
import { findSurvey } from '../survey/survey.ts'
import { toldTable } from '../table-file/table-file.ts'
import { factsOf } from './table-facts.ts'

type CallInput = InputOf<(typeof figureTableCalls)['figureTable']>

/**
 * What a component shows as a file, where both seeing and taking along is permitted. Throws the Faults of the selection
 * and of the component.
 */
export async function figureTable(
  stores: Stores,
  viewer: Viewer,
  { survey, path, format, title, component, shown, compare, locale }: CallInput,
  actor: Actor,
): Promise<{ readonly type: string; readonly name: string; readonly content: Readable }> {
  const who = { ...viewer, takesAlong: true }
  const dictionary = await findSurvey(stores, who.universe, survey)
  const whole = await wholePath(stores, dictionary, path)
  await recordLook(stores, who, actor.address, dictionary, { path: whole, compare })
  const question = questionFor(stores, who, dictionary, { path: whole, compare, locale }, Date.now())
  const state = await toldState(stores, dictionary)
  const own = componentPath(component, whole)
  const words = wordsOf(question.locale)
  const [asked, { table, facts }] = await Promise.all([
    askedFor(question, component, state),
    tableOf(component.type, { question, component, shown, state, words, path: own }),
  ])
  const lines = [...factsOf(asked, own, title, words), ...facts]
  await record(stores, actor, {
    action: 'data.export',
    subject: dictionary.extName,
    after: { table: component.type, rows: table.rows.length, path, format },
  })
  const file = toldTable(table, { title: words.say('table.about'), lines }, format)
  return { ...file, name: `${dictionary.extName}.${format}` }
}
