import type { Alert } from '@kaiku/contract/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alertQuery, alertsKey } from './alert.queries.ts'

/** Shows an alert as a call answered it; lists and figures that it is in are asked for anew. */
export function useShowAlert(survey: string): (next: Alert) => void {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  return (next) => {
    client.setQueryData(alertQuery(survey, next.alertId, i18n.language).queryKey, next)
    void client.invalidateQueries({
      queryKey: alertsKey(survey),
      predicate: ({ queryKey }) => queryKey[2] !== 'one',
    })
  }
}
