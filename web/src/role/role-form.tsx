import type { PlaceName } from '@kaiku/contract/role.ts'
import { holdsSomewhere } from '@kaiku/core/assignment.ts'
import { covers } from '@kaiku/core/covers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftEnd } from '../access/draft-end.tsx'
import { useUnsaved } from '../browser/unsaved.ts'
import type { Reply } from '../call/calls.ts'
import { CallError, send } from '../call/send.ts'
import { Field } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { say } from '../overlay/snackbar.tsx'
import { readPeopleAgain, rolePlacesQuery, roleQuery } from '../people/people.queries.ts'
import { copyOf, differingFields, emptyRole, type RoleDraft, roleDraftOf } from '../people/role-draft.ts'
import { useKeptDraft } from '../people/use-kept-draft.ts'
import { PlacesEditor } from '../role-place/places-editor.tsx'
import css from '../role-place/role.module.css'
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
  const places = useQuery(rolePlacesQuery(i18n.language)).data
  const form = useRoleDraft(role, isLeaving)
  const { base, draft, isChanged, theirs } = form
  const limit = places?.limit ?? null
  const isTooMuch = limit !== null && exceeds(limit, draft, base)
  useUnsaved(isChanged, isLeaving)
  return (
    <form
      className={css.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {base?.isAbove && <p className={css.above}>{t('role.above')}</p>}
      <RoleFields known={role} form={form} places={places} />
      {base && (
        <Section title={t('role.people')}>
          <RoleMembers people={role?.people ?? base.people} />
        </Section>
      )}
      <DraftEnd
        {...form}
        isNew={base === null}
        tooMuch={isTooMuch ? t('role.exceeds') : ''}
        create={t('role.create')}
        conflict={
          theirs &&
          base &&
          differingFields(roleDraftOf(base), roleDraftOf(theirs)).map((field) => t(`role.field.${field}`))
        }
        onTheirs={() => theirs && form.take(theirs)}
        onMine={() => theirs && void form.keepMine(theirs)}
        onUndo={form.undo}
      />
    </form>
  )
}

type FieldsProps = {
  known: KnownRole | null
  form: ReturnType<typeof useRoleDraft>
  places: Reply<'role.places'> | undefined
}

function RoleFields({ known: role, form: { base, draft, setDraft }, places }: FieldsProps) {
  const { t } = useTranslation()
  const [added, setAdded] = useState<readonly PlaceName[]>([])
  const limit = places?.limit ?? null
  const isAutomatic = isGivenByRule(draft, base)
  const change = (part: Partial<RoleDraft>) => setDraft((before) => ({ ...before, ...part }))
  const names = [...(base?.places ?? []), ...(role?.places ?? []), ...added]
  return (
    <fieldset className={css.all} disabled={base?.isAbove === true}>
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
          <AutomaticPlaces
            draft={draft}
            views={places.views}
            names={names}
            onName={(place) => setAdded((before) => [...before, place])}
            onChange={change}
          />
        )}
      </Section>
    </fieldset>
  )
}

type PlacesProps = {
  draft: RoleDraft
  views: Reply<'role.places'>['views']
  names: readonly PlaceName[]
  onName: (place: PlaceName) => void
  onChange: (part: Partial<RoleDraft>) => void
}

/** Where those have the role to whom rules and groups give it. */
function AutomaticPlaces({ draft, views, names, onName, onChange }: PlacesProps) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={css.limit}>{t('role.autoPlaces')}</h3>
      <p className={css.everywhere}>{t('role.autoPlacesWhy')}</p>
      <PlacesEditor
        label={t('role.autoPlaces')}
        surveys={draft.surveys}
        views={views}
        places={draft}
        names={names}
        onName={onName}
        onPlaces={({ rows, figures }) => onChange({ rows: copyOf(rows), figures: figures && copyOf(figures) })}
      />
    </>
  )
}

/** The draft of a role, which is opened once it is there. */
function useRoleDraft(role: KnownRole | null, isLeaving: Props['isLeaving']) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const open = useOpenPeople()
  return useKeptDraft<KnownRole, RoleDraft>({
    known: role,
    draftOf,
    isSame: (one, other) => differingFields(one, other).length === 0,
    isConflict: (error) => error instanceof CallError && error.reason?.key === 'role.changed',
    save: async (draft, over) => {
      const sent = { ...keptOf(draft, over), name: draft.name.trim(), description: draft.description.trim() }
      const { roleId } = over
        ? await send('role.save', { ...sent, roleId: over.roleId, version: over.version })
        : await send('role.create', sent)
      return client.fetchQuery({ ...roleQuery(roleId, i18n.language), staleTime: 0 })
    },
    onSaved: async (saved, isNew) => {
      say(t('role.saved', { name: saved.name }))
      isLeaving.current = isNew
      if (isNew) await open.role(saved.roleId)
      await readPeopleAgain(client)
    },
    readAgain: ({ roleId }) => client.invalidateQueries({ queryKey: roleQuery(roleId, i18n.language).queryKey }),
  })
}

const draftOf = (role: KnownRole | null): RoleDraft => (role ? roleDraftOf(role) : emptyRole)

/** Rules and groups give the role wherever it says; everybody else has it at places of their own. */
const isGivenByRule = ({ rules }: RoleDraft, role: KnownRole | null) => rules.length > 0 || (role?.groups ?? 0) > 0

/** Places that nobody has the role at stay as they were. */
function keptOf(draft: RoleDraft, role: KnownRole | null): RoleDraft {
  if (isGivenByRule(draft, role)) return draft
  const { rows, figures } = draftOf(role)
  return { ...draft, rows, figures }
}

/** Whether somebody would be given more than one has. */
function exceeds(limit: NonNullable<Reply<'role.places'>['limit']>, draft: RoleDraft, role: KnownRole | null): boolean {
  const given = [...(isGivenByRule(draft, role) ? [draft] : []), ...(role?.people ?? [])]
  const grants = given.map(({ rows, figures }) => ({ ...draft, role: draft.name, rows, figures }))
  return !holdsSomewhere(limit, draft) || !covers(limit, grants)
}
