import type { OpenedScript } from '@kaiku/contract/script.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { tasksKey } from '../report/report.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { hasEnded, ownTasksQuery } from '../task/task.queries.ts'
import css from './script.module.css'
import { scriptFaultText } from './script-trial.tsx'

/** How the published version fares in the survey: on how many interviews it failed, whether it was stopped, what is computed anew. */
export function ScriptStanding({ opened: { standing } }: { opened: OpenedScript }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const { data } = useQuery(ownTasksQuery)
  const going = data?.find(
    (task) => task.type === 'recalculation' && task.survey === survey.extName && !hasEnded(task.state),
  )
  const again = () =>
    attempt(async () => {
      await send('script.recalculate', { survey: survey.extName })
      await client.invalidateQueries({ queryKey: tasksKey })
      return null
    })
  const isStopped = standing !== null && standing.stoppedAt !== null
  return (
    <>
      {going && (
        <p role="status" className={css.going}>
          {t('script.going')} <progress value={going.progress} aria-label={t('script.going')} />
        </p>
      )}
      {standing && !going && (
        <div role="alert" className={css.standing}>
          <p>
            <b>{isStopped ? t('script.stopped') : t('script.failing')}</b>{' '}
            {t('script.failedSince', { n: standing.failed })}{' '}
            {standing.fault && standing.failedAt && (
              <>
                {t('script.lastFault', { at: momentText(standing.failedAt, i18n.language) })}{' '}
                {scriptFaultText(
                  { kind: standing.fault.kind, message: t('script.fault.broke'), line: standing.fault.line },
                  t,
                )}
              </>
            )}
          </p>
          {!isReadOnly && (
            <Button disabled={busy} onClick={() => void again()}>
              {t('script.again')}
            </Button>
          )}
        </div>
      )}
      <FormFault text={fault} />
    </>
  )
}
