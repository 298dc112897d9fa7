import type { Question } from '@kaiku/contract/question.ts'
import { validOn } from '@kaiku/core/condition.ts'
import { holds } from '@kaiku/core/condition-holds.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'

/** One interview of a group with what it answered. */
export type AnsweredPerson = { readonly person: string; readonly answers: Answers; readonly isWeighed: boolean }

/** Whether filters and breakdowns of a protected survey may look at a question's answers. */
export const isBackground = ({ roles }: Question): boolean => roles.includes('background')

const tellsWho = new Set(['contact', 'identifier', 'pii', 'date', 'weight'])

/**
 * What figures may tell of a group. `withheld`: the questions that tell who or when, and those that fewer of its people answered
 * than a figure, or a list of comments, needs: their figure could be had by subtracting larger groups. `weighs`: whether
 * its weights count; where few of those who answered something have one, they would tell whose answers these are.
 */
export function releasedAnswers(dictionary: Dictionary, members: readonly AnsweredPerson[]) {
  const { questions, settings } = dictionary.definition
  const { minimumN, minimumNComments } = settings
  const withheld: string[] = []
  let weighs = true
  for (const question of questions) {
    if (isBackground(question)) continue
    const least = question.type === 'text' ? minimumNComments : Math.max(minimumN, question.minimumN ?? 1)
    const condition = validOn(question)
    const valid = members.filter(({ answers }) => holds(condition, (id) => answers[id]))
    const weighed = valid.filter(({ isWeighed }) => isWeighed)
    const tells = question.type === 'date' || question.roles.some((role) => tellsWho.has(role))
    if (tells || countPeople(valid) < least) withheld.push(question.id)
    else if (weighed.length > 0 && countPeople(weighed) < least) weighs = false
  }
  const isWeighed = countPeople(members.filter((one) => one.isWeighed)) >= minimumN
  return { withheld, weighs: weighs && isWeighed }
}

/**
 * The interviews of a group whose person gave another one in it before. They are told of without background, so that
 * who is counted in a breakdown is as many people.
 */
export function laterInterviews<M extends { readonly number: string; readonly person: string }>(
  members: readonly M[],
): readonly M[] {
  const first = new Map<string, M>()
  for (const one of members) {
    const known = first.get(one.person)
    if (!known || BigInt(one.number) < BigInt(known.number)) first.set(one.person, one)
  }
  return members.filter((one) => first.get(one.person) !== one)
}

const countPeople = (members: readonly AnsweredPerson[]) => new Set(members.map(({ person }) => person)).size

/**
 * The corrected answers that a group may be told of: of each question that as many people corrected as a figure needs.
 * One correction alone would tell what it changed. By interview number, only those that change.
 */
export function releasedCorrections(
  { definition }: Pick<Dictionary, 'definition'>,
  members: readonly {
    readonly number: string
    readonly person: string
    readonly told: Answers
    readonly now: Answers
  }[],
): ReadonlyMap<string, Answers> {
  const found = new Map<string, Answers>()
  const later = new Set(laterInterviews(members))
  for (const question of definition.questions) {
    const { id } = question
    // What the group is not told of stays so.
    if (members.every(({ told }) => told[id] === undefined)) continue
    const correctable = isBackground(question) ? members.filter((one) => !later.has(one)) : members
    const changed = correctable.filter(({ told, now }) => JSON.stringify(told[id]) !== JSON.stringify(now[id]))
    if (new Set(changed.map(({ person }) => person)).size < definition.settings.minimumN) continue
    for (const { number, told, now } of changed) {
      const { [id]: _, ...others } = found.get(number) ?? told
      const value = now[id]
      found.set(number, value === undefined ? others : { ...others, [id]: value })
    }
  }
  return found
}
