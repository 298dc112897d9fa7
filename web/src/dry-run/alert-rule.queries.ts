import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alertsKey } from '../alert/alert.queries.ts'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'

export const alertRulesQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: ['alert-rule', survey, 'rules', locale],
    queryFn: ({ signal }) => send('alertRule.rules', { survey, locale }, signal),
  })

/** What rules would have raised. It is asked for anew when alerts change: some of them are there then. */
export const dryRunQuery = (asked: Sent<'alertRule.dryRun'>) =>
  queryOptions({
    queryKey: [...alertsKey(asked.survey), 'dry-run', asked],
    queryFn: ({ signal }) => send('alertRule.dryRun', asked, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
