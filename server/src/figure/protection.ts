import { namesIn } from '@kaiku/contract/component-schema.ts'
import { componentFacts } from '@kaiku/contract/component-type.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Question } from '@kaiku/contract/question.ts'
import { endOf, startOf, type TimeUnit } from '@kaiku/core/day.ts'
import { type Match, writeRange } from '@kaiku/core/filter-kind.ts'
import { refuse } from '@kaiku/core/reason.ts'
import type { Days } from '@kaiku/core/relative-date.ts'
import { autoUnit, closed } from '../aggregate/periods.ts'
import { isBackground } from '../protection/released-answers.ts'
import { askingOf } from '../selection/filter-door.ts'
import type { Chosen, Selection } from '../selection/selection.ts'
import { questionOf } from '../sums/score.ts'
import type { QueryContext } from './query-context.ts'

/** So many background variables a selection of a protected survey may look at. */
export const mostBackgrounds = 2

type Protected = Pick<Selection, 'dictionary'>
const isProtected = ({ dictionary }: Protected) => dictionary.definition.settings.protection

/**
 * The selection with its time widened to whole release periods, which is how a protected survey's answers are kept: each
 * stands on the first day of its period, so that the last 30 days would mostly hold none. What is named changes with it.
 */
export function inReleasePeriods(selection: Selection): Selection {
  const { dictionary, time, period, writtenPeriod } = selection
  const date = dictionary.role('date')
  if (!isProtected(selection) || time === null || date === null) return selection
  const { protectionPeriod: unit } = dictionary.definition.settings
  const widened = <D extends Days>(days: D): D => ({
    ...days,
    from: days.from && startOf(unit, days.from, dictionary.calendar),
    to: days.to && endOf(unit, days.to, dictionary.calendar),
  })
  const each = (matches: readonly Match[]) => matches.map((match) => (match.is === 'days' ? widened(match) : match))
  const whole = period && widened(period)
  const isSame = whole?.from === period?.from && whole?.to === period?.to
  return {
    ...selection,
    time: askingOf(date, { include: each(time.choice.include), exclude: each(time.choice.exclude) }),
    period: whole,
    writtenPeriod: isSame ? writtenPeriod : undefined,
  }
}

const units: readonly TimeUnit[] = ['day', 'week', 'month', 'quarter', 'year']

/** The steps that a course has by itself: in a protected survey no finer than its release periods. */
export function usualUnit({ dictionary, period }: Pick<Selection, 'dictionary' | 'period'>): TimeUnit {
  const unit = autoUnit(closed(period))
  const { protection, protectionPeriod } = dictionary.definition.settings
  return protection && units.indexOf(unit) < units.indexOf(protectionPeriod) ? protectionPeriod : unit
}

/** Whether figures of the selection are blurred: what adds them up in its own way tells nothing then. */
export const isBlurred = (selection: Selection): boolean => isProtected(selection) && selection.chosen.length > 0

/** Throws for a filter of a protected survey that looks at more than one value of a background variable. */
export function refuseTellingFilters(selection: Selection): void {
  if (!isProtected(selection)) return
  const { chosen, tableDate } = selection
  if (tableDate !== 'none') throw refuse('forbidden', 'protected.filter', { filter: tableDate })
  for (const one of chosen)
    if (!isBackground(one.stored.question) || !isOneValue(one))
      throw refuse('forbidden', 'protected.filter', { filter: one.name })
  if (chosen.length > mostBackgrounds) throw refuse('forbidden', 'protected.filters', { most: mostBackgrounds })
}

/** An option, or one of the question's bands. */
function isOneValue({ stored: { question }, choice: { include, exclude } }: Chosen): boolean {
  const [match] = include
  if (!match || include.length > 1 || exclude.length > 0) return false
  if (match.is !== 'range') return match.is === 'option' && !(question.type === 'number' && question.bands.length > 0)
  const written = writeRange(match.from, match.to)
  if (match.from === match.to)
    return question.type === 'scale' || (question.type === 'number' && question.bands.length === 0)
  return (
    question.type === 'number' &&
    question.bands.some(
      ({ from, to }) => writeRange(from ?? question.min ?? null, to ?? question.max ?? null) === written,
    )
  )
}

/**
 * Throws for what a component of a protected survey may not tell: answers beside other answers of the same people, and,
 * with filters, what cannot be blurred. See `docs/protection.md`.
 */
export function refuseTelling({ scan: { selection }, dictionary }: QueryContext, component: Component): void {
  if (!isProtected(selection)) return
  const backgrounds = brokenDownBy(component).map((id) => questionOf(dictionary, id).question)
  const answers = backgrounds.filter((question) => !isBackground(question))
  const { protected: told } = componentFacts[component.type]
  if (told === 'unfiltered' && (selection.chosen.length > 0 || backgrounds.length > 0))
    throw refuse('forbidden', 'protected.unfiltered')
  if (answers.length > (told === 'crossed' ? 1 : 0)) throw notTogether(answers)
  if (selection.chosen.length + backgrounds.length - answers.length > mostBackgrounds)
    throw refuse('forbidden', 'protected.filters', { most: mostBackgrounds })
}

const notTogether = ([first]: readonly Question[]) =>
  refuse('forbidden', 'protected.together', { question: first?.id ?? '' })

/** The questions by whose answers a component groups what it tells of. */
const brokenDownBy = (component: Component): readonly string[] =>
  namesIn(component).flatMap((one) => (one.names === 'question' && one.groups ? [one.name] : []))
