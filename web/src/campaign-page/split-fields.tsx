import type { TemplateSummary } from '@kaiku/contract/template.ts'
import { useTranslation } from 'react-i18next'
import css from '../campaign/campaign.module.css'
import { Field, Select, Ticked } from '../control/control.tsx'
import { Labelled } from '../control/form.tsx'
import { numberOf } from './rule-fields.tsx'

/** A second template as it is chosen in the form. */
export type SplitDraft = {
  readonly isOn: boolean
  readonly templateId: string
  readonly share: string
  readonly restGetsBetter: boolean
}
export const noSplit: SplitDraft = { isOn: false, templateId: '', share: '50', restGetsBetter: false }

/** Templates that can be compared with this one. */
export const comparable = (sendable: readonly TemplateSummary[], templateId: string): readonly TemplateSummary[] => {
  const kind = sendable.find((one) => one.templateId === templateId)?.kind
  if (kind === undefined || kind === 'letter') return []
  return sendable.filter((one) => one.kind === kind && one.templateId !== templateId)
}

/** What is asked for; undefined: one template goes to all. */
export function secondOf({ isOn, templateId, share, restGetsBetter }: SplitDraft, others: readonly TemplateSummary[]) {
  const chosen = others.find((one) => one.templateId === templateId) ?? others[0]
  if (!isOn || !chosen) return undefined
  return { templateId: chosen.templateId, share: numberOf(share, 10, 50) ?? 50, restGetsBetter }
}

type Props = { draft: SplitDraft; others: readonly TemplateSummary[]; onChange: (draft: SplitDraft) => void }

/** Whether a second template is compared with the first, and what follows from it. */
export function SplitFields({ draft, others, onChange }: Props) {
  const { t } = useTranslation()
  const second = secondOf(draft, others)
  return (
    <>
      <Ticked
        checked={second !== undefined}
        disabled={others.length === 0}
        onChange={({ target }) => onChange({ ...draft, isOn: target.checked })}
      >
        {t('campaign.splitAdd')}
      </Ticked>
      {others.length === 0 && <p className={css.note}>{t('campaign.splitNone')}</p>}
      {second && (
        <>
          <div className={css.row}>
            <Labelled title={t('campaign.splitSecond')}>
              <Select
                boxed
                label={t('campaign.splitSecond')}
                value={second.templateId}
                choices={others.map((one) => ({
                  value: one.templateId,
                  title: `${one.title} · ${t('template.version', { n: one.published ?? 0 })}`,
                }))}
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
