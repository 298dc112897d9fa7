import type { InputOf } from '@kaiku/contract/call.ts'
import type { responseCheckCalls } from '@kaiku/contract/response-check.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { send } from '../call/send.ts'

const key = (survey: string) => ['responseCheck', survey] as const

export const findingsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...key(survey), 'list', locale],
    queryFn: ({ signal }) => send('responseCheck.list', { survey, locale }, signal),
  })

export const findingInterviewsQuery = (survey: string, findingId: string, locale: string) =>
  queryOptions({
    queryKey: [...key(survey), 'interviews', findingId, locale],
    queryFn: ({ signal }) => send('responseCheck.interviews', { survey, findingId, locale }, signal),
  })

export const excludedQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...key(survey), 'excluded', locale],
    queryFn: ({ signal }) => send('responseCheck.excluded', { survey, locale }, signal),
  })

type Calls = typeof responseCheckCalls

/** What changes findings and interviews; all that is shown of them is asked for anew before it ends. */
export function useResponseCheckActs(survey: string) {
  const client = useQueryClient()
  const anew = () => client.invalidateQueries({ queryKey: key(survey) })
  return {
    anew,
    say: async (input: Omit<InputOf<Calls['state']>, 'survey'>) => {
      await send('responseCheck.state', Object.assign({ survey }, input))
      await anew()
    },
    exclude: async (input: Omit<InputOf<Calls['exclude']>, 'survey'>) => {
      await send('responseCheck.exclude', Object.assign({ survey }, input))
      await anew()
    },
    restore: async (interviews: string[]) => {
      await send('responseCheck.restore', { survey, interviews })
      await anew()
    },
  }
}
