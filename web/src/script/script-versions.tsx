import type { OpenedScript } from '@kaiku/contract/script.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { LinkButton } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './script.module.css'
import { scriptVersionQuery } from './script.queries.ts'

type Props = { opened: OpenedScript; onTake: (source: string) => void }

/** What was published before; any of it can be taken into the editor, to be published again. */
export function ScriptVersions({ opened: { level, versions, published }, onTake }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { isReadOnly } = useIdentity()
  const client = useQueryClient()
  const { fault, attempt } = useAttempt()
  const take = (version: number) =>
    attempt(async () => {
      const { source } = await client.fetchQuery(scriptVersionQuery({ level, survey: survey.extName }, version))
      onTake(source)
      say(t('script.taken', { version }))
      return null
    })
  return (
    <section className={css.card}>
      <h2>{t('script.versions')}</h2>
      <FormFault text={fault} />
      {versions.length === 0 && <p className={css.hint}>{t('script.noVersions')}</p>}
      <ul className={css.versions}>
        {versions.map(({ version, by, at, variables }) => (
          <li key={version}>
            <b>{t('script.version', { version })}</b>{' '}
            {version === published && <Badge tone="good">{t('script.holds')}</Badge>}
            <small>{t('script.savedBy', { by, at: momentText(at, i18n.language) })}</small>
            <small>{variables.join(', ')}</small>
            {!isReadOnly && (
              <LinkButton onClick={() => void take(version)}>
                {t('script.take')} <span className="hidden-text">{t('script.version', { version })}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
