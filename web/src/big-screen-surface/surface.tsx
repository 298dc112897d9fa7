import { type ReactNode, useId } from 'react'
import css from './surface.module.css'

/** One thing on a picture, with its name above. */
export function Surface({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.surface} aria-labelledby={id}>
      <h2 id={id} className={css.name}>
        {title}
      </h2>
      {children}
    </section>
  )
}
