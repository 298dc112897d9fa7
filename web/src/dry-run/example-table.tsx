import { parsePath } from '@kaiku/core/drill-path.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Severity } from '../alert/severity.tsx'
import { momentDayText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { Button } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { PlaceLink } from '../place/place-link.tsx'
import { ownAddress } from '../session/own-address.ts'
import css from './alert-rule.module.css'
import type { DryRun } from './dry-run-result.tsx'

const batch = 20

type Example = DryRun['examples'][number]

/** The alerts as they would be, each a link to what it is about. */
export function ExampleTable({ run: { examples, total } }: { run: DryRun }) {
  const { t, i18n } = useTranslation()
  const [shown, setShown] = useState(batch)
  if (examples.length === 0) return null
  return (
    <div className={css.card}>
      <table className={css.examples}>
        <caption>{t('rule.list')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('alerts.alert')}</th>
            <th scope="col">{t('alert.rule')}</th>
            <th scope="col">{t('place')}</th>
            <th scope="col">{t('alert.field.owner')}</th>
            <th scope="col">{t('rule.day')}</th>
          </tr>
        </thead>
        <tbody>
          {examples.slice(0, shown).map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that only changes as a whole
            <tr key={at}>
              <th scope="row">
                <Severity severity={one.severity} />
                <About one={one} /> {one.isRaised && <Badge tone="good">{t('rule.isThere')}</Badge>}
              </th>
              <td data-label={t('alert.rule')}>{one.rule.title}</td>
              <td data-label={t('place')}>
                {one.place.names
                  .filter((name) => name !== '')
                  .slice(-2)
                  .join(' › ')}
              </td>
              <td data-label={t('alert.field.owner')}>{one.owner?.name ?? t('alert.nobody')}</td>
              <td data-label={t('rule.day')}>{one.day === null ? '–' : momentDayText(one.day, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {examples.length > shown ? (
        <Button data-screen-only onClick={() => setShown(shown + batch)}>
          {t('alerts.more')}
        </Button>
      ) : (
        examples.length < total && (
          <p className={css.quiet}>{t('rule.listed', { n: formatCount(examples.length, i18n.language) })}</p>
        )
      )}
    </div>
  )
}

/** The interview that it is about, or the place. */
function About({ one: { interviewId, title, place } }: { one: Example }) {
  const at = useAt()
  const { href } = useLocation()
  if (interviewId !== null)
    return (
      <Link
        to={ownAddress(pathTo('interview', { survey: at.survey, interviewId }))}
        state={{ cameFrom: href }}
        preload={false}
        dir="auto"
      >
        {title}
      </Link>
    )
  const path = parsePath(place.path)
  if (!path.ok) return title
  return (
    <PlaceLink to={{ ...at, path: path.value }} dir="auto">
      {title}
    </PlaceLink>
  )
}
