import type { AccessAssertion } from '@kaiku/contract/access.ts'
import { type Permission, permissions } from '@kaiku/core/access.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Segments, Select } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { readPeopleAgain } from '../people/people.queries.ts'
import { type ChosenUser, UserPicker } from '../user/user-picker.tsx'
import css from './access.module.css'
import { type Place, PlaceField } from './place-field.tsx'

/** Says, or changes, what must stay true of somebody's access. */
export function AssertionDialog({ assertion, onClose }: { assertion: AccessAssertion | null; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, fault, attempt } = useAttempt()
  const [user, setUser] = useState<ChosenUser | null>(assertion)
  const [may, setMay] = useState(assertion?.may ?? false)
  const [permission, setPermission] = useState<Permission>(assertion?.permission ?? 'seeIndicators')
  const [note, setNote] = useState(assertion?.note ?? '')
  const [place, setPlace] = useState<Place | null>(
    assertion && { survey: assertion.survey, path: assertion.path, names: assertion.place },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (!user) return t('assertion.needsUser')
      if (!place) return t('assertion.needsPlace')
      const fields = { userId: user.userId, survey: place.survey, path: place.path, permission, may, note: note.trim() }
      if (assertion) await send('access.changeAssertion', { ...fields, assertionId: assertion.assertionId })
      else await send('access.assert', fields)
      await readPeopleAgain(client)
      onClose()
      return null
    })
  }
  return (
    <Dialog title={t(assertion ? 'assertion.change' : 'assertion.new')} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <UserPicker label={t('assertion.user')} chosen={user} onChoose={setUser} />
        <Segments
          label={t('assertion.may')}
          value={may ? 'must' : 'mustNot'}
          choices={[
            { value: 'mustNot', title: t('assertion.wordMustNot') },
            { value: 'must', title: t('assertion.wordMust') },
          ]}
          onChange={(value) => setMay(value === 'must')}
        />
        <div className={css.label}>
          <span>{t('access.permission')}</span>
          <Select
            label={t('access.permission')}
            boxed
            value={permission}
            choices={permissions.map((value) => ({ value, title: t(`permission.${value}`) }))}
            onChange={setPermission}
          />
        </div>
        <div className={css.label}>
          <span>{t('access.place')}</span>
          <PlaceField place={place} onPlace={setPlace} />
        </div>
        <Field
          label={t('assertion.note')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {fault !== '' && (
          <p role="alert" className={css.fault}>
            {fault}
          </p>
        )}
        <div className={css.acts}>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button type="submit" primary disabled={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
