import type { Effect, EffectReceiver } from '@kaiku/contract/effect-block.ts'
import { useTranslation } from 'react-i18next'
import { type Choice, Field, Select, Ticked } from '../control/control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'
import type { FaultAt } from '../rule-field/fault-at.ts'
import css from '../rule-field/rule-editor.module.css'
import { newEffect, newMail, newPersonMail } from './effect-form.ts'

type PersonMessage = Extract<Effect, { type: 'personMail' | 'personSms' }>
type Props = {
  effect: PersonMessage
  /** Titles of templates that lead to no form. */
  templates: readonly string[]
  faultAt: FaultAt
  onChange: (effect: Effect) => void
}

const weekend: readonly number[] = [0, 6]

/** What is said to whoever of the sample it is about, and when it may go. */
export function PersonFields({ effect, templates, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const set = (change: Partial<PersonMessage>) => onChange(Object.assign({}, effect, change))
  const hour = (name: 'fromHour' | 'toHour', min: number, max: number) => (
    <Field
      type="number"
      min={min}
      max={max}
      label={t(`effect.person.${name}`)}
      value={Number.isNaN(effect[name]) ? '' : effect[name]}
      fault={faultAt(name)}
      onChange={({ target }) => set({ [name]: target.valueAsNumber })}
    />
  )
  return (
    <>
      <Chosen
        label={t(`effect.${effect.type}.template`)}
        none={t(`effect.${effect.type}.none`)}
        value={effect.template}
        choices={templates.map((title) => ({ value: title, title }))}
        fault={faultAt('template')}
        onChange={(template) => set({ template })}
      />
      <div className={css.pair}>
        {hour('fromHour', 0, 23)}
        {hour('toHour', 1, 24)}
      </div>
      <Ticked
        checked={!weekend.every((day) => effect.daysOff.includes(day))}
        onChange={({ target }) => set({ daysOff: target.checked ? [] : [...weekend] })}
      >
        {t('effect.person.weekends')}
      </Ticked>
      <Field
        type="number"
        min={1}
        max={730}
        label={t('effect.person.rest')}
        value={effect.restDays ?? ''}
        fault={faultAt('restDays')}
        onChange={({ target }) => set({ restDays: target.value === '' ? undefined : target.valueAsNumber })}
      />
      <p className={fields.hint}>{t('effect.person.restWhy')}</p>
    </>
  )
}

type SmsToProps = {
  value: 'number' | 'person'
  /** Nobody is written to who answers. */
  isProtected: boolean
  onChange: (effect: Effect) => void
}

/** Whether an SMS goes to one number or to whom it is about. */
export function SmsTo({ value, isProtected, onChange }: SmsToProps) {
  const { t } = useTranslation()
  return (
    <Labelled label={t('effect.mail.to')} fault={undefined}>
      <Select
        boxed
        label={t('effect.mail.to')}
        value={value}
        choices={[
          { value: 'number', title: t('effect.sms.toNumber') },
          ...(isProtected ? [] : [{ value: 'person' as const, title: t('effect.person.to') }]),
        ]}
        onChange={(to) => onChange(newEffect(to === 'person' ? 'personSms' : 'sms'))}
      />
    </Labelled>
  )
}

type MailToProps = {
  /** `about`: whom it is about. */
  value: EffectReceiver['to'] | 'about'
  roles: readonly string[]
  /** Nobody is written to who answers. */
  isProtected: boolean
  onChange: (effect: Extract<Effect, { type: 'mail' | 'personMail' }>) => void
}

/** To whom a mail goes. */
export function MailTo({ value, roles, isProtected, onChange }: MailToProps) {
  const { t } = useTranslation()
  return (
    <Labelled label={t('effect.mail.to')} fault={undefined}>
      <Select
        boxed
        label={t('effect.mail.to')}
        value={value}
        choices={[
          { value: 'role', title: t('effect.mail.toRole') },
          { value: 'person', title: t('effect.mail.toPerson') },
          { value: 'address', title: t('effect.mail.toAddress') },
          ...(isProtected ? [] : [{ value: 'about' as const, title: t('effect.person.to') }]),
        ]}
        onChange={(to) =>
          onChange(to === 'about' ? newPersonMail() : Object.assign(newMail(), { receiver: receiverAs(to, roles) }))
        }
      />
    </Labelled>
  )
}

const receiverAs = (to: EffectReceiver['to'], roles: readonly string[]): EffectReceiver =>
  to === 'role' ? { to, role: roles[0] ?? '' } : to === 'person' ? { to, username: '' } : { to, address: '' }

type ChosenProps = {
  label: string
  /** What is said where there is nothing to choose from. */
  none: string
  value: string
  choices: readonly Choice<string>[]
  fault: string | undefined
  onChange: (value: string) => void
}

/** One of what there is; what is written and is not there stays until another is chosen. */
export function Chosen({ label, none, value, choices, fault, onChange }: ChosenProps) {
  const { t } = useTranslation()
  const isKnown = choices.some((one) => one.value === value)
  return (
    <Labelled label={label} fault={fault}>
      {choices.length === 0 ? (
        <p className={fields.hint}>{none}</p>
      ) : (
        <Select
          boxed
          label={label}
          value={value}
          choices={[...(isKnown ? [] : [{ value, title: value || t('effect.choose') }]), ...choices]}
          onChange={onChange}
        />
      )}
    </Labelled>
  )
}
