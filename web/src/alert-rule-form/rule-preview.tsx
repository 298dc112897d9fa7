import { addDays } from '@kaiku/core/day.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '../call/send.ts'
import { dryRunQuery } from '../dry-run/alert-rule.queries.ts'
import { DryRunResult } from '../dry-run/dry-run-result.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from '../rule-field/rule-editor.module.css'
import { useSurvey } from '../survey/survey-context.tsx'

const lookedAt = 90

/** What a rule would have raised, as it is being written. Null: it cannot be read yet. */
export function useRulePreview(text: string | null, id: string) {
  const { i18n } = useTranslation()
  const { survey } = useSurvey()
  const asked = { survey: survey.extName, from: addDays(survey.today, 1 - lookedAt), to: survey.today }
  const query = useQuery({
    ...dryRunQuery({ ...asked, rules: text ?? '', only: id, locale: i18n.language }),
    enabled: text !== null && id !== '',
  })
  return { ...query, asked }
}

/** The alerts of the last 90 days that the rule would have raised. */
export function RulePreview({ preview }: { preview: ReturnType<typeof useRulePreview> }) {
  const { t } = useTranslation()
  const { data, error, isPlaceholderData, isFetching, asked, refetch } = preview
  const isWrong = error instanceof CallError && error.details.length > 0
  return (
    <section className={css.preview} aria-label={t('rule.form.preview')} aria-busy={isFetching}>
      <h2>{t('rule.form.preview')}</h2>
      <p className={css.quiet}>{t('rule.form.previewWhy', { days: lookedAt })}</p>
      {error && !isWrong && <Failed title={t('rule.wrong')} error={error} onRetry={() => void refetch()} />}
      {isWrong && <p className={css.quiet}>{t('rule.form.previewWrong')}</p>}
      {!error && !data && <Skeleton height={320} />}
      {!error && data && (
        <div className={css.result} data-stale={isPlaceholderData || undefined}>
          <DryRunResult run={data} asked={asked} publishing={null} />
        </div>
      )}
    </section>
  )
}
