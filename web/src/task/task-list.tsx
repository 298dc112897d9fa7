import type { Task } from '@kaiku/contract/task.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { sizeText } from '../browser/size-text.ts'
import { faultText } from '../call/fault-text.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { ownAddress } from '../session/own-address.ts'
import listCss from '../token-list/token-list.module.css'
import css from './task.module.css'
import { ownTasksQuery } from './task.queries.ts'
import { TaskActs } from './task-acts.tsx'
import { TaskProgress } from './task-progress.tsx'
import { standingText, toneOf } from './task-words.ts'
import { useTaskActs } from './use-task-acts.ts'

type Props = {
  title: string
  /** Only those about this survey. */
  survey?: string
  /** One was opened. */
  onOpen: () => void
}

/** What Kaiku does and did for the viewer in the background, with what can be done about it. */
export function TaskList({ title, survey, onOpen }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(ownTasksQuery)
  const shown = data?.filter((task) => survey === undefined || task.survey === survey)
  if (error) return <Failed title={t('task.listFailed')} error={error} onRetry={refetch} />
  if (!shown) return <Skeleton height={120} />
  if (shown.length === 0) return <Notice title={t('task.none')}>{t('task.noneWhy')}</Notice>
  return (
    <ul className={listCss.tokens} aria-label={title}>
      {shown.map((task) => (
        <TaskLine key={task.taskId} task={task} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function TaskLine({ task, onOpen }: { task: Task; onOpen: () => void }) {
  const { t, i18n } = useTranslation()
  const { taskId, title, survey, state, progress, createdAt, file, refusal } = task
  const acts = useTaskActs(task)
  const { busy, fault, fetch } = acts
  const facts = [
    momentText(createdAt, i18n.language),
    file !== null && sizeText(file.size, i18n.language),
    file !== null && t('task.until', { when: momentText(file.expiresAt, i18n.language) }),
  ]
  return (
    <li>
      <div className={`${listCss.token} ${css.task}`}>
        {survey === null ? (
          <b>{title}</b>
        ) : (
          <Link to={ownAddress(pathTo('reportdownload', { survey, reportUUID: taskId }))} onClick={onOpen}>
            {title}
          </Link>
        )}
        <span className={listCss.hint}>{facts.filter((one) => one !== false).join(' · ')}</span>
        {state === 'processing' && <TaskProgress title={title} progress={progress} />}
        {refusal !== null && <span className={listCss.hint}>{faultText(refusal, t)}</span>}
      </div>
      <div className={css.acts}>
        {file === null && <Badge tone={toneOf(task)}>{standingText(task, t)}</Badge>}
        {file !== null && (
          <Button disabled={busy} onClick={fetch}>
            <IconDownload size={16} aria-hidden /> {t('report.download')}
            <span className="hidden-text"> {title}</span>
          </Button>
        )}
        <TaskActs task={task} acts={acts} />
      </div>
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
    </li>
  )
}
