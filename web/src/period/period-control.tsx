import type { FilterFlags } from '@kaiku/core/filter-kind.ts'
import { todayModes } from '@kaiku/core/filter-kind.ts'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Select } from '../control/control.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { DateIntervalForm } from './date-interval-form.tsx'
import { DateLastForm } from './date-last-form.tsx'
import { DateRangeForm } from './date-range-form.tsx'
import { DateRefForm } from './date-ref-form.tsx'
import css from './period-control.module.css'
import { periodDays, quickPeriods, quickPeriodsOf, readLast } from './period-words.ts'

type Props = { flags: FilterFlags; value: string | undefined; onChange: (value: string | undefined) => void }

const ways = ['last', 'dateInterval', 'dateRef', 'dates'] as const
type Way = (typeof ways)[number]

/** How the present value is written, so that its own form opens. */
function wayOf(value: string | undefined): Way | undefined {
  if (value === undefined) return undefined
  if (value.startsWith('rdate')) return 'dateRef'
  if (/^\d/.test(value)) return 'dates'
  return readLast(value) ? 'last' : 'dateInterval'
}

/** A period: one of the usual ones, or an own one in each way the filter allows. */
export function PeriodControl({ flags, value, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const offered = ways.filter((way) => way === 'dates' || flags[way === 'last' ? 'dateInterval' : way])
  const [chosen, setChosen] = useState<Way>()
  const way = [chosen, wayOf(value), offered[0]].find((one) => one && offered.includes(one)) ?? 'dates'
  const { survey } = useSurvey()
  const quick = flags.dateInterval ? quickPeriodsOf(survey.calendar) : []
  const days = value === undefined ? t('period.allTime') : periodDays(value, survey, i18n.language)
  const choose = (written: string) => onChange(written === value ? undefined : written)
  return (
    <div className={css.period}>
      <p className={css.shown}>
        <IconCalendar size={15} aria-hidden />
        {value === 'today_md' ? t('period.everyYear', { day: days }) : days}
      </p>
      {quick.length > 0 && (
        <div className={css.quick}>
          {quick.map((written) => (
            <Choice
              key={written}
              title={t(quickPeriods[written])}
              on={value === written}
              onClick={() => choose(written)}
            />
          ))}
        </div>
      )}
      {flags.today && (
        <div className={css.quick}>
          {todayModes.map((one) => (
            <Choice key={one} title={t(`period.${one}`)} on={value === one} onClick={() => choose(one)} />
          ))}
        </div>
      )}
      <div className={css.own}>
        <div className={css.way}>
          <span className={css.title}>{t('period.own')}</span>
          {offered.length > 1 && (
            <Select
              label={t('period.way')}
              value={way}
              choices={offered.map((one) => ({ value: one, title: t(`period.way.${one}`) }))}
              onChange={setChosen}
            />
          )}
        </div>
        {way === 'last' && <DateLastForm value={value} onApply={onChange} />}
        {way === 'dateInterval' && <DateIntervalForm value={value} onApply={onChange} />}
        {way === 'dateRef' && <DateRefForm value={value} onApply={onChange} />}
        {way === 'dates' && <DateRangeForm value={value} onApply={onChange} />}
      </div>
    </div>
  )
}

const Choice = ({ title, on, onClick }: { title: string; on: boolean; onClick: () => void }) => (
  <Button className={css.choice} aria-pressed={on} onClick={onClick}>
    {title}
  </Button>
)
