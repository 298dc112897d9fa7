import type { User } from '@kaiku/contract/user.ts'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { nameOf } from '../user/user-name.ts'
import { startActing } from '../view-as/act-as.ts'

/** Asks root before they act as somebody: what they change, they change as that person. */
export function ActAsConfirm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const name = nameOf(user)
  const start = () => attempt(async () => t(`actAs.${await startActing(user.username)}`, { name }))
  return (
    <Confirm
      title={t('actAs.title', { name })}
      act={t('actAs.start')}
      busy={busy}
      fault={fault}
      onConfirm={() => void start()}
      onClose={onClose}
    >
      <p>{t('actAs.why', { name })}</p>
    </Confirm>
  )
}
