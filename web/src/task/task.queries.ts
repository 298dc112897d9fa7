import type { TaskState } from '@kaiku/contract/task.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { tasksKey } from '../report/report.queries.ts'

const ends: ReadonlySet<TaskState> = new Set(['done', 'failed', 'cancelled'])
export const hasEnded = (state: TaskState): boolean => ends.has(state)

/** Milliseconds between two looks while something goes on. Whoever is told of each step sees it sooner. */
const poll = 2_000

/** What Kaiku does and did for the viewer. */
export const ownTasksQuery = queryOptions({
  queryKey: [...tasksKey, 'own'],
  queryFn: ({ signal }) => send('task.own', undefined, signal),
  refetchInterval: ({ state }) => (state.data?.some((task) => !hasEnded(task.state)) ? poll : false),
})
