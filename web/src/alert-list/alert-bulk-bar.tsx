import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { alertChoicesQuery, alertPeopleQuery, alertsKey } from '../alert/alert.queries.ts'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered } from '../call/use-attempt.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { BulkBar, useBulkChange } from '../pick-list/bulk-bar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './alert-list.module.css'

type Change = Sent<'alert.bulk'>['change']

/** What can be done about the picked alerts at once; it can be taken back. */
export function AlertBulkBar({ alerts, onDone }: { alerts: readonly AlertSummary[]; onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const people = useQuery(alertPeopleQuery(survey.extName)).data ?? []
  const known = useQuery(alertChoicesQuery(survey.extName, i18n.language)).data?.tags ?? []
  const bulk = useBulkChange<Reply<'alert.bulk'>['left'][number]>({
    queryKey: alertsKey(survey.extName),
    changed: (count) => t('alerts.changed', { count }),
    undo: (bulkId) => send('alert.undo', { survey: survey.extName, bulkId }),
    leftAlone: ({ alertId, reason }) => ({
      id: alertId,
      text: t('alerts.leftAlone', { title: alerts.find((one) => one.alertId === alertId)?.title ?? '', reason }),
    }),
    onDone,
  })
  const apply = (change: Change) =>
    bulk.apply(() =>
      send('alert.bulk', {
        survey: survey.extName,
        alerts: alerts.map(({ alertId, version }) => ({ alertId, version })),
        change,
      }),
    )
  const tag = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = entered(event.currentTarget, 'tag').trim()
    if (name !== '') apply({ addTags: [name] })
  }
  return (
    <BulkBar label={t('alerts.bulk')} picked={t('alerts.picked', { count: alerts.length })} bulk={bulk}>
      <span data-assign>
        <Select
          boxed
          label={t('alerts.assign')}
          value=""
          choices={[
            { value: '', title: t('alerts.assign') },
            { value: 'nobody', title: t('alert.nobody') },
            ...people.map(({ userId, name }) => ({ value: userId, title: name })),
          ]}
          onChange={(owner) => owner !== '' && apply({ owner: owner === 'nobody' ? null : owner })}
        />
      </span>
      <Select
        boxed
        label={t('alerts.bring')}
        value=""
        choices={[
          { value: '', title: t('alerts.bring') },
          ...alertStates
            .filter((state) => state !== 'solved')
            .map((value) => ({ value, title: t(`alert.state.${value}`) })),
        ]}
        onChange={(state) => state !== '' && apply({ state })}
      />
      <form onSubmit={tag} className={css.tagging}>
        <Field label={t('alerts.tag')} hideLabel name="tag" maxLength={80} placeholder={t('alerts.tag')} list="tags" />
        <datalist id="tags">
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Button type="submit" disabled={bulk.busy}>
          {t('alerts.addTag')}
        </Button>
      </form>
    </BulkBar>
  )
}
