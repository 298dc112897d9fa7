import type { Task, TaskType } from '@kaiku/contract/task.ts'
import { useQueryClient } from '@tanstack/react-query'
import { send, takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { follow } from '../report/begin-report.ts'
import { fetchReport } from '../report/fetch-report.ts'
import { tasksKey } from '../report/report.queries.ts'
import { useIdentity } from '../session/identity.ts'

/** What can be done about a task. `isFollowed`: it is one’s own, which is told of once it is done again. */
export function useTaskActs(
  { taskId, survey, type }: Pick<Task, 'taskId' | 'survey'> & { readonly type?: TaskType },
  isFollowed = true,
) {
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const identity = useIdentity()
  const act = (what: () => Promise<unknown>) => () =>
    void attempt(async () => {
      await what()
      await client.invalidateQueries({ queryKey: tasksKey })
      return null
    })
  return {
    /** Whoever looks as somebody else changes nothing. */
    mayChange: !identity.isReadOnly,
    busy,
    fault,
    fetch: act(() => {
      if (type === 'surveyExport' || type === 'surveyImport') return takeFile('surveyCopy.file', { taskId }, identity)
      // What else is of no survey is a copy of a universe.
      return survey === null ? takeFile('universeCopy.file', { taskId }, identity) : fetchReport(survey, taskId)
    }),
    cancel: act(() => send('task.cancel', { taskId })),
    retry: act(async () => {
      await send('task.retry', { taskId })
      if (survey !== null && isFollowed && type !== 'surveyExport')
        follow(survey, await send('report.status', { survey, reportUUID: taskId }))
    }),
  }
}
