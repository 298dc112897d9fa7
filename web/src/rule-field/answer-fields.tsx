import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { useTranslation } from 'react-i18next'
import { Ticked } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { ConditionField } from './condition-field.tsx'
import type { FaultAt } from './fault-at.ts'
import { NumberField } from './number-field.tsx'
import css from './rule-editor.module.css'

type Answered = Pick<AlertRule, 'on' | 'when' | 'history'>
type Props = { rule: Answered; faultAt: FaultAt; onChange: (change: Partial<Answered>) => void }

const events = ['completed', 'corrected'] as const
const usualHistory = { days: 90, atLeast: 2 }

/** What a response has to say, and how often its customer must have said so. */
export function AnswerFields({ rule, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const { on, when, history } = rule
  return (
    <>
      <fieldset className={fields.list}>
        <legend className={fields.label}>{t('rule.form.on')}</legend>
        {events.map((event) => (
          <Ticked
            key={event}
            checked={on.includes(event)}
            disabled={on.length === 1 && on.includes(event)}
            onChange={({ target }) =>
              onChange({ on: events.filter((one) => (one === event ? target.checked : on.includes(one))) })
            }
          >
            {t(`rule.on.${event}`)}
          </Ticked>
        ))}
      </fieldset>
      <ConditionField
        label={t('rule.form.when')}
        none={t('rule.form.any')}
        value={when}
        fault={faultAt('when')}
        onChange={(next) => onChange({ when: next })}
      />
      <Ticked
        checked={history !== undefined}
        onChange={({ target }) => onChange({ history: target.checked ? usualHistory : undefined })}
      >
        {t('rule.form.history')}
      </Ticked>
      {history && (
        <div className={css.nested}>
          <div className={css.pair}>
            <NumberField
              label={t('rule.form.atLeast')}
              value={history.atLeast}
              fault={faultAt('history.atLeast')}
              onChange={(next) => onChange({ history: { ...history, atLeast: next ?? Number.NaN } })}
            />
            <NumberField
              label={t('rule.form.withinDays')}
              value={history.days}
              fault={faultAt('history.days')}
              onChange={(next) => onChange({ history: { ...history, days: next ?? Number.NaN } })}
            />
          </div>
          <ConditionField
            label={t('rule.form.historyWhen')}
            none={t('rule.form.sameConditions')}
            value={history.when ?? ''}
            fault={faultAt('history.when')}
            onChange={(next) => onChange({ history: { ...history, when: next === '' ? undefined : next } })}
          />
        </div>
      )}
    </>
  )
}
