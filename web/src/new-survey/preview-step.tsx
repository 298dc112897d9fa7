import type { NewSurvey, NewSurveyPreview } from '@kaiku/contract/new-survey.ts'
import { formatCount, formatValue } from '@kaiku/core/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../control/section.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import css from './new-survey.module.css'
import { previewQuery } from './new-survey.queries.ts'

/** The figures that the first page will show, and the rows that will not get in. */
export function PreviewStep({ of }: { of: NewSurvey }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery(previewQuery(of.newSurveyId, JSON.stringify(of.decisions)))
  if (error) return <Failed title={t('newSurvey.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={420} />
  const n = formatCount(data.rows, i18n.language)
  return (
    <>
      <Section
        title={t('newSurvey.previewTitle')}
        intro={`${t(data.isWhole ? 'newSurvey.previewWhole' : 'newSurvey.previewPart', { n })} ${t('newSurvey.pages', { pages: data.pages.join(', ') })}`}
      >
        <FirstPage preview={data} />
      </Section>
      <Section
        title={
          data.rejected === 0
            ? t('newSurvey.noRejected')
            : t('newSurvey.rejected', { count: data.rejected, n: formatCount(data.rejected, i18n.language) })
        }
      >
        {data.rejects.length > 0 && (
          <ul className={css.rejects}>
            {data.rejects.map(({ line, column, value, reason }) => (
              <li key={line}>
                <b>{t('newSurvey.line', { line })}</b> {column} {value !== '' && <q>{value}</q>}{' '}
                <span lang="en">{reason}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

function FirstPage({ preview }: { preview: NewSurveyPreview }) {
  const { t, i18n } = useTranslation()
  const { indicators, trend, places, distributions, comments } = preview
  const [first] = indicators
  const shown = (value: number | null) =>
    first ? formatValue(first.measure, value, first.decimals, i18n.language) : ''
  const count = (n: number) => formatCount(n, i18n.language)
  const month = new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <div className={css.preview}>
      <dl className={css.tiles}>
        {indicators.map(({ id, title, measure, value, decimals, n }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{formatValue(measure, value, decimals, i18n.language)}</dd>
            <dd className={css.n}>n = {count(n)}</dd>
          </div>
        ))}
      </dl>
      {first && trend.length > 1 && (
        <Bars
          title={t('newSurvey.byMonth', { title: first.title })}
          bars={trend.map((one) => ({
            title: month.format(new Date(`${one.month}-01`)),
            size: one.value,
            text: `${shown(one.value)} (${count(one.n)})`,
          }))}
        />
      )}
      {first && places.rows.length > 0 && (
        <Bars
          title={t('newSurvey.byPlace', { title: first.title, place: places.title })}
          bars={places.rows.map((one) => ({
            title: one.place,
            size: one.value,
            text: `${shown(one.value)} (${count(one.n)})`,
          }))}
        />
      )}
      {distributions.map(({ question, title, bars }) => (
        <Bars
          key={question}
          title={title}
          bars={bars.map((bar) => ({ title: bar.title, size: bar.n, text: count(bar.n) }))}
        />
      ))}
      {comments.length > 0 && (
        <figure className={css.comments}>
          <figcaption>{t('newSurvey.comments')}</figcaption>
          {comments.map((comment) => (
            <blockquote key={comment}>{comment}</blockquote>
          ))}
        </figure>
      )}
    </div>
  )
}

type Bar = { readonly title: string; readonly size: number | null; readonly text: string }

/** Values as bars from zero, with their numbers beside them. */
function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const longest = Math.max(1e-9, ...bars.map(({ size }) => Math.abs(size ?? 0)))
  return (
    <figure className={css.bars}>
      <figcaption>{title}</figcaption>
      <ul>
        {bars.map((bar) => (
          <li key={bar.title}>
            <span>{bar.title}</span>
            <span className={css.track}>
              <i
                data-below={(bar.size ?? 0) < 0 || undefined}
                style={{ inlineSize: `${(100 * Math.abs(bar.size ?? 0)) / longest}%` }}
              />
            </span>
            <span className={css.number}>{bar.text}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
