import type { TemplateSummary } from '@kaiku/contract/template.ts'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { Field, Select, Ticked } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { numberOf } from './rule-fields.tsx'

/** What is compared, as it is chosen in the form. */
export type SplitDraft = {
  readonly isOn: boolean
  /** `subjectOnly` for the first template with another subject. */
  readonly templateId: string
  readonly subjects: Readonly<Record<string, string>>
  readonly share: string
  readonly restGetsBetter: boolean
}
export const noSplit: SplitDraft = { isOn: false, templateId: '', subjects: {}, share: '50', restGetsBetter: false }

/** Templates that can be compared with this one. */
export const comparable = (sendable: readonly TemplateSummary[], templateId: string): readonly TemplateSummary[] => {
  const kind = sendable.find((one) => one.templateId === templateId)?.kind
  if (kind === undefined || kind === 'letter') return []
  return sendable.filter((one) => one.kind === kind && one.templateId !== templateId)
}

export const subjectOnly = 'subject'

/** What is asked for; undefined: one message goes to all. */
export function secondOf(
  { isOn, templateId, subjects, share, restGetsBetter }: SplitDraft,
  { others, isMail }: Pick<Props, 'others' | 'isMail'>,
) {
  if (!isOn) return undefined
  const how = { share: numberOf(share, 10, 50) ?? 50, restGetsBetter }
  const chosen = others.find((one) => one.templateId === templateId) ?? (isMail ? undefined : others[0])
  if (chosen) return { templateId: chosen.templateId, ...how }
  return isMail ? { subject: subjects, ...how } : undefined
}

type Props = {
  draft: SplitDraft
  /** Other templates that can be compared. */
  others: readonly TemplateSummary[]
  /** Whether messages have a subject. */
  isMail: boolean
  /** The subject of the first template by language; undefined: it is not known yet. */
  subjects: Readonly<Record<string, string>> | undefined
  onChange: (draft: SplitDraft) => void
}

/** Whether another template or subject is compared with the first, and what follows from it. */
export function SplitFields({ draft, others, isMail, subjects = {}, onChange }: Props) {
  const { t } = useTranslation()
  const second = secondOf(draft, { others, isMail })
  const isPossible = isMail || others.length > 0
  const locales = Object.keys(subjects)
  return (
    <>
      <Ticked
        checked={second !== undefined}
        disabled={!isPossible}
        onChange={({ target }) => onChange({ ...draft, isOn: target.checked })}
      >
        {t('campaign.splitAdd')}
      </Ticked>
      {!isPossible && <p className={css.note}>{t('campaign.splitNone')}</p>}
      {second && (
        <>
          <div className={css.row}>
            <Labelled title={t('campaign.splitSecond')}>
              <Select
                boxed
                label={t('campaign.splitSecond')}
                value={'templateId' in second ? second.templateId : subjectOnly}
                choices={[
                  ...(isMail ? [{ value: subjectOnly, title: t('campaign.splitSubjectOnly') }] : []),
                  ...others.map((one) => ({
                    value: one.templateId,
                    title: `${one.title} · ${t('template.version', { n: one.published ?? 0 })}`,
                  })),
                ]}
                onChange={(templateId) => onChange({ ...draft, templateId })}
              />
            </Labelled>
            <Field
              label={t('campaign.splitShare')}
              type="number"
              inputMode="numeric"
              min={10}
              max={50}
              value={draft.share}
              onChange={({ target }) => onChange({ ...draft, share: target.value })}
            />
          </div>
          {'subject' in second &&
            locales.map((locale) => (
              <Field
                key={locale}
                label={locales.length === 1 ? t('campaign.splitSubject') : `${t('campaign.splitSubject')} (${locale})`}
                required
                maxLength={300}
                value={draft.subjects[locale] ?? ''}
                placeholder={subjects[locale]}
                onChange={({ target }) =>
                  onChange({ ...draft, subjects: { ...draft.subjects, [locale]: target.value } })
                }
              />
            ))}
          <Ticked
            checked={draft.restGetsBetter}
            onChange={({ target }) => onChange({ ...draft, restGetsBetter: target.checked })}
          >
            {t('campaign.splitBetter')}
          </Ticked>
        </>
      )}
    </>
  )
}
