import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Everything that a tab keeps of tasks: an event about one asks for it anew. */
export const tasksKey = ['task'] as const

/** Milliseconds between two questions about a report that is being made. Source: the product specification, "Constants". */
const poll = 1_000

const going = new Set(['QUEUED', 'PROCESSING'])
const hasEnded = (status: string | undefined) => status !== undefined && !going.has(status)

type One = { readonly survey: string; readonly reportUUID: string }

/** How far a report is, asked until it ends. */
export const reportStatusQuery = ({ survey, reportUUID }: One) =>
  queryOptions({
    queryKey: [...tasksKey, 'status', survey, reportUUID],
    queryFn: ({ signal }) => send('report.status', { survey, reportUUID }, signal),
    refetchInterval: ({ state }) => (hasEnded(state.data?.status) ? false : poll),
    retry: false,
    gcTime: 0,
  })

export const reportQuery = ({ survey, reportUUID }: One) =>
  queryOptions({
    queryKey: [...tasksKey, 'report', survey, reportUUID],
    queryFn: ({ signal }) => send('report.one', { survey, reportUUID }, signal),
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data.status) ? poll : false),
  })
