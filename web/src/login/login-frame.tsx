import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../browser/title.ts'
import { useLook } from '../control/brand.ts'
import { BrandLogo } from '../control/brand-logo.tsx'
import { OpenMessageBars } from '../system-message/message-bars.tsx'
import { chooseLocale, locales, useOfferedLocales } from '../text/text.ts'
import css from './login-frame.module.css'

type Props = {
  title: string
  intro?: ReactNode
  /** Why one is here; said quietly above everything. */
  notice?: string | undefined
  children?: ReactNode
}

/** The frame of everything that is done before one is signed in. */
export function LoginFrame({ title, intro, notice, children }: Props) {
  const { t, i18n } = useTranslation()
  const offered = useOfferedLocales()
  const { title: universe } = useLook()
  useTitle(title)
  return (
    <div className={css.frame}>
      <div className={css.messages}>
        <OpenMessageBars />
      </div>
      <main className={css.card}>
        <div className={css.brand}>
          <BrandLogo size={40} />
          <span>{universe || t('brand')}</span>
        </div>
        {notice !== undefined && (
          <p role="status" className={css.notice}>
            {notice}
          </p>
        )}
        <h1>{title}</h1>
        {intro !== undefined && <p className={css.intro}>{intro}</p>}
        {children}
      </main>
      <nav className={css.locales} aria-label={t('display.language')}>
        {offered.map((locale) => (
          <button
            key={locale}
            type="button"
            lang={locale}
            aria-pressed={i18n.language === locale}
            onClick={() => void chooseLocale(locale)}
          >
            {locales[locale]}
          </button>
        ))}
      </nav>
    </div>
  )
}
