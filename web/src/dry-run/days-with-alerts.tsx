import { addDays, type Day, daysBetween } from '@kaiku/core/day.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { Card } from '../card/card.tsx'
import css from './alert-rule.module.css'
import type { DryRun } from './dry-run-result.tsx'

/** What the bars are called, where they are not alerts. */
type Words = { readonly title: string; readonly count: string; readonly fresh: string; readonly already: string }
type Props = { days: DryRun['days']; from: Day; to: Day; words?: Words }

/** A bar for each day: dark what would be new, light what is there already. */
export function DaysWithAlerts({ days, from, to, words }: Props) {
  const { t, i18n } = useTranslation()
  const { title, count, fresh, already } = words ?? {
    title: t('rule.perDay'),
    count: t('rule.count'),
    fresh: t('rule.fresh'),
    already: t('rule.already'),
  }
  const counts = new Map(days.map((one) => [one.day, one]))
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => {
    const day = addDays(from, at)
    return counts.get(day) ?? { day, count: 0, raised: 0 }
  })
  const most = Math.max(1, ...all.map((one) => one.count))
  const height = (value: number) => ({ height: `${(100 * value) / most}%` })
  const dayText = (day: Day) => momentDayText(day, i18n.language)
  const table = {
    head: [t('rule.day'), count, already],
    rows: all.map((one) => [dayText(one.day), one.count, one.raised]),
  }
  return (
    <Card title={title} table={table}>
      <p className={css.key}>
        <span>
          <i /> {fresh}
        </span>
        <span>
          <i data-there /> {already}
        </span>
      </p>
      <div className={css.days} role="img" aria-label={title}>
        {all.map((one) => (
          <span key={one.day} title={`${dayText(one.day)}: ${formatCount(one.count, i18n.language)}`}>
            <i style={height(one.count - one.raised)} />
            <i data-there style={height(one.raised)} />
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
