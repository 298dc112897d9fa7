import { type ReactNode, useId } from 'react'
import css from './account.module.css'

/** One matter of an account, with what it means beside it. */
export function Section({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.about}>
        <h2 id={id}>{title}</h2>
        <p>{intro}</p>
      </div>
      <div className={css.content}>{children}</div>
    </section>
  )
}
