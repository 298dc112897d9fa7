import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../browser/title.ts'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { pushDevicesQuery } from '../push/push.queries.ts'
import { secondFactorsQuery } from '../second-factor/second-factor.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { startMoreTexts } from '../text/text.ts'
import css from './account.module.css'
import { accountQuery, notificationsQuery } from './account.queries.ts'
import { AccountForm } from './account-form.tsx'
import { PasswordChange } from './password-change.tsx'
import { SecondFactorSettings } from './second-factor-settings.tsx'
import { SessionList } from './session-list.tsx'

const NotificationSettings = lazy(async () => {
  const [{ NotificationSettings: shown }] = await Promise.all([
    import('./notification-settings.tsx'),
    startMoreTexts('alert'),
  ])
  return { default: shown }
})

const PushSettings = lazy(async () => {
  const [{ PushSettings: shown }] = await Promise.all([import('./push-settings.tsx'), startMoreTexts('alert')])
  return { default: shown }
})

/** One's own account. */
export function AccountPage() {
  const { t } = useTranslation()
  const { userId } = useParams({ strict: false })
  const identity = useIdentity()
  useTitle(t('account.own'))
  return (
    <div className={css.page}>
      <h1>{t('account.own')}</h1>
      {userId === identity.userId ? (
        <OwnAccount />
      ) : (
        <Notice title={t('account.notYours')}>{t('account.notYoursWhy')}</Notice>
      )}
    </div>
  )
}

function OwnAccount() {
  const { t } = useTranslation()
  const { actor, isReadOnly } = useIdentity()
  const account = useQuery(accountQuery)
  const mayChange = actor === null && !isReadOnly
  // All that stands above something to press: nothing moves away under the pointer.
  const factors = useQuery({ ...secondFactorsQuery, enabled: mayChange })
  const notifications = useQuery(notificationsQuery)
  const devices = useQuery(pushDevicesQuery)
  const isWaiting = factors.isLoading || notifications.isLoading || devices.isLoading
  if (account.error) return <Failed title={t('account.failed')} error={account.error} onRetry={account.refetch} />
  if (!account.data || isWaiting) return <Skeleton height={320} />
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      {!mayChange && <p className={css.told}>{t('account.onlyOwner')}</p>}
      <AccountForm account={account.data} mayChange={mayChange} />
      {account.data.hasPassword && mayChange && <PasswordChange username={account.data.username} />}
      {mayChange && <SecondFactorSettings />}
      <NotificationSettings mayChange={mayChange} />
      <PushSettings mayChange={mayChange} />
      <SessionList mayChange={mayChange} />
    </Suspense>
  )
}
