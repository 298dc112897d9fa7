import type { TasksWanted } from '@kaiku/contract/background-work.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { tasksKey } from '../report/report.queries.ts'
import { hasEnded } from '../task/task.queries.ts'

/** Everything that a tab keeps of the background work: what asks for tasks anew asks for it, too. */
export const workKey = [...tasksKey, 'work'] as const

/** Milliseconds between two looks: while something moves, and otherwise. */
const poll = { moving: 2_000, resting: 15_000 }

export const standingQuery = (universe: string) =>
  queryOptions({
    queryKey: [...workKey, 'standing', universe],
    queryFn: ({ signal }) => send('backgroundWork.standing', undefined, signal),
    refetchInterval: ({ state }) =>
      state.data?.queues.some(({ waiting }) => waiting > 0) ? poll.moving : poll.resting,
  })

/** The tasks of everybody, or those of a state and type. */
export const allTasksQuery = (universe: string, wanted: TasksWanted) =>
  queryOptions({
    queryKey: [...workKey, 'tasks', universe, wanted],
    queryFn: ({ signal }) => send('backgroundWork.tasks', wanted, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.some((task) => !hasEnded(task.state)) ? poll.moving : poll.resting,
  })

export const importsQuery = (survey: string) =>
  queryOptions({
    queryKey: [...workKey, 'imports', survey],
    queryFn: ({ signal }) => send('import.list', { survey }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.some((one) => one.state === 'running') ? poll.moving : poll.resting,
  })
