import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dueText, farFrom, ownerText, placeText } from '../alert/alert-words.ts'
import { PlaceFigureFacts } from '../alert/place-figure.tsx'
import { Severity } from '../alert/severity.tsx'
import { momentText } from '../browser/moment.ts'
import { Tick } from '../control/control.tsx'
import type { GoesOn } from '../place/neighbours.tsx'
import { ownAddress } from '../session/own-address.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './alert-list.module.css'

type Props = {
  rows: readonly AlertSummary[]
  picked: ReadonlySet<string>
  /** Absent: nothing can be done about several at once. */
  onPick: ((ids: readonly string[]) => void) | undefined
  /** How the list goes on behind these. */
  goesOn: GoesOn
}

/** Alerts, each a link; on a phone each is a card. */
export function AlertTable({ rows, picked, onPick, goesOn }: Props) {
  const { t } = useTranslation()
  const all = rows.map(({ alertId }) => alertId)
  const isAll = all.every((id) => picked.has(id))
  const toggle = (id: string) => onPick?.(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id])
  return (
    <table className={`${css.table} ${css.alerts}`}>
      <caption className="hidden-text">{t('alerts.title')}</caption>
      <thead>
        <tr>
          {onPick && (
            <th scope="col">
              <Tick aria-label={t('alerts.pickAll')} checked={isAll} onChange={() => onPick(isAll ? [] : all)} />
            </th>
          )}
          <th scope="col">{t('alerts.alert')}</th>
          <th scope="col">{t('place')}</th>
          <th scope="col">{t('alert.field.state')}</th>
          <th scope="col">{t('alert.field.owner')}</th>
          <th scope="col">{t('alert.field.dueAt')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((alert) => (
          <OneRow
            key={alert.alertId}
            alert={alert}
            known={{ among: all, goesOn }}
            isPicked={picked.has(alert.alertId)}
            onPick={onPick && (() => toggle(alert.alertId))}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  alert: AlertSummary
  /** All that are shown, in their order, and how many there are. */
  known: { readonly among: readonly string[]; readonly goesOn: GoesOn }
  isPicked: boolean
  onPick: (() => void) | undefined
}

function OneRow({ alert, known, isPicked, onPick }: RowProps) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const { href } = useLocation()
  const now = Date.now()
  return (
    <tr data-state={alert.state}>
      {onPick && (
        <td>
          <Tick aria-label={t('alerts.pick', { title: alert.title })} checked={isPicked} onChange={onPick} />
        </td>
      )}
      <th scope="row">
        <Severity severity={alert.severity} />
        <Link
          to={ownAddress(pathTo('alert', { survey: survey.extName, alertId: alert.alertId }))}
          state={{ cameFrom: href, ...known }}
          preload={false}
          data-alert={alert.alertId}
          className={css.open}
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
