import { type ReactNode, useId } from 'react'
import css from '../role-place/role.module.css'

/** One matter of a role under its heading. */
export function RolePart({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.part} aria-labelledby={id}>
      <div className={css.about}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      <div className={css.content}>{children}</div>
    </section>
  )
}
