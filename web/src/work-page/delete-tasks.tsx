import type { ListedTask, TasksWanted } from '@kaiku/contract/background-work.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { tasksKey } from '../report/report.queries.ts'

/** One task, or all of a state and type with how many are seen of them. */
export type Unwanted =
  | { readonly task: ListedTask }
  | { readonly task: null; readonly wanted: TasksWanted; readonly count: number }

/** Asks before tasks are deleted with what they made; where there are others by now, it asks again. */
export function DeleteTasks({ unwanted, onClose }: { unwanted: Unwanted; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [count, setCount] = useState(unwanted.task === null ? unwanted.count : 1)
  const title =
    unwanted.task === null
      ? t('work.deleteTitle', { count, n: formatCount(count, i18n.language) })
      : t('work.deleteOne', { title: unwanted.task.title })
  const remove = async () => {
    try {
      if (unwanted.task !== null) await send('backgroundWork.deleteSingle', { taskId: unwanted.task.taskId })
      else await send('backgroundWork.deleteAll', { ...unwanted.wanted, count })
      onClose()
      return null
    } catch (error) {
      if (error instanceof CallError && error.reason?.key === 'task.others') setCount(Number(error.reason.values.n))
      throw error
    } finally {
      await client.invalidateQueries({ queryKey: tasksKey })
    }
  }
  return (
    <Confirm
      title={title}
      act={t('saved.remove')}
      busy={busy || count === 0}
      fault={fault}
      onConfirm={() => void attempt(remove)}
      onClose={onClose}
    >
      <p>{t('work.deleteWhy')}</p>
    </Confirm>
  )
}
