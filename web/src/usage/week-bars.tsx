import type { SurveyUsage } from '@kaiku/contract/usage.ts'
import { formatCount, formatDay } from '@kaiku/core/format.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../control/control.tsx'
import css from './usage.module.css'

const measures = ['visits', 'people'] as const
/** Of the highest bar, in pixels. */
const tallest = 96

/** Visits of pages, or the people who opened any, week by week. */
export function WeekBars({ usage: { weeks, total } }: { usage: SurveyUsage }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [measure, setMeasure] = useState<(typeof measures)[number]>('visits')
  const highest = Math.max(1, ...total.map((one) => one[measure] ?? 0))
  const short = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  const said = (count: number | null) => (count === null ? '–' : formatCount(count, i18n.language))
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{t('usage.perWeek')}</h2>
        <Segments
          label={t('usage.measure')}
          value={measure}
          choices={measures.map((value) => ({ value, title: t(`usage.${value}`) }))}
          onChange={setMeasure}
        />
      </div>
      <ol className={css.bars}>
        {weeks.map((week, at) => {
          const count = total[at]?.[measure] ?? null
          return (
            <li key={week}>
              <span className="hidden-text">{t('usage.weekOf', { day: formatDay(week, i18n.language) })}</span>
              <span className={css.value}>{said(count)}</span>
              <span
                className={css.bar}
                style={{ height: Math.round(((count ?? 0) / highest) * tallest) }}
                aria-hidden
              />
              <span className={css.week} aria-hidden>
                {short.format(new Date(`${week}T00:00:00Z`))}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
