import type { PlaceName } from '@kaiku/contract/role.ts'
import { holdsSomewhere } from '@kaiku/core/assignment.ts'
import { covers } from '@kaiku/core/covers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveFault } from '../access/save-fault.tsx'
import { useUnsaved } from '../browser/unsaved.ts'
import type { Reply } from '../call/calls.ts'
import { CallError, send } from '../call/send.ts'
import { Button, Field } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { readPeopleAgain, rolePlacesQuery, roleQuery } from '../people/people.queries.ts'
import { copyOf, differingFields, emptyRole, type RoleDraft, roleDraftOf } from '../people/role-draft.ts'
import { PlacesEditor } from '../role-place/places-editor.tsx'
import css from '../role-place/role.module.css'
import { ConflictNotice } from '../user/conflict-notice.tsx'
import { useOpenPeople } from '../user/open-people.ts'
import { PermissionGrid } from './permission-grid.tsx'
import { RoleMembers } from './role-members.tsx'
import { RoleSurveys } from './role-surveys.tsx'
import { RuleEditor } from './rule-editor.tsx'

type KnownRole = Reply<'role.one'>
type Props = { known: KnownRole | null; isLeaving: { current: boolean } }

/** What a role allows, and who has it where. Null: a new one. */
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
  // Rules and groups give the role wherever it says; everybody else has it at places of their own.
  const isAutomatic = draft.rules.length > 0 || (base?.groups ?? 0) > 0
  const fields = isAutomatic ? draft : { ...draft, rows: start.rows, figures: start.figures }
  const held = [...(isAutomatic ? [fields] : []), ...(base?.people ?? [])]
  const isTooMuch =
    limit !== null &&
    (!holdsSomewhere(limit, draft) ||
      !covers(
        limit,
        held.map(({ rows, figures }) => ({ ...draft, role: draft.name, rows, figures })),
      ))
  useUnsaved(isChanged, isLeaving)
  const change = (part: Partial<RoleDraft>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async (version = base?.version) => {
    setBusy(true)
    setError(null)
    try {
      const sent = { ...fields, name: draft.name.trim(), description: draft.description.trim() }
      const saved =
        base === null || version === undefined
          ? await send('role.create', sent)
          : await send('role.save', { ...sent, roleId: base.roleId, version })
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
        <Section title={t('role.about')}>
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
        </Section>
        <Section title={t('role.permissions')} intro={t('role.permissionsWhy')}>
          <PermissionGrid
            chosen={draft.permissions}
            own={limit?.flatMap(({ permissions }) => permissions) ?? null}
            onChoose={(permissions) => change({ permissions })}
          />
        </Section>
        <Section title={t('role.surveys')} intro={t('role.surveysWhy')}>
          {places && (
            <RoleSurveys surveys={draft.surveys} known={places.surveys} onSurveys={(surveys) => change({ surveys })} />
          )}
        </Section>
        <Section title={t('role.rules')} intro={t('role.rulesWhy')}>
          <RuleEditor rules={draft.rules} onRules={(rules) => change({ rules })} />
          {isAutomatic && places && (
            <>
              <h3 className={css.limit}>{t('role.autoPlaces')}</h3>
              <p className={css.everywhere}>{t('role.autoPlacesWhy')}</p>
              <PlacesEditor
                label={t('role.autoPlaces')}
                surveys={draft.surveys}
                views={places.views}
                places={draft}
                names={names}
                onName={(place) => setAdded((before) => [...before, place])}
                onPlaces={({ rows, figures }) => change({ rows: copyOf(rows), figures: figures && copyOf(figures) })}
              />
            </>
          )}
        </Section>
      </fieldset>
      {base && (
        <Section title={t('role.people')}>
          <RoleMembers people={role?.people ?? base.people} />
        </Section>
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

const isConflict = (error: unknown): boolean => error instanceof CallError && error.reason?.key === 'role.changed'
