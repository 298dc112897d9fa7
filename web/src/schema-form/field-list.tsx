import type { ReactNode } from 'react'
import css from './schema-form.module.css'

/** Fields that are told together, and what is wrong with all of them. */
export const FieldList = ({
  label,
  fault,
  children,
}: {
  label: string
  fault: string | undefined
  children: ReactNode
}) => (
  <fieldset className={css.list}>
    <legend>{label}</legend>
    {fault !== undefined && (
      <span className={css.fault} role="alert">
        {fault}
      </span>
    )}
    {children}
  </fieldset>
)
