import { everywhere, holdsSomewhere, type Places } from '@kaiku/core/assignment.ts'
import { covers } from '@kaiku/core/covers.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rolePlacesQuery, rolesQuery } from '../people/people.queries.ts'

/** Whether the viewer may give, or take, a role at these places; without places, whether at any. */
export function useMayGive() {
  const { i18n } = useTranslation()
  const limit = useQuery(rolePlacesQuery(i18n.language)).data?.limit ?? null
  const roles = useQuery(rolesQuery).data
  return (roleId: string, places?: Places): boolean => {
    const role = roles?.find((one) => one.roleId === roleId)
    if (limit === null || !role) return true
    const { name, permissions, surveys } = role
    if (places === undefined) return holdsSomewhere(limit, role)
    const { rows, figures } = { ...everywhere, ...places }
    return covers(limit, [{ role: name, permissions, surveys, rows, figures }])
  }
}
