import { type Chrome, screenAt, screens } from '@kaiku/core/screen.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyAct } from '../browser/keys.ts'
import { useSize } from '../chart/size.ts'
import { PreviewBar } from '../preview/preview-bar.tsx'
import { useReportDownload } from '../report/report-download.ts'
import { besides } from '../session/side-view.ts'
import { MessageBars } from '../system-message/message-bars.tsx'
import { withTexts } from '../text/with-texts.ts'
import { ActingBanner } from './acting-banner.tsx'
import { Rail } from './rail.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const loadPalette = async () => ({ default: (await import('../palette/palette.tsx')).Palette })
const Palette = lazy(loadPalette)
/** Milliseconds. */
const paletteAfter = 3_000
/** Pixels of messages that stay in sight; more of them go with the content. */
const mostMessages = 160
const ShortcutsDialog = lazy(async () => ({
  default: (await import('../palette/shortcuts-dialog.tsx')).ShortcutsDialog,
}))
const loadFollowing = withTexts('report')(() => import('../report/follow-report.tsx'))
const FollowReport = lazy(async () => ({ default: (await loadFollowing()).FollowReport }))
const SupportDialog = lazy(async () => ({ default: (await import('../support/support-dialog.tsx')).SupportDialog }))

declare module 'react' {
  interface CSSProperties {
    /** How high the messages over a screen are, and what else stands there. */
    '--messages'?: string
    '--banner'?: string
  }
}

type Open = 'palette' | 'shortcuts' | 'support' | null

type Props = {
  /** No result page: no page of the rail is where one is. */
  plain?: boolean
  /** Beside the content, on a wide window; `folded`: only as wide as the way to open it. */
  aside?: ReactNode
  folded?: boolean
  children: ReactNode
}

/** What stands around every screen of a survey: top bar, rail, palette. */
export function Frame({ plain = false, aside, folded = false, children }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  // Before the first paint: who sees the screen may press its keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setOpen('palette')
      } else keyAct(event, { '?': () => setOpen('shortcuts') })?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  // Whoever opens it types at once: it comes before, but after what one waits for.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => null), paletteAfter)
    return () => clearTimeout(timer)
  }, [])
  const report = useReportDownload()
  const close = () => setOpen(null)
  const [messages, , messagesHeight] = useSize<HTMLDivElement>()
  const isTall = messagesHeight > mostMessages
  const [banner, , bannerHeight] = useSize<HTMLDivElement>()
  const screen = useLocation({ select: ({ pathname }) => screenAt(pathname)?.screen })
  const hides: readonly Chrome[] = screen === undefined ? [] : screens[screen].hides
  // Beside another page this one stands alone.
  if (besides)
    return (
      <div className={css.beside}>
        <main id="content" tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
    )
  return (
    <div
      className={`${css.app} ${plain ? css.plain : ''} ${hides.includes('menu') ? css.bare : ''} ${folded ? css.folded : ''}`}
      style={{ '--messages': `${isTall ? 0 : messagesHeight}px`, '--banner': `${bannerHeight}px` }}
    >
      <a href="#content" className={css.skip}>
        {t('shell.skip')}
      </a>
      <div ref={messages} className={`${css.messages} ${isTall ? css.tall : ''}`}>
        <MessageBars />
      </div>
      <div ref={banner} className={css.banner}>
        <PreviewBar />
        <ActingBanner />
      </div>
      <TopBar hides={hides} onPalette={() => setOpen('palette')} />
      {!hides.includes('menu') && <Rail plain={plain} />}
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {aside}
      <Suspense fallback={null}>{report.state !== 'none' && <FollowReport />}</Suspense>
      <Suspense fallback={null}>
        {open === 'palette' && (
          <Palette
            onClose={close}
            onShortcuts={() => setTimeout(() => setOpen('shortcuts'))}
            onSupport={() => setTimeout(() => setOpen('support'))}
          />
        )}
        {open === 'support' && <SupportDialog onClose={close} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
