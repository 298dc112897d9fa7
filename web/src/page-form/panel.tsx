import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseButton } from '../control/control.tsx'
import css from './panel.module.css'

/** What belongs to the thing that is chosen: over the filters beside the page, or along the bottom of a phone. */
export function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      className={css.panel}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={css.head}>
        <h2 id={id} ref={head} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton label={t('close')} onClick={onClose} />
      </div>
      <div className={css.body}>{children}</div>
    </aside>
  )
}
