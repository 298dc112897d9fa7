import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { type SecretText, ShownOnce } from './shown-once.tsx'
import css from './token-list.module.css'

type Props = {
  title: string
  hint: string
  act: string
  /** Says that the secret is shown this one time. */
  once: string
  /** Makes it of what was entered: its texts, or in words what is wrong with the form. Throws what the server says. */
  make: (form: HTMLFormElement) => Promise<readonly SecretText[] | string>
  onMade: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks what a secret is for, then shows it, this once. */
export function MakeSecret({ title, hint, act, once, make, onMade, onClose, children }: Props) {
  const { t } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const [texts, setTexts] = useState<readonly SecretText[] | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void attempt(async () => {
      const made = await make(form)
      if (typeof made === 'string') return made
      setTexts(made)
      onMade()
      return null
    })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {texts ? (
        <ShownOnce why={once} texts={texts} onClose={onClose} />
      ) : (
        <form className={css.stage} onSubmit={submit}>
          <p className={css.hint}>{hint}</p>
          {children}
          <FormFault text={fault} />
          <div className={css.acts}>
            <Button onClick={onClose}>{t('people.cancel')}</Button>
            <Button type="submit" primary disabled={busy}>
              {act}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
