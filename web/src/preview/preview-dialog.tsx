import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Place, PlaceField } from '../access/place-field.tsx'
import { faultText } from '../call/fault-text.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { FormFault } from '../control/form.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { rolesQuery, usersQuery } from '../people/people.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { type Eyes, startPreview } from './preview.ts'
import css from './preview-dialog.module.css'

const mostShown = 50

type Props = {
  survey: string
  /** The address where the drafts are written. */
  back: string
  onClose: () => void
}

/** Asks through whose eyes the draft of a survey is to be seen. */
export function PreviewDialog({ survey, back, onClose }: Props) {
  const { t } = useTranslation()
  const { isUserAdmin, viewedAs } = useIdentity()
  const [eyes, setEyes] = useState<Eyes>({ of: 'self' })
  const { busy, fault, attempt } = useAttempt()
  const open = () => void attempt(() => startPreview(survey, eyes, back))
  return (
    <Dialog title={t('previewDialog.title')} onClose={onClose}>
      <p className={css.why}>{t('previewDialog.why')}</p>
      {isUserAdmin && !viewedAs && (
        <>
          <Members
            chosen={eyes.of === 'member' ? eyes.userId : eyes.of === 'self' ? null : ''}
            onChoose={(userId) => setEyes(userId === null ? { of: 'self' } : { of: 'member', userId })}
          />
          <AsRole survey={survey} eyes={eyes} onChoose={setEyes} />
        </>
      )}
      <FormFault text={fault} />
      <div className={css.acts}>
        <Button onClick={onClose}>{t('saved.cancel')}</Button>
        <Button primary disabled={busy} onClick={open}>
          {t('previewDialog.open')}
        </Button>
      </div>
    </Dialog>
  )
}

/** `chosen`: a member; null is oneself, empty neither. */
type MembersProps = { chosen: string | null; onChoose: (userId: string | null) => void }

function Members({ chosen, onChoose }: MembersProps) {
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
      <legend>{t('previewDialog.as')}</legend>
      <Field
        label={t('previewDialog.find')}
        hideLabel
        type="search"
        autoComplete="off"
        placeholder={t('previewDialog.find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className={css.list}>
        <li>
          <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
            <b>{t('previewDialog.self')}</b>
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
      {people.length > mostShown && <p className={css.why}>{t('previewDialog.more')}</p>}
    </fieldset>
  )
}

type RoleProps = { survey: string; eyes: Eyes; onChoose: (eyes: Eyes) => void }

/** A role that holds in the survey, and where. */
function AsRole({ survey, eyes, onChoose }: RoleProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(rolesQuery)
  const [place, setPlace] = useState<Place | null>(null)
  const roles = (data ?? []).filter(({ surveys }) => surveys === null || surveys.includes(survey))
  const roleId = eyes.of === 'role' ? eyes.roleId : ''
  if (error) return <p role="alert">{faultText(error, t)}</p>
  return (
    <div className={css.role}>
      <p className={css.legend} aria-hidden>
        {t('previewDialog.role')}
      </p>
      <Select
        boxed
        label={t('previewDialog.role')}
        value={roleId}
        choices={[
          { value: '', title: t('previewDialog.noRole') },
          ...roles.map(({ roleId: value, name: title }) => ({ value, title })),
        ]}
        onChange={(next) =>
          onChoose(next === '' ? { of: 'self' } : { of: 'role', roleId: next, path: place?.path ?? '' })
        }
      />
      {roleId !== '' && (
        <PlaceField
          within={survey}
          place={place}
          onPlace={(next) => {
            setPlace(next)
            onChoose({ of: 'role', roleId, path: next.path })
          }}
        />
      )}
      {roleId !== '' && !place && <p className={css.why}>{t('previewDialog.everywhere')}</p>}
    </div>
  )
}
