import type { Alert } from '@kaiku/contract/alert.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import detail from '../control/detail.module.css'
import css from './alert-due.module.css'
import { countdownText, farFrom } from './alert-words.ts'

const tickMs = 30_000

/** How long there is until an alert is due, how much of that has passed, and what happens to it next; nothing where no time is set. */
export function AlertDue({ alert }: { alert: Alert }) {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const { dueAt, createdAt, state, escalation } = alert
  if (dueAt === null || state === 'solved') return null
  const [from, to] = [new Date(createdAt).getTime(), new Date(dueAt).getTime()]
  const left = to - now
  const passed = Math.min(1, Math.max(0, (now - from) / Math.max(1, to - from)))
  const time = countdownText(Math.abs(left), i18n.language)
  return (
    <section className={`${detail.box} ${css.due}`} aria-label={t('alert.field.dueAt')}>
      <h2>{t('alert.field.dueAt')}</h2>
      <p className={css.left} data-late={left < 0 || undefined}>
        {left < 0 ? t('alert.overdueBy', { time }) : t('alert.dueIn', { time })}
      </p>
      <p className={css.when}>
        <time dateTime={dueAt}>{momentText(dueAt, i18n.language)}</time>
        {escalation !== null &&
          ` · ${t(`alert.next.${escalation.how}`, { when: farFrom(escalation.at, now, i18n.language), role: escalation.role })}`}
      </p>
      <div className={css.bar} aria-hidden data-late={left < 0 || undefined}>
        <span style={{ width: `${100 * passed}%` }} />
      </div>
    </section>
  )
}
