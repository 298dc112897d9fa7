import type { AlertRule } from '@kaiku/contract/alert-rule.ts'
import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { alertSeverities } from '@kaiku/core/alert-state.ts'
import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, IconButton, LinkButton, Select } from '../control/control.tsx'
import { LocalisedField } from '../page-form/field-control.tsx'
import fields from '../page-form/fields.module.css'
import { Labelled } from '../page-form/labelled.tsx'
import type { FaultAt } from './fault-at.ts'
import { ListField } from './list-field.tsx'
import { NumberField } from './number-field.tsx'
import css from './rule-editor.module.css'
import { ownersAs } from './rule-form.ts'

type Shared = Pick<AlertRule & PlaceRule, 'alert' | 'severity' | 'tags' | 'owner' | 'due' | 'escalation'>
type Props = {
  rule: Shared
  /** What may stand in braces. */
  names: readonly string[]
  /** Of people who handle alerts. */
  roles: readonly string[]
  faultAt: FaultAt
  onChange: (change: Partial<Shared>) => void
}

const isLocalised = (value: unknown): value is AlertRule['title'] =>
  typeof value === 'string' || typeof value === 'object'
const textOr = (value: unknown): AlertRule['title'] => (isLocalised(value) && value !== null ? value : '')

/** What an alert says, how bad it is, and what becomes of it: whose, until when, who is told when nothing happens. */
export function AlertFields({ rule, names, roles, faultAt, onChange }: Props) {
  const { t } = useTranslation()
  const { alert, severity, tags, owner, due, escalation } = rule
  return (
    <>
      <h3>{t('rule.form.alert')}</h3>
      <LocalisedField
        label={t('rule.form.alertTitle')}
        value={alert.title}
        fault={faultAt('alert.title')}
        name="alertTitle"
        onChange={(title) => onChange({ alert: { ...alert, title: textOr(title) } })}
      />
      <LocalisedField
        label={t('rule.form.description')}
        value={alert.description}
        fault={faultAt('alert.description')}
        name="description"
        onChange={(description) => onChange({ alert: { ...alert, description: textOr(description) } })}
      />
      <p className={fields.hint}>{t('rule.form.names', { names: names.map((name) => `{${name}}`).join(' ') })}</p>
      <Labelled label={t('alert.field.severity')} fault={faultAt('severity')}>
        <Select
          boxed
          label={t('alert.field.severity')}
          value={severity}
          choices={alertSeverities.map((value) => ({ value, title: t(`alert.severity.${value}`) }))}
          onChange={(value) => onChange({ severity: value })}
        />
      </Labelled>
      <ListField
        label={t('alert.field.tags')}
        value={tags}
        fault={faultAt('tags')}
        onChange={(next) => onChange({ tags: [...next] })}
      />
      <h3>{t('rule.form.who')}</h3>
      <ListField
        label={t('alert.field.owner')}
        hint={t('rule.form.ownerWhy')}
        value={[owner ?? []].flat()}
        offered={roles}
        fault={faultAt('owner')}
        onChange={(next) => onChange({ owner: ownersAs(next) })}
      />
      <NumberField
        label={t('rule.form.due')}
        value={due}
        placeholder={t('rule.noDue')}
        fault={faultAt('due')}
        onChange={(next) => onChange({ due: next })}
      />
      <Steps {...{ escalation, roles, faultAt }} onChange={(next) => onChange({ escalation: next })} />
    </>
  )
}

type Step = AlertRule['escalation'][number]
type StepsProps = {
  escalation: readonly Step[]
  roles: readonly string[]
  faultAt: FaultAt
  onChange: (escalation: Step[]) => void
}

const mostSteps = 5
const perStep = 8

/** Who takes over or is told while an alert stays open. */
function Steps({ escalation, roles, faultAt, onChange }: StepsProps) {
  const { t } = useTranslation()
  const id = useId()
  const set = (at: number, change: Partial<Step>) =>
    onChange(escalation.map((step, index) => (index === at ? { ...step, ...change } : step)))
  return (
    <fieldset className={fields.list}>
      <legend className={fields.label}>{t('rule.escalation')}</legend>
      {escalation.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing else to be known by
        <div key={at} className={css.step}>
          <NumberField
            label={t('rule.form.after')}
            value={step.after}
            fault={faultAt(`escalation[${at}].after`)}
            onChange={(after) => set(at, { after: after ?? Number.NaN })}
          />
          <Field
            label={t('rule.form.role')}
            list={`${id}-roles`}
            value={step.role}
            fault={faultAt(`escalation[${at}].role`)}
            onChange={({ target }) => set(at, { role: target.value })}
          />
          <Labelled label={t('rule.form.how')} fault={undefined}>
            <Select
              boxed
              label={t('rule.form.how')}
              value={step.how}
              choices={(['assign', 'notify'] as const).map((value) => ({ value, title: t(`rule.form.how.${value}`) }))}
              onChange={(how) => set(at, { how })}
            />
          </Labelled>
          <IconButton
            small
            label={t('rule.form.removeStep', { n: at + 1 })}
            onClick={() => onChange(escalation.filter((_, index) => index !== at))}
          >
            <IconX size={14} />
          </IconButton>
        </div>
      ))}
      <datalist id={`${id}-roles`}>
        {roles.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {escalation.length < mostSteps && (
        <LinkButton
          onClick={() =>
            onChange([
              ...escalation,
              { after: (escalation.at(-1)?.after ?? 0) + perStep, role: roles[0] ?? '', how: 'assign' },
            ])
          }
        >
          {t('rule.form.addStep')}
        </LinkButton>
      )}
    </fieldset>
  )
}
