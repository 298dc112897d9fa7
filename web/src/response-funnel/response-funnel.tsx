import { formatCount } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { Card } from '../card/card.tsx'
import { NoticeCard } from '../card/notice-card.tsx'
import { usualHeight } from '../card/usual-height.ts'
import type { At } from '../drill-path/at.tsx'
import { useOwnAt } from '../drill-path/own-at.ts'
import type { ComponentProps } from '../figure/component-props.ts'
import { useTableFile } from '../figure/figure-table.ts'
import { writePath } from '../filter-reference/filter-reference.ts'
import { ChangeMark } from '../indicator/change-mark.tsx'
import { Retry } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { sampleFunnelQuery } from '../sample/sample.queries.ts'
import { SamplesLink } from '../sample/samples-link.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './response-funnel.module.css'
import { ResponsePlaces } from './response-places.tsx'
import { responseTable } from './response-table.ts'
import { chosenStep, type Funnel, rateAsIndicator, rateReach, rateText } from './response-words.ts'

/** How far people got who are or may be asked: from being chosen to an answer, and at each place right below. */
export function ResponseFunnel({ asked, title }: ComponentProps<'ResponseFunnel'>) {
  const { t, i18n } = useTranslation()
  const { permissions } = useIdentity()
  const fileOf = useTableFile(asked)
  const at = useOwnAt(asked.filter)
  const mayManage = permissions.includes('manageSamples')
  const query = useQuery({ ...sampleFunnelQuery(at, asked.minimumN, i18n.language), enabled: mayManage })
  const { data, error, refetch, isPlaceholderData } = query
  const heading = title ?? t('component.ResponseFunnel')
  const notice = (words: string, why: string, retry?: ReactNode) => (
    <NoticeCard heading={heading} title={words} action={retry}>
      {why}
    </NoticeCard>
  )
  if (!mayManage) return notice(t('funnel.notYours'), t('funnel.notYoursWhy'))
  if (error) return notice(t('funnel.failed'), faultText(error, t), <Retry error={error} onRetry={refetch} />)
  if (!data) return <Skeleton {...usualHeight(asked)} />
  const all = data.steps[0]?.n ?? 0
  if (all === 0) return notice(t('funnel.empty'), t('funnel.emptyWhy'))
  return (
    <Card
      title={heading}
      count={formatCount(all, i18n.language)}
      table={responseTable(data, t, i18n.language)}
      fetchFile={fileOf(heading)}
    >
      <div className={css.frame} data-stale={isPlaceholderData || undefined}>
        <div className={css.body}>
          <Response funnel={data} />
          <Steps funnel={data} at={at} />
        </div>
        {asked.byPlace && data.places.length > 0 && <ResponsePlaces places={data.places} at={at} />}
      </div>
    </Card>
  )
}

const nOf = ({ steps }: Funnel, wanted: Funnel['steps'][number]['step']) =>
  steps.find(({ step }) => step === wanted)?.n ?? 0

/** The response rate, and the whole in one sentence. */
function Response({ funnel }: { funnel: Funnel }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const { rate, change } = funnel
  const n = (step: Parameters<typeof nOf>[1]) => formatCount(nOf(funnel, step), locale)
  return (
    <div className={css.response}>
      <h3>{t('funnel.rate')}</h3>
      <p className={css.value} data-state={rate.state}>
        {rateText(rate, locale)} <small>{rateReach(rate, locale)}</small>
      </p>
      <p className={css.note}>
        {rate.state === 'few' && <>{t('few')} · </>}
        {t('funnel.rateOf', { count: nOf(funnel, 'completed'), completed: n('completed'), reached: n('reached') })}
      </p>
      <ChangeMark indicator={rateAsIndicator} change={change} unclear={t('change.none')} />
      <p className="hidden-text">
        {t('funnel.sentence', {
          sampled: n('sampled'),
          invited: n('invited'),
          reached: n('reached'),
          started: n('started'),
          completed: n('completed'),
          rate: rateText(rate, locale),
        })}
      </p>
    </div>
  )
}

function Steps({ funnel, at }: { funnel: Funnel; at: At }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const path = writePath(at.path, at.selection)
  const see = (step: Funnel['steps'][number]['step']) => t('funnel.see', { title: t(`sample.step.${step}`) })
  const leftText = (left: Funnel['steps'][number]['left']) =>
    left.map(({ state, n }) => `${t(`sample.state.${state}`)} ${formatCount(n, locale)}`).join(' · ')
  return (
    <ol className={css.steps} aria-label={t('funnel.steps')}>
      {funnel.steps.map(({ step, n, ofBefore, ofAll, change, left }) => (
        <li key={step}>
          <span className={css.name}>{t(`sample.step.${step}`)}</span>
          <SamplesLink
            survey={at.survey}
            path={path}
            chosen={chosenStep(step)}
            className={css.count}
            aria-label={`${formatCount(n, locale)} · ${see(step)}`}
          >
            {formatCount(n, locale)}
          </SamplesLink>
          <span className={css.bar} aria-hidden>
            <b style={{ width: `${ofAll.value ?? 0}%` }} />
          </span>
          <span className={css.share} data-state={ofBefore?.state}>
            {ofBefore && (
              <>
                {t('funnel.ofBefore', { share: rateText(ofBefore, locale) })}{' '}
                <small>{rateReach(ofBefore, locale)}</small>
              </>
            )}
          </span>
          <span className={css.all}>
            {ofBefore && step !== 'invited' && t('funnel.ofAll', { share: rateText(ofAll, locale) })}
            <ChangeMark indicator={rateAsIndicator} change={change} />
          </span>
          {left.length > 0 && <span className={css.left}>{t('funnel.left', { states: leftText(left) })}</span>}
        </li>
      ))}
    </ol>
  )
}
