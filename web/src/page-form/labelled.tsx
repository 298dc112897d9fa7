import css from './fields.module.css'

/** A control below its name, with what is wrong under it. */
export function Labelled({
  label,
  fault,
  children,
}: {
  label: string
  fault: string | undefined
  children: React.ReactNode
}) {
  return (
    <div className={css.field}>
      <span className={css.label} aria-hidden>
        {label}
      </span>
      {children}
      {fault !== undefined && (
        <span className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
