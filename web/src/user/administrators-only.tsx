import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../overlay/notice.tsx'
import { useIdentity } from '../session/identity.ts'

/** Shows what only who manages users may see. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  if (useIdentity().isUserAdmin) return children
  return <Notice title={t('people.notYours')}>{t('people.notYoursWhy')}</Notice>
}
