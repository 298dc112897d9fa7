import type { Component } from '@kaiku/contract/page.ts'
import { parsePath } from '@kaiku/core/drill-path.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CardSurroundings } from '../card/card.tsx'
import { ChangeDecomposition } from '../change-decomposition/change-decomposition.tsx'
import { ShownAtProvider, scopeOf } from '../drill-path/at.tsx'
import { useOwnAt } from '../drill-path/own-at.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import type { Explained } from './insight.tsx'
import { MovedTopics } from './moved-topics.tsx'
import css from './panel.module.css'

type Props = { what: Explained; own: Pick<Component, 'filter' | 'minimumN'>; onClose: () => void }

/** Where a change comes from: its parts, the places that moved, the topics that are spoken of more or less. */
export function ExplainPanel({ what, own, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const { permissions } = useIdentity()
  const here = useOwnAt(own.filter)
  const path = what.path === null ? null : parsePath(what.path)
  const to = path?.ok ? { ...here, path: path.value } : here
  const { indicator } = what
  const least = own.minimumN === undefined ? {} : { minimumN: own.minimumN }
  const decomposed = { type: 'ChangeDecomposition', indicator, ...least } as const
  const wanted: Component[] = [
    decomposed,
    ...(permissions.includes('seeComments') ? [{ type: 'Topics', indicator, ...least } as const] : []),
  ]
  const query = useQuery(figuresQuery(wanted, scopeOf(to, i18n.language, loadCount)))
  const [answer, topics] = query.data?.answers ?? []
  const fault = query.error ?? (answer?.type === 'Failed' ? answer : null)
  const page = survey.pages.find(
    ({ extname, components }) =>
      extname !== here.page &&
      components.some((one) => one.type === 'ChangeDecomposition' && (one.indicator ?? indicator) === indicator),
  )
  return (
    <Dialog title={t('explain.title', { what: what.title })} shape="side" onClose={onClose}>
      <ShownAtProvider at={to}>
        {fault ? (
          <Failed title={t('fault.component')} error={fault} onRetry={query.refetch} />
        ) : answer?.type !== 'ChangeDecomposition' ? (
          <Skeleton height={420} />
        ) : (
          <div className={css.explained}>
            <CardSurroundings value={{}}>
              <ChangeDecomposition
                asked={decomposed}
                answer={answer}
                indicators={new Map(query.data?.indicators.map((one) => [one.id, one]))}
                title={undefined}
              />
            </CardSurroundings>
            {topics?.type === 'Topics' && <MovedTopics answer={topics} />}
          </div>
        )}
        {page && (
          <p className={css.ways}>
            <PlaceLink to={{ ...to, page: page.extname }} onClick={onClose}>
              {t('explain.page', { page: page.title })}
            </PlaceLink>
          </p>
        )}
      </ShownAtProvider>
    </Dialog>
  )
}
