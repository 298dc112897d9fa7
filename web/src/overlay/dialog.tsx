import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseButton } from '../control/control.tsx'
import css from './dialog.module.css'

type Props = {
  title: string
  /** `top`: a bare panel high up, for the palette; `sheet`: rises from the bottom edge of a phone; `side`: at the side, on a phone a sheet; `whole`: nearly all of the window. */
  shape?: 'middle' | 'top' | 'sheet' | 'side' | 'whole'
  onClose: () => void
  children: ReactNode
}

/** A modal dialog: it holds the focus while open and gives it back when closed. */
export function Dialog({ title, shape = 'middle', onClose, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    ref.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is only on the backdrop; Escape closes by itself
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`${css.dialog} ${shape === 'middle' ? '' : css[shape]}`}
      onClose={onClose}
      onCancel={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {shape === 'top' ? (
        <h2 id={id} className="hidden-text">
          {title}
        </h2>
      ) : (
        <div className={css.head}>
          <h2 id={id}>{title}</h2>
          <CloseButton label={t('close')} onClick={onClose} />
        </div>
      )}
      {shape === 'top' ? children : <div className={css.body}>{children}</div>}
    </dialog>
  )
}
