import type { PlaceName } from '@kaiku/contract/role.ts'
import { covers } from '@kaiku/core/covers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveFault } from '../access/save-fault.tsx'
import type { Reply } from '../calls.ts'
import { Refusal, send } from '../send.ts'
import { Button, Field } from '../ui/control.tsx'
import { say } from '../ui/snackbar.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { ConflictNotice } from '../user/conflict-notice.tsx'
import { useOpenPeople } from '../user/open-people.ts'
import { readPeopleAgain, rolePlacesQuery, roleQuery } from '../user/people.queries.ts'
import { PermissionGrid } from './permission-grid.tsx'
import css from './role.module.css'
import { differingFields, emptyRole, type RoleDraft, roleDraftOf } from './role-draft.ts'
import { RoleMembers } from './role-members.tsx'
import { RolePart } from './role-part.tsx'
import { RoleScope } from './role-scope.tsx'
import { RuleEditor } from './rule-editor.tsx'

type KnownRole = Reply<'role'>
type Props = { known: KnownRole | null; isLeaving: { current: boolean } }

/** What a role allows and where. Null: a new one. */
export function RoleForm({ known: role, isLeaving }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const open = useOpenPeople()
  const places = useQuery(rolePlacesQuery(i18n.language)).data
  const [base, setBase] = useState(role)
  const start = base ? roleDraftOf(base) : emptyRole
  const [draft, setDraft] = useState<RoleDraft>(start)
  const [added, setAdded] = useState<readonly PlaceName[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const isChanged = differingFields(draft, start).length > 0
  const isAbove = base?.isAbove === true
  const limit = places?.limit ?? null
  const isTooMuch = limit !== null && !covers(limit, [{ ...draft, role: draft.name }])
  useUnsaved(isChanged, isLeaving)
  const change = (part: Partial<RoleDraft>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async (version = base?.version) => {
    setBusy(true)
    setError(null)
    try {
      const fields = { ...draft, name: draft.name.trim(), description: draft.description.trim() }
      const saved =
        base === null || version === undefined
          ? await send('createRole', fields)
          : await send('saveRole', { ...fields, roleId: base.roleId, version })
      const read = await client.fetchQuery({ ...roleQuery(saved.roleId, i18n.language), staleTime: 0 })
      setBase(read)
      setDraft(roleDraftOf(read))
      say(t('role.saved', { name: saved.name }))
      isLeaving.current = base === null
      if (base === null) await open.role(saved.roleId)
      await readPeopleAgain(client)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      if (base && isConflict(failure))
        await client.invalidateQueries({ queryKey: roleQuery(base.roleId, i18n.language).queryKey })
    } finally {
      setBusy(false)
    }
  }
  const theirs = error && isConflict(error) && role && base && role.version !== base.version ? role : null
  const names = [...(base?.places ?? []), ...(role?.places ?? []), ...added]
  return (
    <form
      className={css.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {isAbove && <p className={css.above}>{t('role.above')}</p>}
      <fieldset className={css.all} disabled={isAbove}>
        <RolePart title={t('role.about')}>
          <Field
            label={t('role.name')}
            required
            maxLength={100}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            label={t('role.description')}
            maxLength={1000}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </RolePart>
        <RolePart title={t('role.permissions')} hint={t('role.permissionsWhy')}>
          <PermissionGrid
            chosen={draft.permissions}
            own={limit?.flatMap(({ permissions }) => permissions) ?? null}
            onChoose={(permissions) => change({ permissions })}
          />
        </RolePart>
        <RolePart title={t('role.scope')} hint={t('role.scopeWhy')}>
          {places && (
            <RoleScope
              draft={draft}
              places={places}
              names={names}
              onName={(place) => setAdded((before) => [...before, place])}
              onChange={change}
            />
          )}
        </RolePart>
        <RolePart title={t('role.rules')} hint={t('role.rulesWhy')}>
          <RuleEditor rules={draft.rules} onRules={(rules) => change({ rules })} />
        </RolePart>
      </fieldset>
      {base && (
        <RolePart title={t('role.people')}>
          <RoleMembers people={role?.people ?? base.people} />
        </RolePart>
      )}
      {theirs && base ? (
        <ConflictNotice
          fields={differingFields(roleDraftOf(base), roleDraftOf(theirs)).map((field) => t(`role.field.${field}`))}
          onTheirs={() => {
            setBase(theirs)
            setDraft(roleDraftOf(theirs))
            setError(null)
          }}
          onMine={() => {
            setBase(theirs)
            void submit(theirs.version)
          }}
        />
      ) : (
        error && <SaveFault error={error} />
      )}
      <div className={css.acts} data-changed={isChanged || undefined}>
        <Button type="submit" primary disabled={busy || !isChanged || isTooMuch}>
          {t(base ? 'save' : 'role.create')}
        </Button>
        {isChanged && base && <Button onClick={() => setDraft(start)}>{t('undo')}</Button>}
        {isChanged && <span>{t(isTooMuch ? 'role.exceeds' : 'people.notSaved')}</span>}
      </div>
    </form>
  )
}

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.reason?.key === 'role.changed'
