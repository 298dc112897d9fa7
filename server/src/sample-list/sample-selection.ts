import type { InputOf } from '@kaiku/contract/call.ts'
import type { sampleCalls } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import type { Condition } from '@kaiku/core/filter-kind.ts'
import { fold } from '@kaiku/core/text.ts'
import { type Bind, binder } from '../db/bind.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { narrowedByPersonal } from '../figure/personal.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { type Period, placeScope, resolveSelection, type Selection } from '../selection/selection.ts'
import { factCondition, timeCondition } from './sample-fact.ts'
import { stepNumber, stepSql } from './sample-step.ts'

type Asked = Pick<InputOf<(typeof sampleCalls)['list']>, 'path' | 'search' | 'step'> & {
  /** Days in place of those that the path names. */
  readonly period?: Period
}

/** Samples that a viewer asks for, whatever their states, as a condition on `sample s` with its interview `i`. */
export type SampleSelection = {
  readonly where: string
  readonly values: unknown[]
  readonly bind: Bind
  readonly selection: Selection
}

const ofSurvey = ({ universe, survey }: Dictionary, bind: Bind) =>
  `s.universe = ${bind(universe)} and s.survey = ${bind(survey)}`

/** Samples that the viewer manages, as `s`. */
export const managed = (who: Viewer, dictionary: Dictionary, bind: Bind): string =>
  [ofSurvey(dictionary, bind), scopeCondition(scopeOf(who, dictionary, 'manageSamples'), bind, 's.leaves')].join(
    ' and ',
  )

/**
 * The samples of a place that the viewer manages and that meet the filters. Throws the Faults of a path that cannot be
 * read or does not exist, `forbidden` for a search without the right to see who somebody is. `now`: milliseconds since 1970.
 */
export function selectSamples(
  who: Viewer,
  dictionary: Dictionary,
  { path, search = '', step = 'sampled', period }: Asked,
  now: number,
): SampleSelection {
  const { timeZone } = dictionary.definition.settings
  const scope = scopeOf(who, dictionary, 'manageSamples')
  const selection = narrowedByPersonal(who, resolveSelection(dictionary, path, dayIn(timeZone, now), scope))
  const { values, bind } = binder()
  const { chosen } = selection
  const time: Condition | null = period ? { include: [{ is: 'days', ...period }], exclude: [] } : selection.time
  const parts = [ofSurvey(dictionary, bind), scopeCondition(placeScope(selection), bind, 's.leaves')]
  parts.push(...chosen.map((one) => factCondition(one, bind)))
  if (time) parts.push(timeCondition(time, timeZone, bind))
  if (step !== 'sampled') parts.push(`${stepSql} >= ${stepNumber(step)}`)
  const words = fold(search.trim())
  if (words !== '') {
    parts.push(scopeCondition(scopeOf(who, dictionary, 'seeContacts'), bind, 's.leaves'))
    parts.push(`position(${bind(words)} in s.matched) > 0`)
  }
  return { where: parts.join(' and '), values, bind, selection }
}
