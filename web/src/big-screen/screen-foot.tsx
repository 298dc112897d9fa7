import { formatCount } from '@kaiku/core/format.ts'
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ageText } from './age.ts'
import css from './big-screen.module.css'
import type { Rotation } from './use-rotation.ts'
import type { Shown } from './use-screen.ts'

type Props = { shown: Shown; isLost: boolean; rotation: Rotation; titles: readonly string[]; now: number }

/** Where in the round one is, and how fresh the figures are. */
export function ScreenFoot({ shown, isLost, rotation, titles, now }: Props) {
  const { t, i18n } = useTranslation()
  const { at, isPaused, left, go, pause } = rotation
  const age = ageText(now - shown.confirmedAt, i18n.language)
  return (
    <footer className={css.foot}>
      {titles.length > 1 && (
        <nav aria-label={t('screen.pictures')}>
          {titles.map((title, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: pictures have a place in the round and no name
              key={index}
              type="button"
              className={css.dot}
              aria-current={index === at}
              aria-label={t('screen.picture', { at: index + 1, of: titles.length, title })}
              onClick={() => go(index)}
            />
          ))}
          <button type="button" className={css.pause} onClick={() => pause(!isPaused)}>
            {isPaused ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
            <span className="hidden-text">{t(isPaused ? 'screen.goOn' : 'screen.pause')}</span>
          </button>
          <span aria-hidden>{isPaused ? t('screen.paused') : t('screen.next', { seconds: left })}</span>
        </nav>
      )}
      <p className={css.news} role="status">
        {shown.added > 0 && t('screen.added', { count: shown.added, n: formatCount(shown.added, i18n.language) })}
      </p>
      {isLost ? (
        <p className={css.lost}>
          <span role="alert">
            <IconAlertTriangle aria-hidden /> {t('screen.lost')}
          </span>{' '}
          · {t('screen.age', { age })}
        </p>
      ) : (
        <p className={css.live}>
          {t('screen.live')} · {t('screen.age', { age })}
        </p>
      )}
    </footer>
  )
}
