import { addDays, type Day, daysBetween } from '@kaiku/core/day.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { Card } from '../card/card.tsx'
import css from './alert-rule.module.css'
import type { DryRun } from './dry-run-result.tsx'

type Props = { days: DryRun['days']; from: Day; to: Day }

/** A bar for each day: dark what would be new, light what is there already. */
export function DaysWithAlerts({ days, from, to }: Props) {
  const { t, i18n } = useTranslation()
  const counts = new Map(days.map((one) => [one.day, one]))
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => {
    const day = addDays(from, at)
    return counts.get(day) ?? { day, count: 0, raised: 0 }
  })
  const most = Math.max(1, ...all.map(({ count }) => count))
  const height = (value: number) => ({ height: `${(100 * value) / most}%` })
  const dayText = (day: Day) => momentDayText(day, i18n.language)
  const table = {
    head: [t('rule.day'), t('rule.count'), t('rule.already')],
    rows: all.map(({ day, count, raised }) => [dayText(day), count, raised]),
  }
  return (
    <Card title={t('rule.perDay')} table={table}>
      <p className={css.key}>
        <span>
          <i /> {t('rule.fresh')}
        </span>
        <span>
          <i data-there /> {t('rule.already')}
        </span>
      </p>
      <div className={css.days} role="img" aria-label={t('rule.perDay')}>
        {all.map(({ day, count, raised }) => (
          <span key={day} title={`${dayText(day)}: ${formatCount(count, i18n.language)}`}>
            <i style={height(count - raised)} />
            <i data-there style={height(raised)} />
          </span>
        ))}
      </div>
      <p className={css.ends}>
        <span>{dayText(from)}</span>
        <span>{dayText(to)}</span>
      </p>
    </Card>
  )
}
