import { type ReactNode, useId } from 'react'
import css from './section.module.css'

type Props = { title: string; intro?: ReactNode; children: ReactNode }

/** One matter of a longer form under its heading, with what it means beside it. */
export function Section({ title, intro, children }: Props) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.about}>
        <h2 id={id}>{title}</h2>
        {intro !== undefined && <p>{intro}</p>}
      </div>
      <div className={css.content}>{children}</div>
    </section>
  )
}
