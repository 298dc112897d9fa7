import type { ScheduleRule } from '@kaiku/contract/report-schedule.ts'
import { useTranslation } from 'react-i18next'
import { Field, Select, Ticked } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import css from './schedule.module.css'
import { timeOf, weekdayName } from './schedule-words.ts'

const everies = ['day', 'week', 'month', 'fiscalQuarter', 'fiscalYear'] as const
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

type Props = {
  rule: ScheduleRule
  zone: string
  onRule: (rule: ScheduleRule) => void
  onZone: (zone: string) => void
}

const ruleOf = (every: ScheduleRule['every'], minutes: number): ScheduleRule => {
  if (every === 'week') return { every, days: [1], minutes }
  return every === 'month' ? { every, day: 1, minutes } : { every, minutes }
}

/** How often something is sent, on which days, and at what time in which zone. */
export function RuleFields({ rule, zone, onRule, onZone }: Props) {
  const { t } = useTranslation()
  const title = t('schedule.every')
  return (
    <>
      <Labelled title={title}>
        <Select
          boxed
          label={title}
          value={rule.every}
          choices={everies.map((value) => ({ value, title: t(`schedule.every.${value}`) }))}
          onChange={(every) => onRule(ruleOf(every, rule.minutes))}
        />
      </Labelled>
      {rule.every === 'week' && <Weekdays days={rule.days} onChange={(days) => onRule({ ...rule, days })} />}
      {rule.every === 'month' && (
        <div className={css.hinted}>
          <Field
            label={t('schedule.day')}
            type="number"
            min={1}
            max={31}
            required
            value={rule.day || ''}
            onChange={({ target }) => onRule({ ...rule, day: target.valueAsNumber || 0 })}
          />
          <span className={css.hint}>{t('schedule.dayWhy')}</span>
        </div>
      )}
      <div className={css.pair}>
        <Field
          label={t('schedule.at')}
          type="time"
          required
          value={timeOf(rule.minutes)}
          onChange={({ target }) => onRule({ ...rule, minutes: minutesOf(target.value) ?? rule.minutes })}
        />
        <Field
          label={t('schedule.zone')}
          list="schedule-zones"
          required
          value={zone}
          onChange={({ target }) => onZone(target.value)}
        />
        <datalist id="schedule-zones">
          {Intl.supportedValuesOf('timeZone').map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </div>
    </>
  )
}

/** Null: no time yet. */
function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

function Weekdays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { t, i18n } = useTranslation()
  return (
    <fieldset className={css.days}>
      <legend>{t('schedule.days')}</legend>
      {weekdays.map((day) => (
        <Ticked
          key={day}
          checked={days.includes(day)}
          onChange={({ target: { checked } }) =>
            onChange(weekdays.filter((one) => (one === day ? checked : days.includes(one))))
          }
        >
          <abbr title={weekdayName(day, i18n.language, 'long')}>{weekdayName(day, i18n.language)}</abbr>
        </Ticked>
      ))}
    </fieldset>
  )
}
