import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { ConflictNotice } from '../user/conflict-notice.tsx'
import css from './draft-end.module.css'
import { SaveFault } from './save-fault.tsx'

type Props = {
  isNew: boolean
  isChanged: boolean
  /** Says that more would be given than one has; empty: it would not. */
  tooMuch: string
  /** Something else is missing. */
  isIncomplete?: boolean
  busy: boolean
  error: Error | null
  /** The names of what others changed meanwhile; null: nothing stands in the way. */
  conflict: readonly string[] | null
  /** What makes a new one. */
  create: string
  onTheirs: () => void
  onMine: () => void
  onUndo: () => void
}

/** The end of a form of people's rights: why it was not saved, and the way to save it. */
export function DraftEnd({ isNew, isChanged, tooMuch, isIncomplete = false, busy, error, conflict, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {conflict ? (
        <ConflictNotice fields={conflict} onTheirs={rest.onTheirs} onMine={rest.onMine} />
      ) : (
        error && <SaveFault error={error} />
      )}
      <div className={css.acts} data-changed={isChanged || undefined}>
        <Button type="submit" primary disabled={busy || !isChanged || isIncomplete || tooMuch !== ''}>
          {isNew ? rest.create : t('save')}
        </Button>
        {isChanged && !isNew && <Button onClick={rest.onUndo}>{t('undo')}</Button>}
        {isChanged && <span>{tooMuch || t('people.notSaved')}</span>}
      </div>
    </>
  )
}
