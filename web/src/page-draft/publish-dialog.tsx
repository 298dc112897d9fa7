import type { PageFault } from '@kaiku/contract/page-draft.ts'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { ChangeList } from '../control/change-list.tsx'
import { Button } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { faultWords } from '../page-form/fault-words.ts'
import css from './page-draft.module.css'

type Change = Reply<'pageDraft.checkPages'>['changes'][number]
type Props = {
  checked: { readonly faults: readonly PageFault[]; readonly changes: readonly Change[] } | undefined
  /** Where something stands, by the names on the screen. */
  place: (place: string) => string
  change: (change: Change) => { readonly where: string; readonly before: string | null; readonly after: string | null }
  error: Error | null
  busy: boolean
  /** Absent: the viewer may not ask. */
  onWhoSees: (() => void) | undefined
  onPublish: () => void
  onClose: () => void
}

/** What publishing would change, or what stands in its way. */
export function PublishDialog({ checked, place, change, error, busy, onWhoSees, onPublish, onClose }: Props) {
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
                <b>{place(fault.place)}</b>: {faultWords(fault, t, i18n.language)}
              </li>
            ))}
          </ul>
        </>
      )}
      {faults.length === 0 && checked && (
        <>
          <p>{t(changes.length === 0 ? 'editor.nothingChanged' : 'editor.willChange')}</p>
          <ChangeList
            changes={changes.map((one) => {
              const { where, before, after } = change(one)
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
