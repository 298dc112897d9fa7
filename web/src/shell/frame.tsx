import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import css from './shell.module.css'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TopBar } from './top-bar.tsx'

type Open = 'palette' | 'shortcuts' | null

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

type Props = {
  /** No result page: neither the views nor a page of the rail are where one is. */
  plain?: boolean
  /** Beside the content, on a wide window. */
  aside?: ReactNode
  children: ReactNode
}

/** What stands around every screen of a survey: top bar, rail, palette. */
export function Frame({ plain = false, aside, children }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setOpen('palette')
      } else if (event.key === '?' && !isTyping(event.target)) setOpen('shortcuts')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const close = () => setOpen(null)
  return (
    <div className={plain ? `${css.app} ${css.plain}` : css.app}>
      <a href="#content" className={css.skip}>
        {t('shell.skip')}
      </a>
      <TopBar plain={plain} onPalette={() => setOpen('palette')} />
      <Rail plain={plain} />
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {aside}
      {open === 'palette' && <Palette onClose={close} onShortcuts={() => setTimeout(() => setOpen('shortcuts'))} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </div>
  )
}
