import type { CampaignRules } from '@kaiku/contract/campaign-rules.ts'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { Field, Ticked } from '../control/control.tsx'
import { Section } from '../control/section.tsx'

/** As it is written in the form; empty: no limit. */
export type RuleDraft = Readonly<
  Record<
    | ('sendAt' | 'perHour' | 'fromHour' | 'toHour' | 'restDays' | 'quota' | 'holdout')
    | ('stopAtAnswers' | 'stopAtBounces' | 'stopAtComplaints'),
    string
  >
> & { readonly onWeekends: boolean }

export const usualRules: RuleDraft = {
  sendAt: '',
  perHour: '',
  fromHour: '8',
  toHour: '20',
  restDays: '',
  quota: '',
  holdout: '',
  stopAtAnswers: '',
  stopAtBounces: '10',
  stopAtComplaints: '3',
  onWeekends: true,
}

/** A number of a form within its limits; null: nothing that could be read. */
export const numberOf = (text: string, least: number, most: number): number | null => {
  const number = Math.round(Number(text))
  return text.trim() === '' || !Number.isFinite(number) ? null : Math.min(most, Math.max(least, number))
}
const most = 1_000_000

export const rulesOf = (draft: RuleDraft): Omit<CampaignRules, 'continuous'> => ({
  sendAt: draft.sendAt === '' ? null : new Date(draft.sendAt).toISOString(),
  perHour: numberOf(draft.perHour, 1, most),
  fromHour: numberOf(draft.fromHour, 0, 23) ?? 0,
  toHour: numberOf(draft.toHour, 1, 24) ?? 24,
  daysOff: draft.onWeekends ? [] : [0, 6],
  restDays: numberOf(draft.restDays, 0, 730),
  holdout: numberOf(draft.holdout, 0, 50) ?? 0,
  quota: numberOf(draft.quota, 1, most),
  stopAtAnswers: numberOf(draft.stopAtAnswers, 1, most),
  stopAtBounces: numberOf(draft.stopAtBounces, 1, 100),
  stopAtComplaints: numberOf(draft.stopAtComplaints, 1, 1_000),
})

/** `isPaper`: letters are made at once, and what comes back of them comes later. */
type Props = {
  draft: RuleDraft
  isReminder: boolean
  isPaper: boolean
  isMail: boolean
  onChange: (draft: RuleDraft) => void
}

/** When messages go, and what limits them. */
export function RuleFields({ draft, isReminder, isPaper, isMail, onChange }: Props) {
  const { t } = useTranslation()
  const field = (name: Exclude<keyof RuleDraft, 'onWeekends'>, label: string, min: number, max: number) => (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={draft[name]}
      onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
    />
  )
  return (
    <>
      <Section title={t('campaign.when')} intro={t('campaign.whenWhy')}>
        <div className={css.form}>
          <div className={css.row}>
            <Field
              label={t('campaign.start')}
              type="datetime-local"
              value={draft.sendAt}
              onChange={({ target }) => onChange({ ...draft, sendAt: target.value })}
            />
            {!isPaper && (
              <>
                {field('fromHour', t('campaign.from'), 0, 23)}
                {field('toHour', t('campaign.to'), 1, 24)}
                {field('perHour', t('campaign.perHour'), 1, most)}
              </>
            )}
          </div>
          {!isPaper && (
            <Ticked
              checked={!draft.onWeekends}
              onChange={({ target }) => onChange({ ...draft, onWeekends: !target.checked })}
            >
              {t('campaign.weekend')}
            </Ticked>
          )}
        </div>
      </Section>
      <Section title={t('campaign.limits')} intro={t('campaign.limitsWhy')}>
        <div className={css.row}>
          {!isReminder && field('restDays', t('campaign.restDays'), 0, 730)}
          {field('quota', t('campaign.quota'), 1, most)}
          {!isReminder && field('holdout', t('campaign.holdout'), 0, 50)}
          {field('stopAtAnswers', t('campaign.stopAnswers'), 1, most)}
          {!isPaper && field('stopAtBounces', t('campaign.stopBounces'), 1, 100)}
          {isMail && field('stopAtComplaints', t('campaign.stopComplaints'), 1, 1_000)}
        </div>
      </Section>
    </>
  )
}
