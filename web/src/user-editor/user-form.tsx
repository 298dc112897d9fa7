import type { User } from '@kaiku/contract/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessExplainer } from '../access/access-explainer.tsx'
import { EffectiveAccess } from '../access/effective-access.tsx'
import { SaveFault } from '../access/save-fault.tsx'
import { useUnsaved } from '../browser/unsaved.ts'
import { CallError, send } from '../call/send.ts'
import { Button, Ticked } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import { readPeopleAgain, userQuery } from '../people/people.queries.ts'
import {
  accountOf,
  assignmentKey,
  assignmentOf,
  differing,
  draftOf,
  emptyDraft,
  isSameDraft,
  type UserDraft,
} from '../people/user-draft.ts'
import { ConflictNotice } from '../user/conflict-notice.tsx'
import { useOpenPeople } from '../user/open-people.ts'
import { useMayGive } from '../user/use-may-give.ts'
import { nameOf } from '../user/user-name.ts'
import { RoleChoice } from './role-choice.tsx'
import { UserAccount } from './user-account.tsx'
import css from './user-form.module.css'

/** The account and roles of a user, with what results beside them. Null: somebody new. */
export function UserForm({ user }: { user: User | null }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const open = useOpenPeople()
  const isLeaving = useRef(false)
  const [base, setBase] = useState(user)
  const start = base ? draftOf(base) : emptyDraft(i18n.language)
  const [draft, setDraft] = useState<UserDraft>(start)
  const [invites, setInvites] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const isChanged = !isSameDraft(draft, start)
  const mayGive = useMayGive()
  const had = new Set(start.roles.map(assignmentKey))
  const isTooMuch = draft.roles.some((one) => !had.has(assignmentKey(one)) && !mayGive(one.roleId, one))
  useUnsaved(isChanged, isLeaving)

  // What an act beside the form changed is taken over, as long as nothing was typed.
  if (user && base && user.version !== base.version && !isChanged) {
    setBase(user)
    setDraft(draftOf(user))
  }

  const save = async (version: number | undefined): Promise<User> => {
    const roles = draft.roles.map(assignmentOf)
    if (base === null || version === undefined)
      return send('user.create', { ...accountOf(draft), username: draft.username.trim(), roles, invite: invites })
    return send('user.save', { ...accountOf(draft), userId: base.userId, roles, version })
  }
  const submit = async (version = base?.version) => {
    setBusy(true)
    setError(null)
    try {
      const saved = await save(version)
      client.setQueryData(userQuery(saved.userId, i18n.language).queryKey, saved)
      setBase(saved)
      setDraft(draftOf(saved))
      void readPeopleAgain(client)
      say(base ? t('user.saved') : t(invites ? 'user.invited' : 'user.created', { name: nameOf(saved) }))
      isLeaving.current = base === null
      if (base === null) await open.user(saved.userId)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      if (base && isConflict(failure))
        await client.invalidateQueries({ queryKey: userQuery(base.userId, i18n.language).queryKey })
    } finally {
      setBusy(false)
    }
  }
  const theirs = error && isConflict(error) && user && base && user.version !== base.version ? user : null
  const noMail = !base && invites && draft.email.trim() === ''
  return (
    <div className={css.columns}>
      <form
        className={css.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <UserAccount user={base} draft={draft} onDraft={setDraft} />
        {base === null && (
          <div className={css.invite}>
            <Ticked checked={invites} onChange={(event) => setInvites(event.target.checked)}>
              {t('user.inviteByMail')}
            </Ticked>
            {noMail && <p>{t('user.inviteNeedsMail')}</p>}
          </div>
        )}
        <RoleChoice
          given={base?.roles ?? []}
          chosen={draft.roles}
          onChoose={(roles) => setDraft((before) => ({ ...before, roles }))}
        />
        {theirs && base ? (
          <ConflictNotice
            fields={differing(draftOf(base), draftOf(theirs)).map((field) => t(`user.field.${field}`))}
            onTheirs={() => {
              setBase(theirs)
              setDraft(draftOf(theirs))
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
          <Button type="submit" primary disabled={busy || !isChanged || noMail || isTooMuch}>
            {t(base ? 'save' : 'users.create')}
          </Button>
          {isChanged && base && <Button onClick={() => setDraft(start)}>{t('undo')}</Button>}
          {isChanged && <span>{t(isTooMuch ? 'user.exceeds' : 'people.notSaved')}</span>}
        </div>
      </form>
      <aside className={css.beside}>
        <section className={css.card}>
          <h2>{t('access.results')}</h2>
          <EffectiveAccess roles={[...draft.roles, ...(base?.roles ?? []).filter(({ source }) => source !== 'hand')]} />
        </section>
        {base && (
          <section className={css.card}>
            <h2>{t('access.why', { name: nameOf(base) })}</h2>
            <AccessExplainer userId={base.userId} name={nameOf(base)} changed={isChanged} />
          </section>
        )}
      </aside>
    </div>
  )
}

const isConflict = (error: unknown): boolean => error instanceof CallError && error.reason?.key === 'user.changed'
