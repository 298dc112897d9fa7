import { type ComponentProps, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field } from '../control/control.tsx'
import css from './question.module.css'

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & {
  value: string
  /** What stands there in the survey's own language. */
  beside?: string
  onSave: (value: string) => void
}

/** A field that is saved by itself: the button comes once something else stands in it. */
export function SavedField({ value, beside = '', onSave, ...field }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? value
  const isOther = shown.trim() !== value
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isOther) return
    onSave(shown.trim())
    setTyped(null)
  }
  return (
    <form className={css.saved} onSubmit={save}>
      <Field {...field} value={shown} onChange={({ target }) => setTyped(target.value)} />
      {isOther && (
        <Button primary type="submit">
          {t('save')}
        </Button>
      )}
      {beside !== '' && (
        <p className={css.beside} dir="auto">
          {beside}
        </p>
      )}
    </form>
  )
}
