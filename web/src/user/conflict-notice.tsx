import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import css from './conflict-notice.module.css'

type Props = { fields: readonly string[]; onTheirs: () => void; onMine: () => void }

/** Somebody else saved meanwhile: shows what they changed, and lets one choose. */
export function ConflictNotice({ fields, onTheirs, onMine }: Props) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={css.conflict}>
      <b>{t('people.conflict')}</b>
      {fields.length > 0 && <p>{t('people.conflictFields', { fields: fields.join(', ') })}</p>}
      <div className={css.acts}>
        <Button onClick={onTheirs}>{t('people.takeTheirs')}</Button>
        <Button onClick={onMine}>{t('people.keepMine')}</Button>
      </div>
    </div>
  )
}
