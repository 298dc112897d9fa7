import type { CardLine, CardSection } from '@kaiku/contract/monday-card.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import detail from '../control/detail.module.css'
import { useAt, useScope } from '../drill-path/at.tsx'
import { FilterChips } from '../filter-panel/filter-chips.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import listCss from '../pick-list/pick-list.module.css'
import { PlaceHeader } from '../place/place-header.tsx'
import { ReportsButton } from '../report-dialog/reports-button.tsx'
import { useIdentity } from '../session/identity.ts'
import { ownAddress } from '../session/own-address.ts'
import css from './monday-card.module.css'
import { mondayCardQuery } from './monday-card.queries.ts'

/** What a place should know at the beginning of a week: one thing to keep, one to fix, two quotes, open promises. */
export function MondayCardPage() {
  return (
    <>
      <PlaceHeader />
      <div data-screen-only className={listCss.chips}>
        <FilterChips />
        <ReportsButton />
      </div>
      <Sections />
    </>
  )
}

function Sections() {
  const { t } = useTranslation()
  const query = { ...mondayCardQuery(useScope()), placeholderData: keepPreviousData }
  const { data, error, refetch } = useQuery(query)
  if (error) return <Failed title={t('report.cardFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={420} />
  return (
    <article className={css.card} aria-label={t('report.card')}>
      <h2>{t('report.card')}</h2>
      {data.sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
    </article>
  )
}

const Section = ({ section: { id, title, lines } }: { section: CardSection }) => (
  <section className={`${detail.box} ${css.section}`} data-section={id} aria-label={title}>
    <h3>{title}</h3>
    {lines.map((line) => (
      <Line key={`${line.interviewId} ${line.alertId} ${line.text}`} line={line} />
    ))}
  </section>
)

function Line({ line }: { line: CardLine }) {
  const { look, text, facts } = line
  const said = <Opened line={line}>{text}</Opened>
  return (
    <div className={css.line} data-look={look}>
      {look === 'quote' ? <blockquote dir="auto">{said}</blockquote> : <p>{said}</p>}
      {facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
    </div>
  )
}

/** With a way to what it is about, where there is one. */
function Opened({ line: { interviewId, alertId }, children }: { line: CardLine; children: string }) {
  const { survey } = useAt()
  const { permissions } = useIdentity()
  if (alertId !== null) return <Link to={ownAddress(pathTo('alert', { survey, alertId }))}>{children}</Link>
  if (interviewId === null || !permissions.includes('seeInterviews')) return children
  return <Link to={ownAddress(pathTo('interview', { survey, interviewId }))}>{children}</Link>
}
