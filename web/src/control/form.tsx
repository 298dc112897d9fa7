import type { ReactNode } from 'react'
import css from './form.module.css'

/** Why a form as a whole was not taken, said as soon as it is known; empty: nothing is wrong. */
export const FormFault = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p role="alert" className={css.fault}>
      {text}
    </p>
  )

/** What has no label of its own, under its name. */
export const Labelled = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.labelled}>
    <span>{title}</span>
    {children}
  </div>
)
