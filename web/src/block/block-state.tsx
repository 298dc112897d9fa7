import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import css from './block.module.css'

type Props = {
  head: { readonly by: string; readonly at: string } | null
  isNew: boolean
  isSaving: boolean
  isChanged: boolean
}

/** Whose draft it is, and whether what was written is kept. */
export function BlockState({ head, isNew, isSaving, isChanged }: Props) {
  const { t, i18n } = useTranslation()
  const said = isSaving
    ? t('block.saving')
    : isChanged
      ? t('people.notSaved')
      : head
        ? t('block.draftOf', { by: head.by, when: momentText(head.at, i18n.language) })
        : t(isNew ? 'block.isNone' : 'block.asPublished')
  return (
    <p className={css.state} role="status">
      {said}
    </p>
  )
}
