import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import css from '../control/token-list.module.css'
import { CopiedTexts } from './copied-text.tsx'

type Props = {
  /** Says that this is the only time. */
  why: string
  texts: readonly { title: string; value: string }[]
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
