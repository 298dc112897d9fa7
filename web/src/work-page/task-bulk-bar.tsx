import type { ListedTask } from '@kaiku/contract/background-work.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { BulkBar, useBulkChange } from '../pick-list/bulk-bar.tsx'
import { tasksKey } from '../report/report.queries.ts'

/** Does the picked tasks now, or stops them. */
export function TaskBulkBar({ tasks, onDone }: { tasks: readonly ListedTask[]; onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const bulk = useBulkChange<string>({
    queryKey: tasksKey,
    changed: (count) => t('work.changed', { count, n: formatCount(count, i18n.language) }),
    leftAlone: (id) => ({
      id,
      text: t('work.leftAlone', { title: tasks.find(({ taskId }) => taskId === id)?.title ?? '' }),
    }),
    onDone,
  })
  const taskIds = tasks.map(({ taskId }) => taskId)
  const bring = (newstate: Sent<'backgroundWork.assignState'>['newstate']) =>
    bulk.apply(() => send('backgroundWork.assignState', { taskIds, newstate }))
  return (
    <BulkBar
      label={t('work.bulk')}
      picked={t('work.picked', { count: tasks.length, n: formatCount(tasks.length, i18n.language) })}
      bulk={bulk}
    >
      <Button disabled={bulk.busy} onClick={() => bring('ready')}>
        {t('work.doNow')}
      </Button>
      <Button disabled={bulk.busy} onClick={() => bring('cancelled')}>
        {t('work.stop')}
      </Button>
    </BulkBar>
  )
}
