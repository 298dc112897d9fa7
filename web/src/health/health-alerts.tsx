import type { HealthAlert } from '@kaiku/contract/watch.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { LinkButton } from '../control/control.tsx'
import listCss from '../token-list/token-list.module.css'
import css from './health.module.css'

const first = 6

/** What is not as it should be, and what was not; whom Kaiku tells of it. */
export function HealthAlerts({
  alerts,
  mailedTo,
}: {
  alerts: readonly HealthAlert[]
  mailedTo: readonly string[] | null
}) {
  const { t } = useTranslation()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const isWell = alerts.every(({ overAt }) => overAt !== null)
  const readers = mailedTo === null ? t('health.mail.roots') : mailedTo.join(', ')
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{t('health.alerts')}</h2>
        <Badge tone={isWell ? 'good' : 'bad'}>{t(isWell ? 'health.well' : 'health.notWell')}</Badge>
      </div>
      <p className={css.hint}>{mailedTo?.length === 0 ? t('health.mail.off') : t('health.mail.to', { readers })}</p>
      {alerts.length > 0 && (
        <ul className={listCss.tokens} aria-label={t('health.alerts')}>
          {alerts.slice(0, isWhole ? alerts.length : first).map((one) => (
            <AlertLine key={one.alertId} of={one} />
          ))}
        </ul>
      )}
      {alerts.length > first && !isWhole && (
        <LinkButton onClick={() => setWhole(true)}>{t('health.allAlerts')}</LinkButton>
      )}
    </section>
  )
}

function AlertLine({ of: { rule, part, beganAt, toldAt, overAt } }: { of: HealthAlert }) {
  const { t, i18n } = useTranslation()
  const moment = (at: string) => momentText(at, i18n.language)
  const facts = [
    t('health.since', { when: moment(beganAt) }),
    overAt !== null && t('health.until', { when: moment(overAt) }),
    toldAt !== null && t('health.told', { when: moment(toldAt) }),
  ]
  return (
    <li>
      <div className={listCss.token}>
        <b>
          {t(`health.rule.${rule}`)}
          {part !== '' && `: ${part}`}
        </b>
        <span className={listCss.hint}>{facts.filter((one) => one !== false).join(' · ')}</span>
      </div>
      <Badge tone={overAt === null ? 'bad' : 'plain'}>{t(overAt === null ? 'health.goesOn' : 'health.over')}</Badge>
    </li>
  )
}
