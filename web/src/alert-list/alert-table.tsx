import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dueText, farFrom, ownerText, placeText } from '../alert/alert-words.ts'
import { PlaceFigureFacts } from '../alert/place-figure.tsx'
import { Severity } from '../alert/severity.tsx'
import { momentText } from '../browser/moment.ts'
import listCss from '../pick-list/pick-list.module.css'
import { PickCell, type Picking, PickTable } from '../pick-list/pick-table.tsx'
import type { GoesOn } from '../place/neighbours.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './alert-list.module.css'

type Props = Picking & {
  rows: readonly AlertSummary[]
  /** How the list goes on behind these. */
  goesOn: GoesOn
}

/** Alerts, each a link. */
export function AlertTable({ rows, goesOn, ...picking }: Props) {
  const { t } = useTranslation()
  const all = rows.map(({ alertId }) => alertId)
  const fields = ['state', 'owner', 'dueAt'] as const
  return (
    <PickTable
      {...picking}
      caption={t('alerts.title')}
      pickAll={t('alerts.pickAll')}
      ids={all}
      headings={[t('alerts.alert'), t('place'), ...fields.map((field) => t(`alert.field.${field}`))]}
      className={css.alerts}
    >
      {rows.map((alert) => (
        <OneRow key={alert.alertId} alert={alert} known={{ among: all, goesOn }} picking={picking} />
      ))}
    </PickTable>
  )
}

type RowProps = {
  alert: AlertSummary
  /** All that are shown, in their order, and how many there are. */
  known: { readonly among: readonly string[]; readonly goesOn: GoesOn }
  picking: Picking
}

function OneRow({ alert, known, picking }: RowProps) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const now = Date.now()
  return (
    <tr data-state={alert.state}>
      <PickCell {...picking} id={alert.alertId} label={t('alerts.pick', { title: alert.title })} />
      <th scope="row">
        <Severity severity={alert.severity} />
        <Link
          to={ownAddress(pathTo('alert', { survey: survey.extName, alertId: alert.alertId }))}
          state={{ cameFrom: href, ...known }}
          preload={false}
          data-alert={alert.alertId}
          className={listCss.open}
          dir="auto"
        >
          {alert.title}
        </Link>
        {alert.excerpt !== null && (
          <span className={css.excerpt} dir="auto">
            {alert.excerpt}
          </span>
        )}
        <span className={css.facts}>
          <time dateTime={alert.createdAt} title={momentText(alert.createdAt, i18n.language)}>
            {farFrom(alert.createdAt, now, i18n.language)}
          </time>
          {alert.score !== null && (
            <span>
              {alert.score.title} {new Intl.NumberFormat(i18n.language).format(alert.score.value)}
            </span>
          )}
          {alert.figure !== null && <PlaceFigureFacts figure={alert.figure} />}
          {alert.tags.map((tag) => (
            <span key={tag} className={css.tag}>
              {tag}
            </span>
          ))}
        </span>
      </th>
      <td data-label={t('place')}>{placeText(alert)}</td>
      <td data-label={t('alert.field.state')}>{t(`alert.state.${alert.state}`)}</td>
      <td data-label={t('alert.field.owner')}>{ownerText(alert, t)}</td>
      <td data-label={t('alert.field.dueAt')} data-late={alert.isOverdue || undefined}>
        {alert.isOverdue && <span className="hidden-text">{t('alert.overdue')}: </span>}
        {dueText(alert, now, t, i18n.language) ?? '–'}
      </td>
    </tr>
  )
}
