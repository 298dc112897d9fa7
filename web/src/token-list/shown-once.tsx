import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { CopiedTexts } from '../overlay/copied-text.tsx'
import css from './token-list.module.css'

/** A part of a secret, or what belongs to it, under its name. */
export type SecretText = { readonly title: string; readonly value: string }

type Props = {
  /** Says that this is the only time. */
  why: string
  texts: readonly SecretText[]
  onClose: () => void
}

/** A secret that was just made, to take elsewhere: it is never shown again. */
export function ShownOnce({ why, texts, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.stage}>
      <p role="status">{why}</p>
      <CopiedTexts texts={texts} />
      <div className={css.acts}>
        <Button primary onClick={onClose}>
          {t('people.done')}
        </Button>
      </div>
    </div>
  )
}
