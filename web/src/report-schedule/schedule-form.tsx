import { type ReportKind, reportKindNames } from '@kaiku/contract/report-kind.ts'
import {
  deliveries,
  isMailAlone,
  type ReportSchedule,
  type ScheduledKind,
  type ScheduleFields,
} from '@kaiku/contract/report-schedule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Segments, Select, Ticked } from '../control/control.tsx'
import { FormFault, Labelled } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { say } from '../overlay/snackbar.tsx'
import listCss from '../token-list/token-list.module.css'
import { ReaderFields } from './reader-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import css from './schedule.module.css'
import { schedulesKey } from './schedule.queries.ts'

type Draft = Pick<ScheduleFields, 'title' | 'kind' | 'rule' | 'zone' | 'delivery' | 'onlyNew'> &
  Pick<ScheduleFields, 'path' | 'compare' | 'page' | 'people' | 'roles' | 'ownerLevels'>

type Props = {
  survey: string
  /** Where it begins: what a place shows, or a schedule that is changed. */
  start: Draft
  /** Reports that are offered beside the figures. */
  kinds: readonly ReportKind[]
  /** Null: a new one. */
  of: ReportSchedule | null
  onClose: () => void
}

/** What a place shows, as a draft. */
export const draftAt = (place: Pick<Draft, 'title' | 'path' | 'compare' | 'page'>): Draft => ({
  ...place,
  kind: 'figures',
  rule: { every: 'week', days: [1], minutes: 8 * 60 },
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  delivery: 'attachment',
  onlyNew: true,
  people: [],
  roles: [],
  ownerLevels: [],
})

/** Asks what is mailed, how often, when, and to whom. */
export function ScheduleForm({ survey, start, kinds, of, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [draft, setDraft] = useState(start)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(async () => {
      const fields = { ...draft, title: draft.title.trim() }
      if (of) await send('reportSchedule.change', { scheduleId: of.scheduleId, version: of.version, ...fields })
      else await send('reportSchedule.create', { survey, ...fields })
      await client.invalidateQueries({ queryKey: schedulesKey })
      say(t(of ? 'schedule.saved' : 'schedule.made', { name: fields.title }))
      onClose()
      return null
    })
  }
  return (
    <Dialog title={of ? t('schedule.changeTitle', { name: of.title }) : t('schedule.new')} onClose={onClose}>
      <form className={listCss.stage} onSubmit={submit}>
        <p className={listCss.hint}>{t('schedule.newWhy')}</p>
        <WhatFields draft={draft} kinds={kinds} set={set} />
        <RuleFields
          rule={draft.rule}
          zone={draft.zone}
          onRule={(rule) => set({ rule })}
          onZone={(zone) => set({ zone })}
        />
        <Ticked checked={draft.onlyNew} onChange={({ target }) => set({ onlyNew: target.checked })}>
          {t('schedule.onlyNew')}
        </Ticked>
        <h3 className={css.heading}>{t('schedule.readers')}</h3>
        <ReaderFields
          survey={survey}
          value={draft}
          known={of?.more?.people ?? []}
          onChange={({ people, roles, ownerLevels }) =>
            set({ people: [...people], roles: [...roles], ownerLevels: [...ownerLevels] })
          }
        />
        <FormFault text={fault} />
        <div className={listCss.acts}>
          <Button onClick={onClose}>{t('saved.cancel')}</Button>
          <Button type="submit" primary disabled={busy}>
            {t(of ? 'schedule.save' : 'schedule.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type WhatProps = { draft: Draft; kinds: readonly ReportKind[]; set: (change: Partial<Draft>) => void }

function WhatFields({ draft, kinds, set }: WhatProps) {
  const { t } = useTranslation()
  const offered: readonly ScheduledKind[] = [
    ...(['figures', 'card'] as const),
    ...reportKindNames.filter((kind) => kind !== 'card' && (kinds.includes(kind) || kind === draft.kind)),
  ]
  const titleOf = (kind: ScheduledKind) => (isMailAlone(kind) ? t(`schedule.kind.${kind}`) : t(`report.kind.${kind}`))
  return (
    <>
      <Field
        label={t('schedule.name')}
        required
        maxLength={120}
        autoComplete="off"
        value={draft.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <Labelled title={t('schedule.kind')}>
        <Select
          boxed
          label={t('schedule.kind')}
          value={draft.kind}
          choices={offered.map((value) => ({ value, title: titleOf(value) }))}
          onChange={(kind) => set({ kind })}
        />
      </Labelled>
      {!isMailAlone(draft.kind) && (
        <div className={css.hinted}>
          <Segments
            label={t('schedule.delivery')}
            value={draft.delivery}
            choices={deliveries.map((value) => ({ value, title: t(`schedule.delivery.${value}`) }))}
            onChange={(delivery) => set({ delivery })}
          />
          <span className={css.hint}>{t('schedule.deliveryWhy')}</span>
        </div>
      )}
    </>
  )
}
