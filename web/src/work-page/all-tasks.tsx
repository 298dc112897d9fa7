import { mostTasksChanged, type TasksWanted } from '@kaiku/contract/background-work.ts'
import { taskStates, taskTypes } from '@kaiku/contract/task.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOneInAddress } from '../browser/in-address.ts'
import { takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, Select, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { useIdentity } from '../session/identity.ts'
import { DeleteTasks, type Unwanted } from './delete-tasks.tsx'
import { TaskBulkBar } from './task-bulk-bar.tsx'
import { TaskLine } from './task-line.tsx'
import css from './work.module.css'
import { allTasksQuery } from './work.queries.ts'
import { WorkLines } from './work-lines.tsx'

/** States that are told apart on the screen: one that is scheduled waits as one that is next does. */
const shownStates = taskStates.filter((state) => state !== 'new')

/** The tasks of everybody in the universe, with what can be done about each and about several. */
export function AllTasks() {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  const [state, setState] = useOneInAddress('state', shownStates)
  const [type, setType] = useOneInAddress('type', taskTypes)
  const wanted: TasksWanted = { ...(state !== '' && { state }), ...(type !== '' && { type }) }
  const tasks = useQuery(allTasksQuery(identity.universe, wanted))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [unwanted, setUnwanted] = useState<Unwanted | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const rows = tasks.data ?? []
  const chosen = rows.filter(({ taskId }) => picked.has(taskId)).slice(0, mostTasksChanged)
  const isAll = chosen.length === Math.min(rows.length, mostTasksChanged)
  const deletable = rows.filter((one) => one.state !== 'processing').length
  const save = () =>
    void attempt(async () => {
      const content = await takeFile('backgroundWork.taskReport', { ...wanted, locale: i18n.language }, identity)
      if (content) download(content, t('work.tasks'), 'xlsx')
      return null
    })
  const pick = (id: string, isPicked: boolean) => {
    const others = [...picked].filter((one) => one !== id)
    setPicked(new Set(isPicked ? [...others, id] : others))
  }
  return (
    <Section title={t('work.tasks')} intro={t('work.tasksWhy')}>
      <div className={css.tools}>
        <div className={css.narrowing}>
          <Select
            boxed
            label={t('work.state')}
            value={state}
            choices={[
              { value: '' as const, title: t('work.anyState') },
              ...shownStates.map((value) => ({ value, title: t(`task.state.${value}`) })),
            ]}
            onChange={setState}
          />
          <Select
            boxed
            label={t('work.type')}
            value={type}
            choices={[
              { value: '' as const, title: t('work.anyType') },
              ...taskTypes.map((value) => ({ value, title: t(`work.type.${value}`) })),
            ]}
            onChange={setType}
          />
        </div>
        <Button disabled={busy} onClick={save}>
          <IconDownload size={16} aria-hidden /> {t('work.save')}
        </Button>
      </div>
      <FormFault text={fault} />
      {!identity.isReadOnly && rows.length > 0 && (
        <div className={css.tools}>
          <Ticked checked={isAll} onChange={() => setPicked(new Set(isAll ? [] : rows.map(({ taskId }) => taskId)))}>
            {t('filter.selectAll')}
          </Ticked>
          {deletable > 0 && (
            <Button onClick={() => setUnwanted({ task: null, wanted, count: deletable })}>
              {t('work.deleteAll', { count: deletable, n: formatCount(deletable, i18n.language) })}
            </Button>
          )}
        </div>
      )}
      {chosen.length > 0 && <TaskBulkBar tasks={chosen} onDone={() => setPicked(new Set())} />}
      <WorkLines
        title={t('work.tasks')}
        none={t('work.noTasks')}
        of={tasks}
        line={(task) => (
          <TaskLine
            key={task.taskId}
            task={task}
            isPicked={picked.has(task.taskId)}
            onPick={(isPicked) => pick(task.taskId, isPicked)}
            onDelete={() => setUnwanted({ task })}
          />
        )}
      />
      {unwanted !== null && <DeleteTasks unwanted={unwanted} onClose={() => setUnwanted(null)} />}
    </Section>
  )
}
