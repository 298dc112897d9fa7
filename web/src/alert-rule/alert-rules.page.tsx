import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { WayBack } from '../drill-path/way-back.tsx'
import { PlaceOnPage } from '../figure/chosen.ts'
import { useIdentity } from '../session/signed-in.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { Failed } from '../text/failed.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './alert-rule.module.css'
import { alertRulesQuery } from './alert-rule.queries.ts'
import { ToldRules } from './told-rule.tsx'
import { TryRules } from './try-rules.tsx'

/** What raises alerts, and what it would have raised. */
export function AlertRulesPage() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { permissions } = useIdentity()
  const isAllowed = permissions.includes('editConfiguration')
  const { data, error, refetch } = useQuery({
    ...alertRulesQuery(survey.extName, i18n.language),
    enabled: isAllowed,
  })
  if (!isAllowed) return <Notice title={t('rule.notYours')} />
  if (error) return <Failed title={t('rule.failed')} error={error} onRetry={refetch} />
  return (
    <div className={css.page}>
      <PageHead
        title={t('rule.title')}
        note={data && <span className={css.quiet}>{data.rules.length}</span>}
        back={<WayBack title={t('alert.back')} otherwise={{ to: { page: 'alerts' }, title: t('alert.back') }} />}
      />
      {!data && <Skeleton height={480} />}
      {data && (
        <>
          {data.rules.length === 0 ? (
            <Notice title={t('rule.none')}>{t('rule.noneWhy')}</Notice>
          ) : (
            <ToldRules rules={data.rules} />
          )}
          <PlaceOnPage value={0}>
            <TryRules rules={data.rules} text={data.text} />
          </PlaceOnPage>
        </>
      )}
    </div>
  )
}
