import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../control/control.tsx'
import css from './period-control.module.css'

type Props = {
  /** With the names of its blanks between angle brackets. */
  text: string
  blanks: Readonly<Record<string, ReactNode>>
}

/** A sentence to fill in. */
export const Sentence = ({ text, blanks }: Props) => (
  <div className={css.sentence}>
    {text.split(/<(\w+)>/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have a place and no name
      <Fragment key={at}>{at % 2 === 1 ? blanks[part] : part.trim() !== '' && <span>{part.trim()}</span>}</Fragment>
    ))}
  </div>
)

/** How many, in a sentence. */
export function CountBlank(props: { value: string; isRight: boolean; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <span className={css.few}>
      <Field
        label={t('period.count')}
        hideLabel
        inputMode="numeric"
        autoComplete="off"
        value={props.value}
        fault={props.isRight ? undefined : t('VALIDATE_ERROR_MANDATORY')}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </span>
  )
}
