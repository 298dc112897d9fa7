import type { OpenedScript } from '@kaiku/contract/script.ts'
import { localise } from '@kaiku/core/localised.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { say } from '../overlay/snackbar.tsx'
import { tasksKey } from '../report/report.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './script.module.css'

/** Scripts of the universe and of all of Kaiku, and their variables that the survey has taken or may take. */
export function OuterScripts({ opened: { outer }, onTaken }: { opened: OpenedScript; onTaken: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const take = (level: 'universe' | 'global') =>
    attempt(async () => {
      await send('script.take', { survey: survey.extName, level })
      say(t('script.outerTaken'))
      await client.invalidateQueries({ queryKey: tasksKey })
      onTaken()
      return null
    })
  if (outer.length === 0) return null
  return (
    <section className={css.card}>
      <h2>{t('script.outer')}</h2>
      <p className={css.hint}>{t('script.outerWhy')}</p>
      <FormFault text={fault} />
      {outer.map(({ level, version, variables, taken }) => (
        <div key={level} className={css.outer}>
          <h3>{t(`script.title.${level}`)}</h3>
          <small>{t('script.version', { version })}</small>
          <ul>
            {variables.map(({ id, title }) => (
              <li key={id}>
                {localise(title, i18n.language, survey.locale)} <code>{id}</code>{' '}
                {taken.includes(id) && <Badge tone="good">{t('script.computedHere')}</Badge>}
              </li>
            ))}
          </ul>
          {!isReadOnly && level !== 'survey' && (
            <Button disabled={busy} onClick={() => void take(level)}>
              {t(taken.length === 0 ? 'script.takeOuter' : 'script.takeOuterAgain')}
            </Button>
          )}
        </div>
      ))}
    </section>
  )
}
