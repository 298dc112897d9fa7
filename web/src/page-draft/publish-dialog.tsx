import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { ChangeList } from '../control/change-list.tsx'
import { Button } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import type { Pages } from '../page-editor/use-page-editor.ts'
import { faultWords, placeWords } from '../page-form/fault-words.ts'
import { changeWords } from './change-words.ts'
import css from './page-draft.module.css'

type Props = {
  pages: Pages
  checked: Reply<'pageDraft.checkPages'> | undefined
  error: Error | null
  busy: boolean
  /** Absent: the viewer may not ask. */
  onWhoSees: (() => void) | undefined
  onPublish: () => void
  onClose: () => void
}

/** What publishing would change, or what stands in its way. */
export function PublishDialog({ pages, checked, error, busy, onWhoSees, onPublish, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { faults = [], changes = [] } = checked ?? {}
  return (
    <Dialog title={t('editor.publish')} onClose={onClose}>
      {error && <p role="alert">{faultText(error, t)}</p>}
      {faults.length > 0 && (
        <>
          <p role="alert">{t('editor.faulty')}</p>
          <ul className={css.faults}>
            {faults.map((fault) => (
              <li key={`${fault.place} ${fault.found}`}>
                <b>{placeWords(fault.place, pages, t, i18n.language)}</b>: {faultWords(fault, t, i18n.language)}
              </li>
            ))}
          </ul>
        </>
      )}
      {faults.length === 0 && checked && (
        <>
          <p>{t(changes.length === 0 ? 'editor.nothingChanged' : 'editor.willChange')}</p>
          <ChangeList
            changes={changes.map((change) => {
              const { where, before, after } = changeWords(change, pages, t, i18n.language)
              return { where, before: before === null ? [] : [before], after: after === null ? [] : [after] }
            })}
          />
        </>
      )}
      <div className={css.acts}>
        {onWhoSees && <Button onClick={onWhoSees}>{t('page.whoSees')}</Button>}
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button primary disabled={busy || !checked || faults.length > 0 || changes.length === 0} onClick={onPublish}>
          {t('editor.publish')}
        </Button>
      </div>
    </Dialog>
  )
}
