import { up } from '@kaiku/core/drill-path.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { scopeOf, useAt, useScope } from '../drill-path/at.tsx'
import type { ComponentProps } from '../figure/component-props.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { Skeleton } from '../overlay/skeleton.tsx'
import { RankingTableComponent } from './ranking.tsx'

type Props = Pick<ComponentProps<'RankingTableComponent'>, 'asked' | 'title'> & { otherwise: ReactNode }

/** At a place without any below it: the places beside it, itself among them. `otherwise`: what stands where there are none. */
export function Siblings({ asked, title, otherwise }: Props) {
  const at = useAt()
  const { locale, loadCount } = useScope()
  const { data, isPending } = useQuery(figuresQuery([asked], scopeOf({ ...at, path: up(at.path) }, locale, loadCount)))
  const indicators = useMemo(() => new Map((data?.indicators ?? []).map((one) => [one.id, one])), [data])
  const [answer] = data?.answers ?? []
  if (isPending) return <Skeleton height={420} />
  return answer?.type === 'RankingTableComponent' && answer.rows.length > 1 ? (
    <RankingTableComponent {...{ asked, answer, indicators, title }} isBeside />
  ) : (
    otherwise
  )
}
