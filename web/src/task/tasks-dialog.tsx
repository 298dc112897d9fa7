import { useTranslation } from 'react-i18next'
import { Dialog } from '../overlay/dialog.tsx'
import { TaskList } from './task-list.tsx'

/** One's own running and finished work, on every screen. */
export function TasksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('task.own')} onClose={onClose}>
      <TaskList title={t('task.own')} onOpen={onClose} />
    </Dialog>
  )
}
