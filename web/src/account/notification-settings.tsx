import { noticeKinds, noticeModes } from '@kaiku/contract/notification.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Segments, Select } from '../control/control.tsx'
import { FormFault, Labelled } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './account.module.css'
import { notificationsQuery } from './account.queries.ts'

type Settings = Reply<'notification.one'>

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Of what alerts do one hears by mail, and when; each choice is kept at once. */
export function NotificationSettings({ mayChange }: { mayChange: boolean }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { fault, attempt } = useAttempt()
  const { data } = useQuery(notificationsQuery)
  if (!data) return null
  const save = (change: Partial<Settings>) =>
    void attempt(async () => {
      const wanted = { ...data, ...change }
      // An answer still under way would bring the choice of before back.
      await client.cancelQueries(notificationsQuery)
      // Shown at once: whoever goes on by keyboard keeps the focus, and the next choice is made of this one.
      client.setQueryData(notificationsQuery.queryKey, wanted)
      try {
        await send('notification.save', wanted)
      } catch (error) {
        await client.invalidateQueries(notificationsQuery)
        throw error
      }
      say(t('account.saved'))
      return null
    })
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([data.timeZone, here])]
  const hourText = (hour: number) =>
    new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
      hour * 3_600_000,
    )
  return (
    <Section title={t('notifications.title')} intro={t('notifications.why')}>
      <fieldset className={css.fields} disabled={!mayChange}>
        {noticeKinds.map((kind) => (
          <Labelled key={kind} title={t(`notifications.kind.${kind}`)}>
            <Segments
              label={t(`notifications.kind.${kind}`)}
              value={data.modes[kind]}
              choices={noticeModes.map((value) => ({ value, title: t(`notifications.mode.${value}`) }))}
              onChange={(mode) => save({ modes: { ...data.modes, [kind]: mode } })}
            />
          </Labelled>
        ))}
        <div className={css.pair}>
          <Labelled title={t('notifications.hour')}>
            <Select
              boxed
              label={t('notifications.hour')}
              value={String(data.digestHour)}
              choices={hours.map((hour) => ({ value: String(hour), title: hourText(hour) }))}
              onChange={(hour) => save({ digestHour: Number(hour) })}
            />
          </Labelled>
          <Labelled title={t('notifications.zone')}>
            <Select
              boxed
              label={t('notifications.zone')}
              value={data.timeZone}
              choices={zones.map((zone) => ({ value: zone, title: zone.replaceAll('_', ' ') }))}
              onChange={(timeZone) => save({ timeZone })}
            />
          </Labelled>
        </div>
      </fieldset>
      <FormFault text={fault} />
    </Section>
  )
}
