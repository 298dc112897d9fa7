import type { Continuously } from '@kaiku/contract/campaign-rules.ts'
import { useTranslation } from 'react-i18next'
import type { Sent } from '../call/calls.ts'
import css from '../campaign/campaign.module.css'
import { type Choice, Field, Segments, Select, Ticked } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { numberOf } from './rule-fields.tsx'

const often = ['once', 'continuous'] as const

/** As it is written in the form. `reminder`: its template; empty: none. */
export type ContinuousDraft = Readonly<Record<'afterHours' | 'until' | 'reminder' | 'reminderDays', string>> & {
  readonly often: (typeof often)[number]
  readonly withPresent: boolean
}

export const usualContinuous: ContinuousDraft = {
  often: 'once',
  afterHours: '2',
  until: '',
  withPresent: false,
  reminder: '',
  reminderDays: '7',
}

export const continuouslyOf = (draft: ContinuousDraft): Continuously | null =>
  draft.often === 'once'
    ? null
    : {
        afterHours: numberOf(draft.afterHours, 0, 720) ?? 0,
        until: draft.until === '' ? null : new Date(draft.until).toISOString(),
        withPresent: draft.withPresent,
      }

/** The reminder that a continuous campaign has; undefined: none. */
export const reminderOf = (
  { often: chosen, reminder, reminderDays }: ContinuousDraft,
  name: string,
): Sent<'campaign.create'>['reminder'] =>
  chosen === 'once' || reminder === ''
    ? undefined
    : { name, templateId: reminder, afterDays: numberOf(reminderDays, 1, 30) ?? 1 }

type Props = {
  draft: ContinuousDraft
  isReminder: boolean
  /** What a reminder may say. */
  templates: readonly Choice<string>[]
  onChange: (draft: ContinuousDraft) => void
}

/** Whether a campaign writes once, or goes on to write to who comes; and who is reminded. */
export function ContinuousFields({ draft, isReminder, templates, onChange }: Props) {
  const { t } = useTranslation()
  const number = (name: 'afterHours' | 'reminderDays', label: string, min: number, max: number) => (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      required
      min={min}
      max={max}
      value={draft[name]}
      onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
    />
  )
  return (
    <Section title={t('campaign.often')} intro={t(`campaign.oftenWhy.${draft.often}`)}>
      <div className={css.form}>
        <Segments
          label={t('campaign.often')}
          value={draft.often}
          choices={often.map((value) => ({ value, title: t(`campaign.often.${value}`) }))}
          onChange={(chosen) => onChange({ ...draft, often: chosen })}
        />
        {draft.often === 'continuous' && (
          <>
            <div className={css.row}>
              {number('afterHours', t(isReminder ? 'campaign.hoursAfterMessage' : 'campaign.hoursAfter'), 0, 720)}
              <Field
                label={t('campaign.until')}
                type="datetime-local"
                value={draft.until}
                onChange={({ target }) => onChange({ ...draft, until: target.value })}
              />
            </div>
            <Ticked
              checked={draft.withPresent}
              onChange={({ target }) => onChange({ ...draft, withPresent: target.checked })}
            >
              {t('campaign.withPresent')}
            </Ticked>
            {!isReminder && (
              <>
                <div>
                  <span className={css.note}>{t('campaign.action.reminder')}</span>
                  <Select
                    boxed
                    label={t('campaign.action.reminder')}
                    value={draft.reminder}
                    choices={[{ value: '', title: t('campaign.noReminder') }, ...templates]}
                    onChange={(reminder) => onChange({ ...draft, reminder })}
                  />
                </div>
                {draft.reminder !== '' && (
                  <div className={css.row}>{number('reminderDays', t('campaign.reminderDays'), 1, 30)}</div>
                )}
              </>
            )}
          </>
        )}
      </div>
    </Section>
  )
}
