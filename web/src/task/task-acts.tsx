import type { Task } from '@kaiku/contract/task.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { hasEnded } from './task.queries.ts'
import type { useTaskActs } from './use-task-acts.ts'

type Props = { task: Pick<Task, 'title' | 'state'>; acts: ReturnType<typeof useTaskActs> }

/** Stops what goes on, does again what failed or was stopped. */
export function TaskActs({ task: { title, state }, acts: { mayChange, busy, cancel, retry } }: Props) {
  const { t } = useTranslation()
  if (!mayChange) return null
  const name = <span className="hidden-text"> {title}</span>
  if (!hasEnded(state))
    return (
      <Button disabled={busy} onClick={cancel}>
        {t('saved.cancel')}
        {name}
      </Button>
    )
  if (state === 'done') return null
  return (
    <Button disabled={busy} onClick={retry}>
      {t('retry')}
      {name}
    </Button>
  )
}
