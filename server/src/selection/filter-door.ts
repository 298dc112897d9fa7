import type { configFilter } from '@kaiku/contract/filter.ts'
import { all, type Condition, conditionOn } from '@kaiku/core/condition.ts'
import { Fault } from '@kaiku/core/fault.ts'
import {
  dependsOnToday,
  type FilterChoice,
  type FilterKind,
  kindOf,
  kindRules,
  resolveFilter,
} from '@kaiku/core/filter-kind.ts'
import { parseToken, timeFilter } from '@kaiku/core/filter-token.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { z } from 'zod'
import { type Dictionary, type StoredQuestion, undated, variableNamed } from '../dictionary/dictionary.ts'
import { attributeIds, campaignAttribute, knowsCampaigns } from '../dictionary/interview-attribute.ts'
import { predicate } from './predicate.ts'
import { questionFilter } from './question-filter.ts'

export type ConfigFilter = z.output<typeof configFilter>

/** A filter with the question that it looks at; null: it looks at the interviews of a contact. */
export type FoundFilter = {
  readonly filter: ConfigFilter
  readonly kind: FilterKind
  readonly stored: StoredQuestion | null
}

/** A filter's values as they were written, and what they ask of an interview. */
export type Asking = { readonly choice: FilterChoice; readonly condition: Condition }

/** A filter by name, or null: the survey's own, that of a question, or the time filter wherever a question holds the date. */
export function findFilter(dictionary: Dictionary, name: string): FoundFilter | null {
  const filter = configured(dictionary, name)
  return filter && withQuestion(dictionary, filter)
}

function configured(dictionary: Dictionary, name: string): ConfigFilter | null {
  const { standard, time } = dictionary.definition.filters
  for (const set of [standard, time])
    for (const group of set.filterGroups) for (const filter of group.filters) if (filter.extName === name) return filter
  if (name === attributeIds.campaign && !dictionary.questions.has(name)) return campaignFilter(dictionary)
  if (name !== timeFilter) return questionFilter(dictionary, name)
  return { extName: timeFilter, title: timeFilter, dateInterval: true, dateRef: true }
}

/** The filter by campaigns that every survey has, unless nothing may lead from who was asked to an answer: that is said. */
function campaignFilter({ definition }: Pick<Dictionary, 'definition'>): ConfigFilter {
  if (!knowsCampaigns(definition)) throw refuse('forbidden', 'protected.campaign', { filter: attributeIds.campaign })
  return { extName: attributeIds.campaign, title: campaignAttribute.question.title, campaign: true }
}

/** Null: the question that it looks at is not there. */
export function withQuestion(dictionary: Dictionary, filter: ConfigFilter): FoundFilter | null {
  const { question: id, extName } = filter
  if (filter.campaign) return { filter, kind: 'campaign', stored: campaignAttribute }
  const isDate = id === undefined && (extName === timeFilter || kindRules[kindOf(filter)].looksAt === 'day')
  const stored = id === undefined ? (isDate ? dictionary.role('date') : null) : (variableNamed(dictionary, id) ?? null)
  const kind = kindOf(filter, stored?.question.type)
  return stored === null && kindRules[kind].looksAt !== 'contact' ? null : { filter, kind, stored }
}

/** What written values of a filter mean; a Fault names the value that means nothing. */
export function choiceOf(
  { calendar, definition }: Pick<Dictionary, 'calendar' | 'definition'>,
  { filter }: Pick<FoundFilter, 'filter'>,
  values: readonly string[],
  today: string,
): FilterChoice {
  const found = resolveFilter(filter, values, today, calendar)
  if (found.ok) return found.value
  const value = values[found.position] ?? values.join('*')
  const title = localise(filter.title, definition.settings.locale, definition.settings.locale)
  throw refuse('invalid', 'filter.value', { filter: title, value }, [
    { place: filter.extName, expected: found.expected, found: value },
  ])
}

export const askingOf = ({ question }: StoredQuestion, choice: FilterChoice): Asking => ({
  choice,
  condition: conditionOn(question, choice),
})

/**
 * What a token of the survey's filters asks of an interview. `today`: the day of relative dates; absent: there may be
 * none. Throws a Fault with the place.
 */
export function conditionOfToken(dictionary: Dictionary, token: string, today?: string): Condition {
  const parsed = parseToken(token)
  if (!parsed.ok)
    throw refuse('invalid', 'address.unreadable', {}, [{ place: token, expected: parsed.expected, found: token }])
  return all(
    [...parsed.value].map(([name, values]) => {
      const found = findFilter(dictionary, name)
      if (!found?.stored || found.kind === 'campaign') throw unknownFilter(name)
      if (today === undefined && values.some((value) => dependsOnToday(found.filter, value)))
        throw new Fault('invalid', `"${name}" depends on today.`)
      return askingOf(found.stored, choiceOf(dictionary, found, values, today ?? undated)).condition
    }),
  )
}

/** Interviews that a token selects, in ClickHouse; `1` for the empty one. */
export const predicateOfToken = (dictionary: Dictionary, token: string, today?: string): string =>
  predicate(dictionary, conditionOfToken(dictionary, token, today))

export const unknownFilter = (name: string) =>
  refuse('invalid', 'filter.unknown', { filter: name }, [
    { place: name, expected: 'a filter of the survey', found: name },
  ])
