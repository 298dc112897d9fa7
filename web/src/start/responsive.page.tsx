import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { FullNotice, StartLink } from '../overlay/full-notice.tsx'
import css from './responsive.module.css'

/** What a browser offers that can install an app; Chromium only. */
type InstallOffer = Event & { prompt(): Promise<unknown> }
const isOffer = (event: Event): event is InstallOffer => 'prompt' in event

/** CSS pixels, upright for what is held in the hand. */
const windows = { phone: [390, 844], tablet: [820, 1_180], tv: [1_920, 1_080] } as const

/** The way in for small screens: what this device is, how to keep Kaiku at hand, how it looks on others. */
export function ResponsivePage() {
  const { t } = useTranslation()
  const install = useInstall()
  const yes = (is: boolean) => t(is ? 'responsive.yes' : 'responsive.no')
  const facts = [
    [t('responsive.size'), `${window.innerWidth} × ${window.innerHeight}`],
    [t('responsive.touch'), yes(navigator.maxTouchPoints > 0)],
    [t('responsive.dense'), String(window.devicePixelRatio)],
    [t('responsive.network'), yes(navigator.onLine)],
  ] as const
  const kinds = Object.keys(windows) as (keyof typeof windows)[]
  const more = (
    <>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className={css.look} aria-label={t('responsive.look')}>
        <h2>{t('responsive.look')}</h2>
        <p>{t('responsive.lookWhy')}</p>
        <div className={css.kinds}>
          {kinds.map((kind) => (
            <Button key={kind} onClick={() => openAt(kind)}>
              {t(`responsive.${kind}`, { width: windows[kind][0] })}
            </Button>
          ))}
        </div>
      </section>
    </>
  )
  return (
    <FullNotice
      title={t('responsive.title')}
      more={more}
      action={
        <>
          {install && (
            <Button primary onClick={install}>
              {t('responsive.install')}
            </Button>
          )}
          <StartLink />
        </>
      }
    >
      {t('responsive.why')}
    </FullNotice>
  )
}

/** A window of its own has the width that the layout asks for; a frame is refused to every page. */
function openAt(kind: keyof typeof windows) {
  const [width, height] = windows[kind]
  window.open('/', `kaiku-${kind}`, `popup,width=${width},height=${height}`)
}

/** Null: this browser offers none, or Kaiku is installed. */
function useInstall(): (() => void) | null {
  const [offer, setOffer] = useState<InstallOffer | null>(null)
  useEffect(() => {
    const keep = (event: Event) => {
      if (!isOffer(event)) return
      event.preventDefault()
      setOffer(event)
    }
    window.addEventListener('beforeinstallprompt', keep)
    return () => window.removeEventListener('beforeinstallprompt', keep)
  }, [])
  return offer && (() => void offer.prompt().then(() => setOffer(null)))
}
