import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './health.module.css'
import { healthQuery } from './health.queries.ts'
import { HealthAlerts } from './health-alerts.tsx'
import { HealthCharts } from './health-charts.tsx'
import { HealthNow } from './health-now.tsx'
import { SlowStatements } from './slow-statements.tsx'

/** How all of Kaiku fares, for root. */
export function HealthPage() {
  const { t } = useTranslation()
  const { isRoot } = useIdentity()
  return isRoot ? <Health /> : <Notice title={t('health.rootOnly')} />
}

function Health() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(healthQuery)
  return (
    <div className={css.page}>
      <PageHead title={t('health.title')} />
      {error && <Failed title={t('health.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <>
          <HealthAlerts alerts={data.alerts} mailedTo={data.mailedTo} />
          {data.house === null ? (
            <p className={css.hint}>{t('health.noLook')}</p>
          ) : (
            <HealthNow house={data.house} of={data} />
          )}
          <HealthCharts />
          <SlowStatements statements={data.slow} />
        </>
      )}
    </div>
  )
}
