import type { ReactNode } from 'react'
import css from './badge.module.css'

/** A short word on a state; the colour only underlines what the word says. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad' | 'warn'
  children: ReactNode
}) => (
  <span className={css.badge} data-tone={tone}>
    {children}
  </span>
)
