import type { Definition } from '@kaiku/contract/definition.ts'
import type { UniverseSettings } from '@kaiku/contract/universe.ts'
import { addDays, type Day, dayIn } from '@kaiku/core/day.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'

/** For how many days something is kept; null: for ever. */
export type RetentionRule = Pick<UniverseSettings, 'retentionDays' | 'contactDays' | 'personalDays'>

/** What holds for a survey: what its own definition says, else the universe. */
export function ruleOf(
  {
    definition: { settings },
  }: { readonly definition: { readonly settings: Pick<Definition['settings'], 'retention'> } },
  universe: RetentionRule,
): RetentionRule {
  const own = settings.retention
  return {
    retentionDays: own?.retentionDays ?? universe.retentionDays,
    contactDays: own?.contactDays ?? universe.contactDays,
    personalDays: own?.personalDays ?? universe.personalDays,
  }
}

/** The first day of which everything stays that is kept for so many days, in the survey's zone. `now`: milliseconds since 1970. */
export const firstKept = ({ definition }: Dictionary, days: number, now: number): Day =>
  addDays(dayIn(definition.settings.timeZone, now), -days)

/** Questions whose answers say how to reach somebody, or who they are otherwise. */
export const questionsOf = ({ questions }: Dictionary, what: 'contacts' | 'personal'): readonly string[] => {
  const roles: readonly string[] = what === 'contacts' ? ['contact'] : ['identifier', 'pii']
  return [...questions.values()].flatMap(({ question }) =>
    question.roles.some((role) => roles.includes(role)) ? [question.id] : [],
  )
}
