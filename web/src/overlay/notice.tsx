import type { ReactNode } from 'react'
import css from './notice.module.css'

/** Why there is nothing here, and what to do about it. */
export const Notice = ({
  icon,
  title,
  children,
  action,
  alert,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  alert?: boolean
}) => (
  <div className={css.notice} role={alert ? 'alert' : undefined}>
    {icon}
    <p className={css.title}>{title}</p>
    {children !== undefined && <p className={css.text}>{children}</p>}
    {action}
  </div>
)
