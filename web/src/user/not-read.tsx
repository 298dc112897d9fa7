import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { CallError } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Notice } from '../overlay/notice.tsx'

type Props = { title: string; error: Error; back: ReactNode; onRetry: () => void }

/** A user or a role that could not be read: for now, or because nothing has the id that the address names. */
export function NotRead({ title, error, back, onRetry }: Props) {
  const { t } = useTranslation()
  const isNowhere = error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid')
  return (
    <>
      <PageHead title={title} back={back} />
      <Notice
        title={isNowhere ? t('fault.not_found') : faultText(error, t)}
        alert
        action={!isNowhere && <Button onClick={onRetry}>{t('retry')}</Button>}
      />
    </>
  )
}
