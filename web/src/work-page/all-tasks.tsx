import type { ListedTask } from '@kaiku/contract/background-work.ts'
import { taskStates } from '@kaiku/contract/task.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOneInAddress } from '../browser/in-address.ts'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { takeFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Badge } from '../control/badge.tsx'
import { Button, Select } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { useIdentity } from '../session/identity.ts'
import { TaskActs } from '../task/task-acts.tsx'
import { TaskProgress } from '../task/task-progress.tsx'
import { standingText, toneOf } from '../task/task-words.ts'
import { useTaskActs } from '../task/use-task-acts.ts'
import listCss from '../token-list/token-list.module.css'
import css from './work.module.css'
import { allTasksQuery } from './work.queries.ts'
import { WorkLines } from './work-lines.tsx'

/** States that are told apart on the screen: one that is scheduled waits as one that is next does. */
const shownStates = taskStates.filter((state) => state !== 'new')

/** The tasks of everybody in the universe, with what can be done about each. */
export function AllTasks() {
  const { t, i18n } = useTranslation()
  const identity = useIdentity()
  const { universe } = identity
  const [state, setState] = useOneInAddress('state', shownStates)
  const tasks = useQuery(allTasksQuery(universe, state))
  const { busy, fault, attempt } = useAttempt()
  const save = () =>
    void attempt(async () => {
      const wanted = { ...(state === '' ? {} : { state }), locale: i18n.language }
      const content = await takeFile('backgroundWork.taskReport', wanted, identity)
      if (content) download(content, t('work.tasks'), 'xlsx')
      return null
    })
  const choices = [
    { value: '' as const, title: t('work.anyState') },
    ...shownStates.map((value) => ({ value, title: t(`task.state.${value}`) })),
  ]
  return (
    <Section title={t('work.tasks')} intro={t('work.tasksWhy')}>
      <div className={css.tools}>
        <Select boxed label={t('work.state')} value={state} choices={choices} onChange={setState} />
        <Button disabled={busy} onClick={save}>
          <IconDownload size={16} aria-hidden /> {t('work.save')}
        </Button>
      </div>
      <FormFault text={fault} />
      <WorkLines
        title={t('work.tasks')}
        none={t('work.noTasks')}
        of={tasks}
        line={(task) => <TaskLine key={task.taskId} task={task} />}
      />
    </Section>
  )
}

function TaskLine({ task }: { task: ListedTask }) {
  const { t, i18n } = useTranslation()
  // It may be another’s, whose report only they follow.
  const acts = useTaskActs(task, false)
  const { title, by, survey, state, progress, attempts, createdAt, refusal, log } = task
  const tries = attempts > 1 ? t('work.tries', { count: attempts, n: formatCount(attempts, i18n.language) }) : null
  const facts = [by, momentText(createdAt, i18n.language), survey, tries].filter((one) => one !== null)
  return (
    <li>
      <div className={listCss.token}>
        <b>{title}</b>
        <span className={listCss.hint}>{facts.join(' · ')}</span>
        {state === 'processing' && <TaskProgress title={title} progress={progress} />}
        {refusal !== null && <span className={listCss.hint}>{faultText(refusal, t)}</span>}
        {log.length > 0 && (
          <details className={css.log}>
            <summary>{t('work.log')}</summary>
            <ol>
              {log.map(({ at, step }) => (
                <li key={at + step}>
                  <time dateTime={at}>{momentText(at, i18n.language)}</time> {t(`task.step.${step}`)}
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      <Badge tone={toneOf(task)}>{standingText(task, t)}</Badge>
      <TaskActs task={task} acts={acts} />
      <FormFault text={acts.fault} />
    </li>
  )
}
