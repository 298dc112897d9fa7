import { useTranslation } from 'react-i18next'
import { PageHead } from '../control/page-head.tsx'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './message.module.css'
import { SystemMessageList } from './message-list.tsx'

/** What administrators tell the people of their universe. */
export function MessagesPage() {
  const { t } = useTranslation()
  const { permissions, isReadOnly } = useIdentity()
  if (!permissions.includes('manageUniverse') || isReadOnly) return <Notice title={t('systemMessage.notYours')} />
  return (
    <div className={css.page}>
      <PageHead title={t('systemMessage.title')} />
      <p className={css.hint}>{t('systemMessage.intro')}</p>
      <SystemMessageList home="universe" />
    </div>
  )
}
