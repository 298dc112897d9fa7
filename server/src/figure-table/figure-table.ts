import type { Readable } from 'node:stream'
import type { InputOf } from '@kaiku/contract/call.ts'
import type { figureTableCalls } from '@kaiku/contract/figure-table.ts'
import type { Answer } from '@kaiku/contract/result.ts'
import type { Who } from '@kaiku/core/access.ts'
import type { Calendar } from '@kaiku/core/day.ts'
import { layOver } from '@kaiku/core/drill-path.ts'
import { Fault, faultCodes } from '@kaiku/core/fault.ts'
import { type Actor, record } from '../audit/audit.ts'
import { wholePath } from '../kept-token/kept-token.store.ts'
import { recordLook } from '../protection/look.ts'
import { toldState } from '../result/data-state.ts'
import { askedFor, figuresFor, questionFor } from '../result/result.ts'
import { exportedFigures } from '../result/scope.ts'
import { type Table, toldTable } from '../result/table-file.ts'
import type { Stores } from '../stores.ts'
import { findSurvey } from '../survey/survey.ts'
import { crossTable } from './cross-table.ts'
import { type ShownIndicator, type Words, wordsOf } from './figure-cells.ts'
import { mapTable } from './map-table.ts'
import { rankingTable } from './ranking-table.ts'
import { factsOf } from './table-facts.ts'

type Wanted = InputOf<(typeof figureTableCalls)['figureTable']>

/**
 * A table of figures as a file: what stands on the screen, where both seeing and taking along is permitted. Throws the
 * Faults of the selection and of the component.
 */
export async function figureTable(
  stores: Stores,
  who: Who,
  { survey, path, format, title, component, shown, compare, locale }: Wanted,
  actor: Actor,
): Promise<{ readonly type: string; readonly name: string; readonly content: Readable }> {
  const dictionary = await findSurvey(stores, who.universe, survey)
  const whole = await wholePath(stores, dictionary, path)
  await recordLook(stores, who, actor.address, dictionary, { path: whole, compare })
  const scope = exportedFigures(who, dictionary)
  const question = questionFor(stores, who, dictionary, { path: whole, compare, locale }, Date.now(), scope)
  const state = await toldState(stores, dictionary)
  const [asked, { answers, indicators }] = await Promise.all([
    askedFor(question, component, state),
    figuresFor(question, [component], state),
  ])
  const words = wordsOf(question.locale)
  const table = tableOf(answers[0], indicators, { component, shown }, words, dictionary.calendar)
  const laid = component.filter === undefined ? null : layOver(whole, component.filter)
  const lines = factsOf(asked, laid?.ok ? laid.value : whole, title, words)
  await record(stores, actor, {
    ...{ action: 'data.export', subject: dictionary.extName },
    after: { table: component.type, rows: table.rows.length, path, format },
  })
  const file = await toldTable(table, { title: words.say('table.about'), lines }, format)
  return { ...file, name: `${dictionary.extName}.${format}` }
}

function tableOf(
  answer: Answer | undefined,
  indicators: readonly ShownIndicator[],
  { component, shown }: Pick<Wanted, 'component' | 'shown'>,
  words: Words,
  calendar: Calendar,
): Table {
  if (answer?.type === 'Failed') {
    const code = faultCodes.find((one) => one === answer.code)
    throw code ? new Fault(code, answer.message) : new Error(answer.message)
  }
  if (answer?.type === 'RankingTableComponent') return rankingTable(answer, indicators, shown, words)
  if (answer?.type === 'HeatMap') return mapTable(answer, shown, words, calendar)
  if (answer?.type !== 'Crosstab' || component.type !== 'Crosstab') throw new Error('no table in the answer')
  const indicator = indicators.find(({ id }) => id === answer.indicator)
  return crossTable(answer, component.show, indicator, words)
}
