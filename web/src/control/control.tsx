import { formatDay } from '@kaiku/core/format.ts'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import css from './control.module.css'

type ButtonProps = ComponentProps<'button'>
const joined = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** A button with words. `primary`: the one act a place is for. */
export const Button = ({ primary, className, ...rest }: ButtonProps & { primary?: boolean }) => (
  <button type="button" {...rest} className={joined(css.button, primary && css.primary, className)} />
)

/** A button that reads like a link: it acts on what stands beside it. */
export const LinkButton = ({ className, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={joined(css.link, className)} />
)

/** A button with a picture only; `label` is its name and its tooltip. */
export const IconButton = ({
  label,
  small,
  className,
  children,
  ...rest
}: ButtonProps & { label: string; small?: boolean }) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    {...rest}
    className={joined(css.icon, small && css.small, className)}
  >
    {children}
  </button>
)

export const CloseButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton label={label} small onClick={onClick}>
    <IconX size={16} />
  </IconButton>
)

/** A text field with its label above and, when something is wrong, the words beside it. */
export function Field({
  label,
  fault,
  hideLabel,
  ...rest
}: ComponentProps<'input'> & { label: string; fault?: string | undefined; hideLabel?: boolean }) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? 'hidden-text' : css.label}>
        {label}
      </label>
      <input
        id={id}
        {...rest}
        className={css.input}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
      />
      {fault !== undefined && (
        <span id={`${id}-fault`} className={css.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

/** A text of several lines. */
export function LongField({
  label,
  hideLabel,
  ...rest
}: ComponentProps<'textarea'> & { label: string; hideLabel?: boolean }) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? 'hidden-text' : css.label}>
        {label}
      </label>
      <textarea id={id} rows={8} {...rest} className={`${css.input} ${css.long}`} />
    </div>
  )
}

/** A calendar day. While nobody writes in it, it reads as days do elsewhere on the screen. */
export function DayField({ value, ...rest }: ComponentProps<typeof Field> & { value: string }) {
  const { i18n } = useTranslation()
  return (
    <div className={css.day} data-given={value !== '' || undefined}>
      <Field {...rest} type="date" value={value} />
      <span className={css.dayText} aria-hidden>
        {value === '' ? '' : formatDay(value, i18n.language)}
      </span>
    </div>
  )
}

export type Choice<T extends string> = { value: T; title: string }

/** One of a few, by the system's own list: it works the same on a phone. */
export function Select<T extends string>({
  label,
  value,
  choices,
  boxed,
  onChange,
}: {
  label: string
  value: T
  choices: readonly Choice<T>[]
  boxed?: boolean
  onChange: (value: T) => void
}) {
  return (
    <span className={joined(css.choice, boxed && css.boxed)}>
      <select
        aria-label={label}
        className={css.select}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((one) => one.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.title}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} aria-hidden />
    </span>
  )
}

/** One of two to four, all in sight. */
export function Segments<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className={css.segments}>
      <legend className="hidden-text">{label}</legend>
      {choices.map((one) => (
        <label key={one.value} className={css.segment}>
          <input type="radio" name={name} checked={one.value === value} onChange={() => onChange(one.value)} />
          {one.title}
        </label>
      ))}
    </fieldset>
  )
}

export const Tick = ({ type = 'checkbox', ...rest }: ComponentProps<'input'>) => (
  <input type={type} {...rest} className={css.tick} />
)

export const Ticked = ({ children, ...rest }: ComponentProps<'input'> & { children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
  <label className={css.ticked}>
    <Tick {...rest} />
    {children}
  </label>
)
