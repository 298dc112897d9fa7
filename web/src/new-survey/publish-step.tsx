import type { NewSurvey } from '@kaiku/contract/new-survey.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError, send, sendForFile } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './new-survey.module.css'
import { newSurveyKey, standingQuery } from './new-survey.queries.ts'
import type { Decide } from './use-decide.ts'

/** The survey's name, and the way out into the world. */
export function PublishStep({ of, decide }: { of: NewSurvey; decide: Decide }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const { newSurveyId, understood } = of
  const publish = () =>
    void attempt(async () => {
      await send('newSurvey.publish', { newSurveyId })
      await client.invalidateQueries({ queryKey: newSurveyKey })
      return null
    })
  const take = () =>
    void attempt(async () => {
      download(await sendForFile('newSurvey.definition', { newSurveyId }), `${understood.extName}-definition`, 'zip')
      return null
    })
  return (
    <Section title={t('newSurvey.publishTitle')} intro={t('newSurvey.publishWhy')}>
      <div className={css.publish}>
        <Field
          key={understood.name}
          label={t('newSurvey.name')}
          defaultValue={understood.name}
          maxLength={200}
          onBlur={({ target }) => {
            const name = target.value.trim()
            if (name !== '' && name !== understood.name) decide.change((before) => ({ ...before, name }))
          }}
        />
        <p className={css.hint}>{t('newSurvey.inAddresses', { name: understood.extName })}</p>
        <FormFault text={fault} />
        <div className={css.acts}>
          <Button disabled={busy} onClick={take}>
            {t('newSurvey.definition')}
          </Button>
          <Button primary disabled={busy || decide.busy} onClick={publish}>
            {t('newSurvey.publish')}
          </Button>
        </div>
      </div>
    </Section>
  )
}

/** How far the import is; then the dashboard. */
export function Importing({ of: { newSurveyId, understood } }: { of: NewSurvey }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery(standingQuery(newSurveyId))
  if (error) return <Failed title={t('newSurvey.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={160} />
  const { state, progress, report, refusal, path } = data
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(progress)
  const count = (n: number) => formatCount(n, i18n.language)
  return (
    <Section title={understood.name}>
      <div className={css.publish}>
        {state === 'importing' && (
          <div role="status" className={css.progress}>
            {t('newSurvey.importing', { percent })}
            <progress value={progress} max={1} aria-label={t('newSurvey.importing', { percent })} />
            <small className={css.hint}>{t('newSurvey.leave')}</small>
          </div>
        )}
        {state === 'failed' && (
          <p role="alert" className={css.fault}>
            {t('newSurvey.importFailed')}{' '}
            {refusal && faultText(new CallError(refusal.code, refusal.message, undefined, [], refusal.reason), t)}
          </p>
        )}
        {report && (
          <p role="status">
            {t('newSurvey.done', { inserted: count(report.inserted), rejected: count(report.rejected) })}
          </p>
        )}
        {state !== 'importing' && (
          <div className={css.acts}>
            {/* Who one is names one's surveys: the page begins anew, with this one. */}
            <Button primary onClick={() => window.location.assign(path)}>
              {t('newSurvey.open')}
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
