import type { FigureProof } from '@kaiku/contract/figure-proof.ts'
import { plusMinus, valueText } from '@kaiku/contract/value-text.ts'
import { formatFiltered, parseFiltered } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo, type QueryName, screens } from '@kaiku/core/screen.ts'
import { IconLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Button } from '../control/control.tsx'
import detail from '../control/detail.module.css'
import { PageHead } from '../control/page-head.tsx'
import { type At, interviewsPage, startOf, useAt } from '../drill-path/at.tsx'
import { countText } from '../figure/count-text.ts'
import { writePath } from '../filter-reference/filter-reference.ts'
import { copyLink } from '../overlay/copy-link.ts'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { WayBack } from '../place/way-back.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './figure-proof.module.css'
import { figureProofQuery } from './figure-proof.queries.ts'
import { ProofCount } from './proof-count.tsx'
import { ProofMeaning } from './proof-meaning.tsx'
import { ProofSince } from './proof-since.tsx'

/** Where a figure comes from: what it means, who counts, its sums, the state of the data, and what has changed since. */
export function FigureProofPage() {
  const { t, i18n } = useTranslation()
  const { survey, loadCount } = useSurvey()
  const { drillPath = '', indicator = '' } = useParams({ strict: false })
  const at = useSearch({ strict: false, select: (search: Partial<Record<QueryName, string>>) => search.at })
  const asked = { survey: survey.extName, path: drillPath, indicator, locale: i18n.language, at }
  const { data, error, refetch } = useQuery(figureProofQuery(asked, loadCount))
  useTokenInAddress(data, asked, loadCount)
  if (error) return <Failed title={t('proof.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={480} />
  return <Shown proof={data} path={drillPath} />
}

type Asked = Parameters<typeof figureProofQuery>[0]

/** The path whose days are named, as an address has it; one that is too long for that stays as it is. */
function settledPath(proof: FigureProof, path: string): string {
  const read = parseFiltered(proof.path)
  if (!read.ok) return path
  const written = writePath(read.value.path, read.value.selection)
  return written === formatFiltered(read.value.path, read.value.selection) ? written : path
}

/** Whoever opens the address again, or is sent it, is told what has changed since now. */
function useTokenInAddress(proof: FigureProof | undefined, asked: Asked, loadCount: number) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { survey, path, indicator, locale, at } = asked
  useEffect(() => {
    if (!proof || at !== undefined) return
    const settled = settledPath(proof, path)
    const known = figureProofQuery({ survey, path: settled, indicator, locale, at: proof.token }, loadCount)
    client.setQueryData(known.queryKey, proof)
    void navigate({
      to: screens.proof.path,
      params: { survey, drillPath: settled, indicator },
      search: (before: Partial<Record<QueryName, string>>) => ({ ...before, at: proof.token }),
      state: (before) => before,
      replace: true,
    })
  }, [proof, survey, path, indicator, locale, at, loadCount, client, navigate])
}

function Shown({ proof, path }: { proof: FigureProof; path: string }) {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const at = useAt()
  const { indicator, since } = proof
  const here: At = { ...at, ...startOf(proof.path, ''), ...placeOf(proof.path) }
  // A link that is sent on says what was told now, not what somebody was told before.
  const link = new URL(
    ownAddress(
      pathTo(
        'proof',
        { survey: survey.extName, drillPath: settledPath(proof, path), indicator: indicator.id },
        { at: proof.token },
      ),
    ),
    window.location.origin,
  ).href
  return (
    <article className={detail.page}>
      <PageHead
        title={t('proof.title', { indicator: indicator.title })}
        back={<WayBack title={t('proof.back')} otherwise={{ to: here, title: survey.title }} />}
        actions={
          <Button onClick={() => copyLink(t, link)}>
            <IconLink size={16} aria-hidden /> {t('proof.copy')}
          </Button>
        }
      />
      {since && <ProofSince proof={proof} since={since} />}
      <div className={detail.columns}>
        <div className={detail.main}>
          <TheFigure proof={proof} />
          <ProofMeaning proof={proof} />
          <ProofCount proof={proof} />
        </div>
        <Side proof={proof} here={here} />
      </div>
    </article>
  )
}

function placeOf(path: string): Partial<Pick<At, 'path' | 'selection'>> {
  const read = parseFiltered(path)
  return read.ok ? read.value : {}
}

function TheFigure({ proof: { figure, indicator, definition, isProtected } }: { proof: FigureProof }) {
  const { t, i18n } = useTranslation()
  const words = { shown: null, few: null, hidden: t('hidden', { minimum: definition.minimumN }), none: t('noAnswers') }[
    figure.state
  ]
  return (
    <section className={detail.box} aria-labelledby="proof-figure">
      <h2 id="proof-figure">{t('proof.figure')}</h2>
      <p className={css.value} data-state={figure.state}>
        {valueText(indicator, figure.value, i18n.language)} <small>{plusMinus(indicator, figure, i18n.language)}</small>
      </p>
      <p className={css.under}>{words ?? countText(figure.n, indicator.weighted, t, i18n.language)}</p>
      {figure.state === 'hidden' ? (
        <p className={css.note}>{t('proof.withheld', { minimum: definition.minimumN })}</p>
      ) : (
        isProtected && <p className={css.note}>{t('proof.protected')}</p>
      )}
      {figure.state === 'few' && <p>{t('proof.few', { minimum: definition.minimumN })}</p>}
    </section>
  )
}

function Side({ proof, here }: { proof: FigureProof; here: At }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const { selection, state, interviews, figure, behind } = proof
  const counted = behind === null ? null : placeOf(behind)
  const text = (n: number | null) => formatCount(n, i18n.language)
  return (
    <div className={detail.side}>
      <section className={detail.box} aria-labelledby="proof-asked">
        <h2 id="proof-asked">{t('proof.selection')}</h2>
        <dl className={detail.facts}>
          {selection.map(({ title, text: words }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={detail.box} aria-labelledby="proof-state">
        <h2 id="proof-state">{t('proof.state')}</h2>
        <dl className={detail.facts}>
          <div>
            <dt>{t('proof.state.number')}</dt>
            <dd>{text(state.loadCount)}</dd>
          </div>
          <div>
            <dt>{t('proof.state.since')}</dt>
            <dd>{momentText(state.at, i18n.language)}</dd>
          </div>
          <div>
            <dt>{t('proof.state.version')}</dt>
            <dd>{text(state.version)}</dd>
          </div>
        </dl>
        {!state.settled && <p className={css.note}>{t('proof.state.arriving')}</p>}
      </section>
      {interviews && interviews.selection > 0 && (
        <section className={detail.box} aria-labelledby="proof-interviews">
          <h2 id="proof-interviews">{t('proof.interviews')}</h2>
          {permissions.includes('seeInterviews') ? (
            <ul className={css.ways}>
              {counted && figure.n !== null && figure.n !== interviews.selection && figure.n > 0 && (
                <li>
                  <PlaceLink to={{ ...here, ...counted, page: interviewsPage }}>
                    {t('proof.interviews.counted', { count: figure.n, n: text(figure.n) })}
                  </PlaceLink>
                </li>
              )}
              <li>
                <PlaceLink to={{ ...here, page: interviewsPage }}>
                  {t('proof.interviews.open', { count: interviews.selection, n: text(interviews.selection) })}
                </PlaceLink>
              </li>
            </ul>
          ) : (
            <p>{t('proof.interviews.none')}</p>
          )}
        </section>
      )}
    </div>
  )
}
