import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import { type Effect, type EffectBlock, effectTypes, personEffectTypes } from '@kaiku/contract/effect-block.ts'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, Select } from '../control/control.tsx'
import { LocalisedField } from '../page-form/field-control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'
import { AlertFields } from '../rule-field/alert-fields.tsx'
import type { FaultAt } from '../rule-field/fault-at.ts'
import { ListField } from '../rule-field/list-field.tsx'
import css from '../rule-field/rule-editor.module.css'
import { ownersAs } from '../rule-field/rule-form.ts'
import own from './effect.module.css'
import type { EffectList } from './effect.queries.ts'
import { newEffect } from './effect-form.ts'
import { isEffectType } from './effect-words.ts'
import { Chosen, MailTo, PersonFields, SmsTo } from './person-fields.tsx'

type Named = {
  readonly roles: readonly string[]
  readonly webhooks: readonly string[]
  readonly templates: readonly { readonly id: string; readonly title: string }[]
  /** Titles of templates that lead to no form. */
  readonly plainTemplates: EffectList['plainTemplates']
  /** What may stand in braces. */
  readonly names: readonly string[]
}
type Props = Named & {
  block: EffectBlock
  isProtected: boolean
  faultAt: FaultAt
  onChange: (effects: Effect[]) => void
}

const most = 10
const ofProtected: readonly string[] = ['mail', 'sms', 'webhook']
const ofSample: readonly string[] = ['mail', 'sms', ...personEffectTypes, 'suppress']
/** Chosen by to whom a mail or an SMS goes. */
const byReceiver: readonly string[] = ['personMail', 'personSms']
const onlyOne: readonly string[] = [...personEffectTypes, 'suppress', 'points']

/** What follows, one effect below the other. */
export function EffectFields({ block: { effects, event }, isProtected, faultAt, onChange, ...named }: Props) {
  const { t } = useTranslation()
  const hasAlert = effects.some(({ type }) => type === 'alert')
  const offered = effectTypes.filter(
    (type) =>
      !byReceiver.includes(type) &&
      (!isProtected || ofProtected.includes(type)) &&
      (event.type !== 'sample' || ofSample.includes(type)) &&
      (type !== 'alert' || (event.type === 'interview' && !hasAlert)) &&
      (type !== 'reply' || event.type === 'alert') &&
      (!onlyOne.includes(type) || !effects.some((one) => one.type === type)),
  )
  return (
    <>
      {effects.map((effect, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: effects have nothing else to be known by
        <section key={at} className={own.effect} aria-label={t(`effect.type.${effect.type}`)}>
          <div className={css.conditionHead}>
            <b>{t(`effect.type.${effect.type}`)}</b>
            {effects.length > 1 && (
              <IconButton
                small
                label={t('effect.remove', { what: t(`effect.type.${effect.type}`) })}
                onClick={() => onChange(effects.toSpliced(at, 1))}
              >
                <IconX size={14} />
              </IconButton>
            )}
          </div>
          <OneEffect
            {...named}
            isProtected={isProtected}
            effect={effect}
            faultAt={(part) => faultAt(part === '' ? `effects[${at}]` : `effects[${at}].${part}`)}
            onChange={(next) => onChange(effects.with(at, next))}
          />
        </section>
      ))}
      {effects.length < most && (
        <Labelled label={t('effect.add')} fault={faultAt('effects')}>
          <Select
            boxed
            label={t('effect.add')}
            value=""
            choices={[
              { value: '', title: t('effect.choose') },
              ...offered.map((type) => ({ value: type as string, title: t(`effect.type.${type}`) })),
            ]}
            onChange={(type) => isEffectType(type) && onChange([...effects, newEffect(type)])}
          />
        </Labelled>
      )}
    </>
  )
}

type OneProps<E extends Effect> = Named & {
  effect: E
  isProtected: boolean
  faultAt: FaultAt
  onChange: (effect: Effect) => void
}

function OneEffect({ effect, ...rest }: OneProps<Effect>) {
  const { t } = useTranslation()
  const { roles, webhooks, templates, plainTemplates, isProtected, names, faultAt, onChange } = rest
  switch (effect.type) {
    case 'tag':
      return (
        <ListField
          label={t('effect.tags')}
          value={effect.tags}
          fault={faultAt('tags')}
          onChange={(tags) => onChange({ type: 'tag', tags: [...tags] })}
        />
      )
    case 'mail':
      return <MailFields effect={effect} {...rest} />
    case 'sms':
      return (
        <>
          <SmsTo value="number" isProtected={isProtected} onChange={onChange} />
          <Field
            type="tel"
            label={t('effect.sms.to')}
            placeholder="+358401234567"
            value={effect.to}
            fault={faultAt('to')}
            onChange={({ target }) => onChange(Object.assign({}, effect, { to: target.value.trim() }))}
          />
          <LocalisedField
            label={t('effect.mail.text')}
            value={effect.text}
            fault={faultAt('text')}
            name="smsText"
            onChange={(text) => onChange(Object.assign({}, effect, { text: isLocalised(text) ? text : '' }))}
          />
          <p className={fields.hint}>{t('effect.mail.why', { names: inBraces(names) })}</p>
        </>
      )
    case 'personMail':
    case 'personSms':
      return (
        <>
          {effect.type === 'personMail' ? (
            <MailTo value="about" roles={roles} isProtected={isProtected} onChange={onChange} />
          ) : (
            <SmsTo value="person" isProtected={isProtected} onChange={onChange} />
          )}
          <PersonFields effect={effect} templates={plainTemplates[effect.type]} faultAt={faultAt} onChange={onChange} />
        </>
      )
    case 'reply':
      return (
        <Chosen
          label={t('effect.reply.template')}
          none={t('effect.reply.none')}
          value={effect.template}
          choices={templates.map(({ id, title }) => ({ value: id, title }))}
          fault={faultAt('template')}
          onChange={(template) => onChange({ type: 'reply', template })}
        />
      )
    case 'letter':
      return (
        <>
          <Chosen
            label={t('effect.letter.template')}
            none={t('effect.letter.none')}
            value={effect.template}
            choices={plainTemplates.letter.map((title) => ({ value: title, title }))}
            fault={faultAt('template')}
            onChange={(template) => onChange({ type: 'letter', template })}
          />
          <p className={fields.hint}>{t('effect.letter.why')}</p>
        </>
      )
    case 'webhook':
      return (
        <Chosen
          label={t('effect.webhook')}
          none={t('effect.webhookNone')}
          value={effect.webhook}
          choices={webhooks.map((label) => ({ value: label, title: label }))}
          fault={faultAt('webhook')}
          onChange={(webhook) => onChange({ type: 'webhook', webhook })}
        />
      )
    case 'alert':
      return (
        <AlertFields
          rule={effect}
          names={names}
          roles={roles}
          faultAt={faultAt}
          onChange={(change) => onChange(Object.assign({}, effect, change))}
        />
      )
    case 'points':
      return (
        <>
          <Field
            type="number"
            min={1}
            max={50}
            label={t('effect.points')}
            value={effect.points}
            fault={faultAt('points')}
            onChange={({ target }) => onChange({ type: 'points', points: target.valueAsNumber || 0 })}
          />
          <p className={fields.hint}>{t('effect.pointsWhy')}</p>
        </>
      )
    case 'suppress':
      return <p className={fields.hint}>{t('effect.suppressWhy')}</p>
  }
}

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ')

const isLocalised = (value: unknown): value is AlertRule['title'] =>
  typeof value === 'string' || (typeof value === 'object' && value !== null)

function MailFields({
  effect,
  roles,
  isProtected,
  names,
  faultAt,
  onChange,
}: OneProps<Extract<Effect, { type: 'mail' }>>) {
  const { t } = useTranslation()
  const { receiver } = effect
  const set = (change: object) => onChange(Object.assign({}, effect, change))
  return (
    <>
      <MailTo
        value={receiver.to}
        roles={roles}
        isProtected={isProtected}
        onChange={(next) => (next.type === 'mail' ? set({ receiver: next.receiver }) : onChange(next))}
      />
      {receiver.to === 'role' && (
        <ListField
          label={t('effect.mail.role')}
          value={[receiver.role].flat().filter((role) => role !== '')}
          offered={roles}
          fault={faultAt('receiver')}
          onChange={(chosen) => set({ receiver: { to: 'role', role: ownersAs(chosen) ?? '' } })}
        />
      )}
      {receiver.to === 'person' && (
        <Field
          label={t('effect.mail.username')}
          value={receiver.username}
          fault={faultAt('receiver')}
          onChange={({ target }) => set({ receiver: { to: 'person', username: target.value } })}
        />
      )}
      {receiver.to === 'address' && (
        <Field
          type="email"
          label={t('effect.mail.address')}
          value={receiver.address}
          fault={faultAt('receiver')}
          onChange={({ target }) => set({ receiver: { to: 'address', address: target.value } })}
        />
      )}
      <LocalisedField
        label={t('effect.mail.subject')}
        value={effect.subject}
        fault={faultAt('subject')}
        name="subject"
        onChange={(subject) => set({ subject: isLocalised(subject) ? subject : '' })}
      />
      <LocalisedField
        label={t('effect.mail.text')}
        value={effect.text}
        fault={faultAt('text')}
        name="mailText"
        onChange={(text) => set({ text: isLocalised(text) ? text : '' })}
      />
      <p className={fields.hint}>{t('effect.mail.why', { names: inBraces(names) })}</p>
    </>
  )
}
