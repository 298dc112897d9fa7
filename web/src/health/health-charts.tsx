import { type HealthPoint, type HealthSpan, healthSpans } from '@kaiku/contract/watch.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../control/control.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './health.module.css'
import { healthHistoryQuery } from './health.queries.ts'
import { HealthChart } from './health-chart.tsx'
import { bytesText, secondsText } from './health-value.ts'

const measures = [
  'figuresLag',
  'alertsLag',
  'waiting',
  'calls',
  'errors',
  'loopDelay',
  'memory',
  'postgres',
  'clickhouse',
  'diskFree',
] as const satisfies readonly (keyof HealthPoint)[]
const kinds = {
  figuresLag: secondsText,
  alertsLag: secondsText,
  waiting: formatCount,
  calls: formatCount,
  errors: formatCount,
  loopDelay: secondsText,
  memory: bytesText,
  postgres: bytesText,
  clickhouse: bytesText,
  diskFree: bytesText,
} as const satisfies Record<(typeof measures)[number], (value: number, locale: string) => string>

/** How Kaiku fared over a day, a week or a quarter of a year. */
export function HealthCharts() {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [span, setSpan] = useState<HealthSpan>('day')
  const { data, error, refetch } = useQuery(healthHistoryQuery(span))
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{t('health.history')}</h2>
        <Segments
          label={t('health.span')}
          value={span}
          choices={healthSpans.map((value) => ({ value, title: t(`health.span.${value}`) }))}
          onChange={setSpan}
        />
      </div>
      {error && <Failed title={t('health.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <div className={css.charts}>
          {measures.map((measure) => (
            <HealthChart
              key={measure}
              title={t(`health.measure.${measure}`)}
              points={data.points}
              span={span}
              isScarce={measure === 'diskFree'}
              of={(point) => point[measure]}
              shown={(value) => kinds[measure](value, i18n.language)}
            />
          ))}
        </div>
      )}
    </section>
  )
}
