import type { QueryName } from '@kaiku/core/screen.ts'
import { screens } from '@kaiku/core/screen.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSurvey } from '../survey/survey-context.tsx'

/** What the list of people shows. */
export const parts = ['users', 'roles', 'assertions'] as const
export type Part = (typeof parts)[number]

type Search = Partial<Record<QueryName, string>>

/** The search of an address of administration: only the universe goes along. */
export const peopleSearch =
  (part: Part = 'users') =>
  ({ universe }: Search): Search => ({
    ...(universe === undefined ? {} : { universe }),
    ...(part === 'users' ? {} : { page: part }),
  })

/** Opens a screen of administration in the survey one is in. */
export function useOpenPeople() {
  const { survey } = useSurvey()
  const navigate = useNavigate()
  const own = survey.extName
  return {
    user: (userId: string) =>
      navigate({ to: screens.usereditor.path, params: { survey: own, userId }, search: peopleSearch() }),
    role: (roleId: string) =>
      navigate({ to: screens.role.path, params: { survey: own, roleId }, search: peopleSearch() }),
    list: (part: Part) => navigate({ to: screens.users.path, params: { survey: own }, search: peopleSearch(part) }),
  }
}
