import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '../card/card.tsx'
import { Distribution } from '../distribution/distribution.tsx'
import { useScope } from '../drill-path/at.tsx'
import { figuresQuery } from '../figure/figure.queries.ts'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'

const usualHeight = 268

/** How the answers to a driver are spread, below the drivers. */
export function DriverAnswers({ question, title }: { question: string; title: string }) {
  const { t } = useTranslation()
  const asked = { type: 'Distribution', question } as const
  const { data, error, refetch } = useQuery(figuresQuery([asked], useScope()))
  const answer = data?.answers[0]
  const fault = answer?.type === 'Failed' ? answer : error
  if (fault && answer?.type !== 'Distribution')
    return (
      <Card title={title}>
        <Failed title={t('fault.component')} error={fault} onRetry={refetch} />
      </Card>
    )
  if (answer?.type !== 'Distribution') return <Skeleton height={usualHeight} />
  return <Distribution asked={asked} answer={answer} indicators={new Map()} title={title} />
}
