import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSidebar } from '../filter/filter-sidebar.tsx'
import { ResultPage } from '../page/result.page.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { DataNotice } from './data-notice.tsx'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import css from './shell.module.css'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TopBar } from './top-bar.tsx'

type Open = 'palette' | 'shortcuts' | 'filters' | null

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

/** The frame around every result page. */
export function Shell() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const small = useMedia(narrow)
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
    <div className={css.app}>
      <a href="#content" className={css.skip}>
        {t('shell.skip')}
      </a>
      <TopBar onPalette={() => setOpen('palette')} />
      <Rail />
      <main id="content" tabIndex={-1} className={css.main}>
        <DataNotice />
        <ResultPage onOpenFilters={small ? () => setOpen('filters') : undefined} />
      </main>
      {!small && (
        <aside className={css.aside} aria-label={t('filter.title')} data-screen-only>
          <FilterSidebar />
        </aside>
      )}
      {small && open === 'filters' && (
        <Dialog title={t('filter.title')} shape="sheet" onClose={close}>
          <div className={css.sheet}>
            <FilterSidebar />
          </div>
        </Dialog>
      )}
      {open === 'palette' && <Palette onClose={close} onShortcuts={() => setTimeout(() => setOpen('shortcuts'))} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </div>
  )
}
