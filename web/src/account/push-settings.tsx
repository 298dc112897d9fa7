import { type NoticeKind, noticeKinds } from '@kaiku/contract/notification.ts'
import type { PushDevice } from '@kaiku/contract/push.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentDayText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { CallError, send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Ticked } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Section } from '../control/section.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import own from '../push/push.module.css'
import { ownPushQuery, pushDevicesQuery } from '../push/push.queries.ts'
import { subscribe, unsubscribe } from '../push/push.ts'
import { useIdentity } from '../session/identity.ts'
import css from './account.module.css'
import { browserName } from './browser-name.ts'
import { DeviceIcon } from './device-icon.tsx'

/** Where one hears of alerts while Kaiku is closed: on this device, and on which others. */
export function PushSettings({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation()
  const devices = useQuery(pushDevicesQuery)
  const browser = useQuery(ownPushQuery)
  const here = devices.data?.devices.find(({ mark }) => mark === browser.data?.mark)
  const others = devices.data?.devices.filter((one) => one !== here) ?? []
  return (
    <Section title={t('push.title')} intro={t('push.why')}>
      {devices.error && <Notice title={t('push.failed')}>{faultText(devices.error, t)}</Notice>}
      {!devices.error && !(devices.data && browser.data) && <Skeleton height={80} />}
      {devices.data && browser.data && (
        <>
          {browser.data.ability === 'free' ? (
            <Here applicationKey={devices.data.applicationKey} device={here} mayChange={mayChange} />
          ) : (
            <p className={css.hint}>{t(`push.${browser.data.ability}`)}</p>
          )}
          {others.length > 0 && <Others devices={others} mayChange={mayChange} />}
        </>
      )}
    </Section>
  )
}

type HereProps = { applicationKey: string; device: PushDevice | undefined; mayChange: boolean }

function Here({ applicationKey, device, mayChange }: HereProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { userId } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const known = () => client.invalidateQueries({ queryKey: ['push'] })
  const tell = (kinds: readonly NoticeKind[], done: string) => {
    // Shown at once: whoever goes on by keyboard keeps the focus, and the next choice is made of this one.
    client.setQueryData(
      pushDevicesQuery.queryKey,
      (known) =>
        known && {
          ...known,
          devices: known.devices.map((one) =>
            one.deviceId === device?.deviceId ? { ...one, kinds: [...kinds] } : one,
          ),
        },
    )
    return void attempt(async () => {
      if ((await Notification.requestPermission()) !== 'granted') {
        await known()
        return t('push.refused')
      }
      try {
        await subscribe(applicationKey, userId, kinds)
      } catch (error) {
        await known()
        if (error instanceof CallError) throw error
        return t('push.unreachable')
      }
      await known()
      say(done)
      return null
    })
  }
  const switchOff = () =>
    void attempt(async () => {
      if (device) await send('push.remove', { device: device.deviceId })
      await unsubscribe()
      await known()
      say(t('push.switchedOff'))
      return null
    })
  return (
    <>
      <p className={css.hint}>{t(device ? 'push.isOn' : 'push.isOff')}</p>
      {device && (
        <fieldset className={own.kinds} disabled={!mayChange}>
          {noticeKinds.map((kind) => (
            <Ticked
              key={kind}
              checked={device.kinds.includes(kind)}
              onChange={() =>
                tell(
                  noticeKinds.filter((one) => device.kinds.includes(one) !== (one === kind)),
                  t('account.saved'),
                )
              }
            >
              {t(`notifications.kind.${kind}`)}
            </Ticked>
          ))}
        </fieldset>
      )}
      {mayChange && (
        <div className={css.acts}>
          {device ? (
            <Button disabled={busy} onClick={switchOff}>
              {t('push.off')}
            </Button>
          ) : (
            <Button disabled={busy} onClick={() => tell(noticeKinds, t('push.switchedOn'))}>
              {t('push.on')}
            </Button>
          )}
        </div>
      )}
      <FormFault text={fault} />
    </>
  )
}

function Others({ devices, mayChange }: { devices: readonly PushDevice[]; mayChange: boolean }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const remove = (device: string) =>
    void attempt(async () => {
      await send('push.remove', { device })
      await client.invalidateQueries(pushDevicesQuery)
      say(t('push.removed'))
      return null
    })
  return (
    <>
      <h3 className={css.hint}>{t('push.others')}</h3>
      <ul className={css.sessions}>
        {devices.map(({ deviceId, agent, createdAt }) => (
          <li key={deviceId}>
            <DeviceIcon agent={agent} />
            <div className={css.session}>
              <b>{browserName(agent)}</b>
              <span>{t('push.since', { when: momentDayText(createdAt, i18n.language) })}</span>
            </div>
            {mayChange && (
              <Button disabled={busy} onClick={() => remove(deviceId)}>
                {t('push.remove')}
                <span className="hidden-text"> {browserName(agent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormFault text={fault} />
    </>
  )
}
