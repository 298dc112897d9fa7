import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { alertStates } from '@kaiku/core/alert-state.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertChoicesQuery, alertPeopleQuery, alertsKey } from '../alert/alert.queries.ts'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { entered, useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import css from './alert-list.module.css'

type Change = Sent<'alert.bulk'>['change']

/** What can be done about the picked alerts at once; it can be taken back. */
export function BulkBar({ alerts, onDone }: { alerts: readonly AlertSummary[]; onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const people = useQuery(alertPeopleQuery(survey.extName)).data ?? []
  const known = useQuery(alertChoicesQuery(survey.extName, i18n.language)).data?.tags ?? []
  const [left, setLeft] = useState<readonly { alertId: string; reason: string }[]>([])
  const refresh = () => client.invalidateQueries({ queryKey: alertsKey(survey.extName) })
  const takeBack = (bulkId: string) =>
    void attempt(async () => {
      await send('alert.undo', { survey: survey.extName, bulkId })
      await refresh()
      return null
    })
  const apply = (change: Change) =>
    void attempt(async () => {
      const done = await send('alert.bulk', {
        survey: survey.extName,
        alerts: alerts.map(({ alertId, version }) => ({ alertId, version })),
        change,
      })
      await refresh()
      setLeft(done.left)
      const { bulkId } = done
      const undo = bulkId === null ? undefined : { title: t('undo'), run: () => takeBack(bulkId) }
      say(t('alerts.changed', { count: done.changed.length }), undo)
      if (done.left.length === 0) onDone()
      return null
    })
  const tag = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = entered(event.currentTarget, 'tag').trim()
    if (name !== '') apply({ addTags: [name] })
  }
  return (
    <section className={css.bulk} aria-label={t('alerts.bulk')} data-screen-only>
      <b>{t('alerts.picked', { count: alerts.length })}</b>
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
        <Button type="submit" disabled={busy}>
          {t('alerts.addTag')}
        </Button>
      </form>
      <Button onClick={onDone}>{t('saved.cancel')}</Button>
      {fault !== '' && <p role="alert">{fault}</p>}
      {left.length > 0 && (
        <ul role="alert" className={css.left}>
          {left.map(({ alertId, reason }) => (
            <li key={alertId}>
              {t('alerts.leftAlone', { title: alerts.find((one) => one.alertId === alertId)?.title ?? '', reason })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
