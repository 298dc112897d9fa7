import type { Component } from '@kaiku/contract/page.ts'
import type { Figures } from '@kaiku/contract/result.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { OneComment } from '../comment/one-comment.tsx'
import { interviewsPage, scopeOf } from '../drill-path/at.tsx'
import { useOwnAt } from '../drill-path/own-at.ts'
import { withGroups } from '../drill-path/with-groups.ts'
import { figuresQuery } from '../figure/figure.queries.ts'
import { ProofLink } from '../figure-proof/proof-link.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { usePlace } from '../place/place.queries.ts'
import { PlaceLink } from '../place/place-link.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import type { Peeked } from './insight.tsx'
import css from './panel.module.css'
import { PeekRows } from './peek-rows.tsx'
import { typicalComments } from './typical-comments.ts'

type Props = { what: Peeked; own: Pick<Component, 'filter' | 'minimumN'>; onClose: () => void }

const firstRows = 8
const lookedThrough = 60
const examples = 3

/** The interviews behind a figure: how many, the first of them, what some of them say, and the way to all. */
export function PeekPanel({ what, own, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const { permissions } = useIdentity()
  const { data: place } = usePlace()
  const to = withGroups(useOwnAt(own.filter), what.groups)
  const [seesRows, seesComments] = [permissions.includes('seeInterviews'), permissions.includes('seeComments')]
  const isProtected = place?.protection === true
  const least = own.minimumN === undefined ? {} : { minimumN: own.minimumN }
  const wanted: Component[] = [
    ...(seesRows ? [{ type: 'InterviewList', limit: firstRows, ...least } as const] : []),
    ...(seesComments ? [{ type: 'Comments', limit: lookedThrough, ...least } as const] : []),
  ]
  const scope = to && scopeOf(to, i18n.language, loadCount)
  const query = useQuery({
    ...figuresQuery(wanted, scope ?? { survey: survey.extName, path: '', compare: 'none', locale: '', loadCount }),
    enabled: scope !== null && wanted.length > 0 && !isProtected,
  })
  const { list, comments, fault } = found(query.data)
  const n = list?.total ?? what.n
  return (
    <Dialog title={what.title} shape="side" onClose={onClose}>
      <p className={css.count}>{t('peek.count', { count: n ?? 0, n: formatCount(n, i18n.language) })}</p>
      {what.indicator !== undefined && to && (
        <p className={css.proof}>
          <ProofLink indicator={what.indicator} at={to} />
        </p>
      )}
      {isProtected ? (
        <Notice title={t('peek.protected')}>{t('peek.protectedWhy')}</Notice>
      ) : query.error ? (
        <Failed title={t('fault.component')} error={query.error} onRetry={query.refetch} />
      ) : wanted.length > 0 && !query.data ? (
        <Skeleton height={320} />
      ) : (
        <>
          {list && <PeekRows list={list} indicators={query.data?.indicators ?? []} />}
          {!seesRows && <p>{t('peek.noRows')}</p>}
          {list && to && (
            <p className={css.ways}>
              <PlaceLink to={{ ...to, page: interviewsPage }} onClick={onClose}>
                {t('peek.all', { n: formatCount(n, i18n.language) })}
              </PlaceLink>
            </p>
          )}
          {comments && comments.comments.length > 0 && (
            <section className={css.part}>
              <h3>{t('peek.comments')}</h3>
              <ul>
                {typicalComments(comments.comments, examples).map((one) => (
                  <OneComment
                    key={one.interviewId}
                    comment={one}
                    question={comments.question?.id}
                    indicators={new Map(query.data?.indicators.map((own) => [own.id, own]))}
                  />
                ))}
              </ul>
            </section>
          )}
          {fault && <Failed title={t('fault.component')} error={fault} onRetry={query.refetch} />}
        </>
      )}
    </Dialog>
  )
}

function found(data: Figures | undefined) {
  const answers = data?.answers ?? []
  return {
    list: answers.find((one) => one.type === 'InterviewList'),
    comments: answers.find((one) => one.type === 'Comments'),
    fault: answers.find((one) => one.type === 'Failed'),
  }
}
