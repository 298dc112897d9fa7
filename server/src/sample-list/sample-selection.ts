import type { InputOf } from '@kaiku/contract/call.ts'
import type { sampleCalls } from '@kaiku/contract/sample.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dayOn } from '@kaiku/core/condition.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { fold } from '@kaiku/core/text.ts'
import { type Bind, binder } from '../db/bind.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { attributeIds, campaignCodes } from '../dictionary/interview-attribute.ts'
import { narrowedByPersonal } from '../figure/personal.ts'
import { stepNumber, stepSql } from '../sample/sample-step.ts'
import { factCondition } from '../selection/fact-condition.ts'
import { scopeOf } from '../selection/scope.ts'
import { scopeCondition } from '../selection/scope-condition.ts'
import { asOfToday, type Period, placeScope, resolveSelection, type Selection } from '../selection/selection.ts'

type SampleFilter = Pick<InputOf<(typeof sampleCalls)['list']>, 'path' | 'search' | 'step'> & {
  /** Days in place of those that the path names. */
  readonly period?: Period
  /** What the viewer wants to do with them. */
  readonly permission?: 'manageSamples' | 'sendCampaigns'
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
  { path, search = '', step = 'sampled', period, permission = 'manageSamples' }: SampleFilter,
  now: number,
): SampleSelection {
  const { timeZone } = dictionary.definition.settings
  const scope = scopeOf(who, dictionary, permission)
  const selection = narrowedByPersonal(who, asOfToday(resolveSelection(dictionary, path, dayIn(timeZone, now), scope)))
  const { values, bind } = binder()
  const { chosen } = selection
  const parts = [ofSurvey(dictionary, bind), scopeCondition(placeScope(selection), bind, 's.leaves')]
  // What a person answered, else what was known before.
  const fact = (id: string) =>
    id === attributeIds.campaign
      ? campaignCodes(timeZone, 'sample')
      : `coalesce(i.answers -> ${bind(id)}, s.background -> ${bind(id)})`
  parts.push(...chosen.map(({ condition }) => factCondition(condition, fact, bind)))
  const time = period ? dayOn('', period) : selection.time?.condition
  if (time) {
    // The day on which they were asked, or came where they are not asked yet.
    const asked = `to_jsonb((coalesce(s.invited_at, s.created_at) at time zone ${bind(timeZone)})::date)`
    parts.push(factCondition(time, () => asked, bind))
  }
  if (step !== 'sampled') parts.push(`${stepSql} >= ${stepNumber(step)}`)
  const words = fold(search.trim())
  if (words !== '') {
    parts.push(scopeCondition(scopeOf(who, dictionary, 'seeContacts'), bind, 's.leaves'))
    parts.push(`position(${bind(words)} in s.matched) > 0`)
  }
  return { where: parts.join(' and '), values, bind, selection }
}
