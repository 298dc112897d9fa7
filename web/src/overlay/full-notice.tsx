import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../browser/title.ts'
import { Logo } from '../control/logo.tsx'
import css from './full-notice.module.css'
import { Skeleton } from './skeleton.tsx'

/** The whole window has one thing to say. */
export const FullNotice = ({
  title,
  action,
  more,
  children,
}: {
  title: string
  action?: ReactNode
  /** Between the words and what can be done. */
  more?: ReactNode
  children?: ReactNode
}) => {
  useTitle(title)
  return (
    <main className={css.full}>
      <Logo size={44} />
      <h1>{title}</h1>
      {children !== undefined && <p>{children}</p>}
      {more}
      <div className={css.acts}>{action}</div>
    </main>
  )
}

export function StartLink() {
  const { t } = useTranslation()
  return (
    <Link to="/" className={css.link}>
      {t('address.start')}
    </Link>
  )
}

/** The frame of a page while nothing is known yet. */
export function Waiting() {
  const { t } = useTranslation()
  return (
    <main className={css.waiting} aria-busy="true">
      <h1 className="hidden-text">{t('loading')}</h1>
      <Skeleton height={84} width="min(520px, 100%)" />
      <Skeleton height={140} />
      <Skeleton height={268} />
    </main>
  )
}
