import { alertHappenings, type EffectBlock } from '@kaiku/contract/effect-block.ts'
import { useTranslation } from 'react-i18next'
import { ScriptField } from '../condition-script/script-field.tsx'
import { Field, Select, Ticked } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'
import { AnswerFields } from '../rule-field/answer-fields.tsx'
import { ConditionField } from '../rule-field/condition-field.tsx'
import type { FaultAt } from '../rule-field/fault-at.ts'
import { NumberField } from '../rule-field/number-field.tsx'
import css from '../rule-field/rule-editor.module.css'
import { eventAs } from './effect-form.ts'
import { weekdayName } from './effect-words.ts'
import { scriptFaultWords, type TriedScript } from './tried-script.tsx'

type Props = {
  block: EffectBlock
  rules: readonly { readonly id: string; readonly title: string }[]
  /** Of a protected survey only alerts about places have effects. */
  isProtected: boolean
  faultAt: FaultAt
  /** What came of its script; undefined: it was not tried yet. */
  script: TriedScript | null | undefined
  onChange: (change: Partial<EffectBlock>) => void
}
type Event<T> = Extract<EffectBlock['event'], { type: T }>

/** What a block answers to, and what that has to meet. */
export function EventFields({ block, rules, isProtected, faultAt, script, onChange }: Props) {
  const { t } = useTranslation()
  const { event, when, history } = block
  const types = isProtected ? (['alert'] as const) : (['interview', 'alert', 'sample', 'timer'] as const)
  return (
    <>
      <Labelled label={t('effect.happens')} fault={faultAt('event')}>
        <Select
          boxed
          label={t('effect.happens')}
          value={event.type}
          choices={types.map((value) => ({ value, title: t(`effect.event.${value}`) }))}
          onChange={(type) => onChange({ event: eventAs(type), history: type === 'interview' ? history : undefined })}
        />
      </Labelled>
      {event.type === 'alert' && (
        <AlertEvent event={event} rules={rules} onChange={(next) => onChange({ event: next })} />
      )}
      {event.type === 'timer' && (
        <TimerEvent event={event} faultAt={faultAt} onChange={(next) => onChange({ event: next })} />
      )}
      {event.type === 'interview' ? (
        <AnswerFields
          rule={{ on: event.on, when, history }}
          faultAt={faultAt}
          onChange={({ on, ...change }) => onChange(on === undefined ? change : { event: { type: 'interview', on } })}
        />
      ) : (
        <ConditionField
          label={t(event.type === 'sample' ? 'effect.ifSample' : 'effect.if')}
          none={t(event.type === 'sample' ? 'effect.anySample' : 'effect.any')}
          value={when}
          fault={faultAt('when')}
          onChange={(next) => onChange({ when: next })}
        />
      )}
      {!isProtected && (
        <ScriptField
          value={block.script}
          fault={faultAt('script') ?? (script?.fault ? scriptFaultWords(script.fault, t) : undefined)}
          faults={script?.fault?.line ? [{ line: script.fault.line, message: script.fault.message }] : []}
          onChange={(next) => onChange({ script: next })}
        />
      )}
    </>
  )
}

type AlertProps = Pick<Props, 'rules'> & { event: Event<'alert'>; onChange: (event: Event<'alert'>) => void }

function AlertEvent({ event, rules, onChange }: AlertProps) {
  const { t } = useTranslation()
  const { on, rules: chosen } = event
  return (
    <>
      <fieldset className={fields.list}>
        <legend className={fields.label}>{t('effect.alert.on')}</legend>
        {alertHappenings.map((one) => (
          <Ticked
            key={one}
            checked={on.includes(one)}
            disabled={on.length === 1 && on.includes(one)}
            onChange={({ target }) =>
              onChange(
                Object.assign({}, event, {
                  on: alertHappenings.filter((other) => (other === one ? target.checked : on.includes(other))),
                }),
              )
            }
          >
            {t(`effect.alert.${one}`)}
          </Ticked>
        ))}
      </fieldset>
      {rules.length > 0 && (
        <fieldset className={fields.list}>
          <legend className={fields.label}>{t('effect.alert.rules')}</legend>
          {rules.map(({ id, title }) => (
            <Ticked
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(
                  Object.assign({}, event, {
                    rules: target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                  }),
                )
              }
            >
              {title}
            </Ticked>
          ))}
          <p className={fields.hint}>{t('effect.alert.rulesWhy')}</p>
        </fieldset>
      )}
    </>
  )
}

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const

type TimerProps = Pick<Props, 'faultAt'> & { event: Event<'timer'>; onChange: (event: Event<'timer'>) => void }

function TimerEvent({ event, faultAt, onChange }: TimerProps) {
  const { t, i18n } = useTranslation()
  const set = (change: Partial<Event<'timer'>>) => onChange(Object.assign({}, event, change))
  return (
    <div className={css.pair}>
      <Labelled label={t('effect.timer.every')} fault={undefined}>
        <Select
          boxed
          label={t('effect.timer.every')}
          value={event.every}
          choices={(['day', 'week'] as const).map((value) => ({ value, title: t(`effect.timer.${value}`) }))}
          onChange={(every) => set({ every })}
        />
      </Labelled>
      {event.every === 'week' && (
        <Labelled label={t('effect.timer.weekday')} fault={undefined}>
          <Select
            boxed
            label={t('effect.timer.weekday')}
            value={String(event.weekday)}
            choices={weekdays.map((value) => ({ value, title: weekdayName(Number(value), i18n.language) }))}
            onChange={(weekday) => set({ weekday: Number(weekday) })}
          />
        </Labelled>
      )}
      <Field
        type="time"
        label={t('effect.timer.at')}
        value={event.at}
        fault={faultAt('event.at')}
        onChange={({ target }) => set({ at: target.value })}
      />
      <NumberField
        label={t('effect.timer.days')}
        value={event.days}
        fault={faultAt('event.days')}
        onChange={(days) => set({ days: days ?? Number.NaN })}
      />
    </div>
  )
}
