import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import css from './confirm.module.css'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  /** What the act does, in its own words. */
  act: string
  busy?: boolean
  /** It can be taken back, so nothing warns of it. */
  safe?: boolean
  fault?: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before what cannot be taken back, or what many others notice. */
export function Confirm({ title, act, busy = false, safe = false, fault = '', onConfirm, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.text}>{children}</div>
      {fault !== '' && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <div className={css.acts}>
        <Button onClick={onClose}>{t('saved.cancel')}</Button>
        <Button primary={safe} className={safe ? undefined : css.danger} disabled={busy} onClick={onConfirm}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
