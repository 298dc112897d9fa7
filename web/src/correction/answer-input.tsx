import type { Correctable, CorrectedValue } from '@kaiku/contract/correction.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Select, Ticked } from '../control/control.tsx'
import css from './correction.module.css'
import { fromCodes, fromCodeText, fromNumber, fromText, scaleChoices, textOf } from './correction-draft.ts'

type Props = {
  question: Correctable
  value: CorrectedValue
  fault: string | undefined
  onChange: (value: CorrectedValue) => void
}

/** A field for the answer to a question, of the kind that it asks for. */
export function AnswerInput({ question, value, fault, onChange }: Props) {
  const { t } = useTranslation()
  const { title, type, choices, isOpen, decimals } = question
  const given = (text: string) => onChange(fromText(text))
  const plain = { label: title, hideLabel: true, fault, value: textOf(value) }
  switch (type) {
    case 'choice':
      if (isOpen) return <OpenCode {...plain} choices={choices} onChange={given} />
      return <OneOf title={title} value={textOf(value)} choices={choices} onChange={given} />
    case 'scale':
      return (
        <OneOf
          title={title}
          value={textOf(value)}
          choices={scaleChoices(question)}
          onChange={(code) => onChange(fromNumber(code))}
        />
      )
    case 'multiple': {
      const chosen = Array.isArray(value) ? value : []
      const put = (codes: readonly string[]) => onChange(fromCodes(codes))
      if (isOpen)
        return (
          <Field
            {...plain}
            placeholder={t('correction.codes')}
            onChange={({ target }) => onChange(fromCodeText(target.value))}
          />
        )
      return (
        <fieldset className={css.choices}>
          <legend className="hidden-text">{title}</legend>
          {choices.map(({ code, title: name }) => (
            <Ticked
              key={code}
              checked={chosen.includes(code)}
              onChange={({ target }) => put(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))}
            >
              {name}
            </Ticked>
          ))}
        </fieldset>
      )
    }
    case 'number':
      return (
        <Field
          {...plain}
          type="number"
          step={10 ** -decimals}
          onChange={({ target }) => onChange(fromNumber(target.value))}
        />
      )
    case 'date':
      return <Field {...plain} type="date" onChange={({ target }) => given(target.value)} />
    case 'text':
      return (
        <>
          <textarea
            aria-label={title}
            className={css.text}
            rows={2}
            value={textOf(value)}
            onChange={({ target }) => given(target.value)}
          />
          {fault !== undefined && <span role="alert">{fault}</span>}
        </>
      )
  }
}

type OpenProps = {
  label: string
  hideLabel: boolean
  fault: string | undefined
  value: string
  choices: readonly { code: string; title: string }[]
  onChange: (code: string) => void
}

/** Any code; those that have a name are found by it. */
function OpenCode({ choices, onChange, ...field }: OpenProps) {
  const id = useId()
  const name = choices.find(({ code }) => code === field.value)?.title
  return (
    <>
      <Field {...field} list={id} onChange={({ target }) => onChange(target.value)} />
      <datalist id={id}>
        {choices.map(({ code, title }) => (
          <option key={code} value={code} label={title} />
        ))}
      </datalist>
      {name !== undefined && name !== field.value && <p className={css.hint}>{name}</p>}
    </>
  )
}

type OneOfProps = {
  title: string
  value: string
  choices: readonly { code: string; title: string }[]
  onChange: (code: string) => void
}

function OneOf({ title, value, choices, onChange }: OneOfProps) {
  const { t } = useTranslation()
  const isListed = value === '' || choices.some(({ code }) => code === value)
  return (
    <Select
      boxed
      label={title}
      value={value}
      choices={[
        { value: '', title: t('correction.none') },
        ...choices.map(({ code, title: name }) => ({ value: code, title: name })),
        ...(isListed ? [] : [{ value, title: value }]),
      ]}
      onChange={onChange}
    />
  )
}
