import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIdentity } from '../session/identity.ts'
import { Notice } from '../ui/notice.tsx'

/** Shows what only who manages users may see. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  if (useIdentity().isUserAdmin) return children
  return <Notice title={t('people.notYours')}>{t('people.notYoursWhy')}</Notice>
}
