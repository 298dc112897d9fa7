import type { ReactNode } from 'react'
import { useTitle } from '../browser/title.ts'
import css from './page-head.module.css'

type Props = {
  title: string
  /** Beside the title: how many, in which state. */
  note?: ReactNode
  /** The way up. */
  back?: ReactNode
  actions?: ReactNode
}

/** The heading of a screen with what can be done there. */
export function PageHead({ title, note, back, actions }: Props) {
  useTitle(title)
  return (
    <header className={css.head}>
      <div className={css.words}>
        {back !== undefined && <nav className={css.back}>{back}</nav>}
        <div className={css.line}>
          <h1>{title}</h1>
          {note}
        </div>
      </div>
      <div className={css.actions}>{actions}</div>
    </header>
  )
}
