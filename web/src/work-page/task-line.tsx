import type { ListedTask } from '@kaiku/contract/background-work.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { Badge } from '../control/badge.tsx'
import { Button, Tick } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { TaskActs } from '../task/task-acts.tsx'
import { TaskProgress } from '../task/task-progress.tsx'
import { standingText, toneOf } from '../task/task-words.ts'
import { useTaskActs } from '../task/use-task-acts.ts'
import listCss from '../token-list/token-list.module.css'
import css from './work.module.css'

type Props = {
  task: ListedTask
  isPicked: boolean
  onPick: (isPicked: boolean) => void
  onDelete: () => void
}

/** A task of anybody in the universe, with what can be done about it. */
export function TaskLine({ task, isPicked, onPick, onDelete }: Props) {
  const { t, i18n } = useTranslation()
  // It may be another’s, whose report only they follow.
  const acts = useTaskActs(task, false)
  const { title, by, survey, state, progress, attempts, createdAt, refusal, log } = task
  const tries = attempts > 1 ? t('work.tries', { count: attempts, n: formatCount(attempts, i18n.language) }) : null
  const facts = [by, momentText(createdAt, i18n.language), survey, tries].filter((one) => one !== null)
  return (
    <li>
      {acts.mayChange && (
        <Tick
          aria-label={t('work.pick', { title })}
          checked={isPicked}
          onChange={({ target }) => onPick(target.checked)}
        />
      )}
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
      {acts.mayChange && state !== 'processing' && (
        <Button onClick={onDelete}>
          {t('saved.remove')}
          <span className="hidden-text"> {title}</span>
        </Button>
      )}
      <FormFault text={acts.fault} />
    </li>
  )
}
