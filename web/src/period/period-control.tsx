import type { FilterFlags } from '@kaiku/core/filter-kind.ts'
import { todayModes } from '@kaiku/core/filter-kind.ts'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Button, Select } from '../ui/control.tsx'
import { DateIntervalForm } from './date-interval-form.tsx'
import { DateRangeForm } from './date-range-form.tsx'
import { DateRefForm } from './date-ref-form.tsx'
import css from './period-control.module.css'
import { calendarPeriods, periodDays, type QuickPeriod, quickPeriods } from './period-words.ts'

type Props = { flags: FilterFlags; value: string | undefined; onChange: (value: string | undefined) => void }

const ways = ['dateInterval', 'dateRef', 'dates'] as const
type Way = (typeof ways)[number]

/** How the present value is written, so that its own form opens. */
const wayOf = (value: string | undefined): Way | undefined =>
  value === undefined ? undefined : value.startsWith('rdate') ? 'dateRef' : /^\d/.test(value) ? 'dates' : 'dateInterval'

const quickOnes = (Object.keys(quickPeriods) as QuickPeriod[]).map((written) => ({
  written,
  key: quickPeriods[written],
}))

/** A period: one of the usual ones, or an own one in each way the filter allows. */
export function PeriodControl({ flags, value, onChange }: Props) {
  const { t } = useTranslation()
  const offered = ways.filter((way) => way === 'dates' || flags[way])
  const [chosen, setChosen] = useState<Way>()
  const way = [chosen, wayOf(value), offered[0]].find((one) => one && offered.includes(one)) ?? 'dates'
  const { today, calendar } = useSurvey().survey
  const quick = flags.dateInterval ? [...quickOnes, ...calendarPeriods(today, calendar)] : []
  const choose = (written: string) => onChange(written === value ? undefined : written)
  return (
    <div className={css.period}>
      <p className={css.shown}>
        <IconCalendar size={15} aria-hidden />
        {value === 'today_md' ? t('period.everyYear', { day: periodDays(value, today) }) : periodDays(value, today)}
      </p>
      {quick.length > 0 && (
        <div className={css.quick}>
          {quick.map(({ written, key }) => (
            <Choice key={key} title={t(key)} on={value === written} onClick={() => choose(written)} />
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
