import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { usersQuery } from '../people/people.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { startPreview } from './preview.ts'
import css from './preview-dialog.module.css'

const mostShown = 50

/** Asks through whose eyes the draft of a survey is to be seen. */
export function PreviewDialog({ survey, onClose }: { survey: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { isUserAdmin, viewedAs } = useIdentity()
  const [userId, setUserId] = useState<string | null>(null)
  const { busy, fault, attempt } = useAttempt()
  const open = () => void attempt(() => startPreview(survey, userId))
  return (
    <Dialog title={t('block.previewTitle')} onClose={onClose}>
      <p className={css.why}>{t('block.previewWhy')}</p>
      {isUserAdmin && !viewedAs && <Eyes chosen={userId} onChoose={setUserId} />}
      <FormFault text={fault} />
      <div className={css.acts}>
        <Button onClick={onClose}>{t('saved.cancel')}</Button>
        <Button primary disabled={busy} onClick={open}>
          {t('block.previewOpen')}
        </Button>
      </div>
    </Dialog>
  )
}

type EyesProps = { chosen: string | null; onChoose: (userId: string | null) => void }

function Eyes({ chosen, onChoose }: EyesProps) {
  const { t, i18n } = useTranslation()
  const { userId: own } = useIdentity()
  const { data, error } = useQuery(usersQuery(i18n.language))
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim().toLocaleLowerCase(i18n.language))
  const people = (data ?? [])
    .filter(({ isRoot, state, userId }) => !isRoot && state !== 'deactivated' && userId !== own)
    .map(({ userId, username, givenName, familyName, roles }) => ({
      userId,
      username,
      name: `${givenName} ${familyName}`.trim() || username,
      roles: [...new Set(roles.map(({ name }) => name))].join(', '),
    }))
    .filter((one) => `${one.name} ${one.username} ${one.roles}`.toLocaleLowerCase(i18n.language).includes(search))
  if (error) return <p role="alert">{faultText(error, t)}</p>
  return (
    <fieldset className={css.eyes}>
      <legend>{t('block.previewAs')}</legend>
      <Field
        label={t('block.previewFind')}
        hideLabel
        type="search"
        autoComplete="off"
        placeholder={t('block.previewFind')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className={css.list}>
        <li>
          <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
            <b>{t('block.previewSelf')}</b>
          </button>
        </li>
        {people.slice(0, mostShown).map(({ userId, name, roles }) => (
          <li key={userId}>
            <button type="button" aria-pressed={chosen === userId} onClick={() => onChoose(userId)}>
              <b>{name}</b> <span>{roles}</span>
            </button>
          </li>
        ))}
      </ul>
      {people.length > mostShown && <p className={css.why}>{t('block.previewMore')}</p>}
    </fieldset>
  )
}
