import type { ToldRule } from '@kaiku/contract/alert-dry-run.ts'
import { addDays } from '@kaiku/core/day.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PublishRules } from '../alert-rule-form/publish-rules.tsx'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { Button, Segments, Select } from '../control/control.tsx'
import css from '../dry-run/alert-rule.module.css'
import { dryRunQuery } from '../dry-run/alert-rule.queries.ts'
import { DryRunResult } from '../dry-run/dry-run-result.tsx'
import { useChosen, useChosenText, useSwitched } from '../figure/chosen.ts'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { OtherRules } from './other-rules.tsx'

const spans = ['7', '30', '90'] as const

type Props = { rules: readonly ToldRule[]; edit: { readonly version: number; readonly text: string } }

/** Rules on trial over past days: the published ones, or others as they are being written. */
export function TryRules({ rules, edit }: Props) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const [span, setSpan] = useChosen('days', '30', spans)
  const [wanted, setRule] = useChosenText('rule')
  const [isTried, toggleTried] = useSwitched('tried')
  const [other, setOther] = useState<string>()
  const rule = rules.some(({ id }) => id === wanted) && other === undefined ? wanted : ''
  const asked = {
    survey: survey.extName,
    from: addDays(survey.today, 1 - Number(span)),
    to: survey.today,
    ...(rule === '' ? {} : { only: rule }),
  }
  const query = useQuery({
    ...dryRunQuery({ ...asked, locale: i18n.language, ...(other === undefined ? {} : { rules: other }) }),
    enabled: isTried || other !== undefined,
  })
  return (
    <section className={css.trial} aria-label={t('rule.try')}>
      <h2>{t('rule.try')}</h2>
      <p className={css.quiet}>{t('rule.tryWhy')}</p>
      <div className={css.asked} data-screen-only>
        <Segments
          label={t('rule.days')}
          value={span}
          choices={spans.map((value) => ({ value, title: t('rule.lastDays', { days: value }) }))}
          onChange={setSpan}
        />
        {other === undefined && rules.length > 1 && (
          <Select
            boxed
            label={t('rule.which')}
            value={rule}
            choices={[{ value: '', title: t('rule.all') }, ...rules.map(({ id, title }) => ({ value: id, title }))]}
            onChange={setRule}
          />
        )}
        {!isTried && other === undefined && rules.length > 0 && (
          <Button primary onClick={toggleTried}>
            {t('rule.run')}
          </Button>
        )}
      </div>
      <OtherRules text={edit.text} tried={other} onTry={setOther} />
      {query.isFetching && (
        <p role="status" className={css.quiet}>
          {t('rule.running')}
        </p>
      )}
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <div data-stale={query.isPlaceholderData || undefined} className={css.result}>
          {other === undefined ? (
            <DryRunResult run={query.data} asked={asked} />
          ) : (
            <DryRunResult
              run={query.data}
              asked={asked}
              publishing={<PublishRules text={other} version={edit.version} onDone={() => setOther(undefined)} />}
            />
          )}
        </div>
      ) : (
        query.isFetching && <Skeleton height={320} />
      )}
    </section>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const details = error instanceof CallError ? error.details : []
  if (details.length === 0)
    return (
      <Notice alert title={t('rule.wrong')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {faultText(error, t)}
      </Notice>
    )
  return (
    <div role="alert" className={css.wrong}>
      <h3>{t('rule.wrong')}</h3>
      <ul>
        {details.map(({ place, expected, found }) => (
          <li key={`${place} ${expected}`}>{t('rule.wrongAt', { place, expected, found })}</li>
        ))}
      </ul>
    </div>
  )
}
