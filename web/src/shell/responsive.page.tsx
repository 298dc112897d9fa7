import { useTranslation } from 'react-i18next'
import { FullNotice, StartLink } from './full-notice.tsx'

/** The way in for small screens: what this device is, and how to keep Kaiku at hand. */
export function ResponsivePage() {
  const { t } = useTranslation()
  const yes = (is: boolean) => t(is ? 'responsive.yes' : 'responsive.no')
  const facts = [
    `${t('responsive.size')}: ${window.innerWidth} × ${window.innerHeight}`,
    `${t('responsive.touch')}: ${yes(navigator.maxTouchPoints > 0)}`,
    `${t('responsive.dense')}: ${window.devicePixelRatio}`,
    `${t('responsive.network')}: ${yes(navigator.onLine)}`,
  ]
  return (
    <FullNotice title={t('responsive.title')} action={<StartLink />}>
      {t('responsive.why')} {facts.join(' · ')}
    </FullNotice>
  )
}
