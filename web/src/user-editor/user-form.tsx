import type { User } from '@kaiku/contract/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessExplainer } from '../access/access-explainer.tsx'
import { DraftEnd } from '../access/draft-end.tsx'
import { EffectiveAccess } from '../access/effective-access.tsx'
import { useUnsaved } from '../browser/unsaved.ts'
import { CallError, send } from '../call/send.ts'
import { Ticked } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import { readPeopleAgain, userQuery } from '../people/people.queries.ts'
import { useKeptDraft } from '../people/use-kept-draft.ts'
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
  const [invites, setInvites] = useState(true)
  const form = useKeptDraft<User, UserDraft>({
    known: user,
    draftOf: (kept) => (kept ? draftOf(kept) : emptyDraft(i18n.language)),
    isSame: isSameDraft,
    isConflict: (error) => error instanceof CallError && error.reason?.key === 'user.changed',
    save: async (draft, over) => {
      const roles = draft.roles.map(assignmentOf)
      const saved = over
        ? await send('user.save', { ...accountOf(draft), userId: over.userId, roles, version: over.version })
        : await send('user.create', { ...accountOf(draft), username: draft.username.trim(), roles, invite: invites })
      client.setQueryData(userQuery(saved.userId, i18n.language).queryKey, saved)
      return saved
    },
    onSaved: async (saved, isNew) => {
      void readPeopleAgain(client)
      say(isNew ? t(invites ? 'user.invited' : 'user.created', { name: nameOf(saved) }) : t('user.saved'))
      isLeaving.current = isNew
      if (isNew) await open.user(saved.userId)
    },
    readAgain: ({ userId }) => client.invalidateQueries({ queryKey: userQuery(userId, i18n.language).queryKey }),
  })
  const { base, start, draft, setDraft, isChanged, theirs } = form
  const mayGive = useMayGive()
  const had = new Set(start.roles.map(assignmentKey))
  const isTooMuch = draft.roles.some((one) => !had.has(assignmentKey(one)) && !mayGive(one.roleId, one))
  useUnsaved(isChanged, isLeaving)

  // What an act beside the form changed is taken over, as long as nothing was typed.
  if (user && base && user.version !== base.version && !isChanged) form.take(user)
  const noMail = !base && invites && draft.email.trim() === ''
  return (
    <div className={css.columns}>
      <form
        className={css.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void form.submit()
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
        <DraftEnd
          {...form}
          isNew={base === null}
          tooMuch={isTooMuch ? t('user.exceeds') : ''}
          isIncomplete={noMail}
          create={t('users.create')}
          conflict={
            theirs && base && differing(draftOf(base), draftOf(theirs)).map((field) => t(`user.field.${field}`))
          }
          onTheirs={() => theirs && form.take(theirs)}
          onMine={() => theirs && void form.keepMine(theirs)}
          onUndo={form.undo}
        />
      </form>
      <Beside user={base} draft={draft} isChanged={isChanged} />
    </div>
  )
}

/** What the draft gives, and why. */
function Beside({ user, draft, isChanged }: { user: User | null; draft: UserDraft; isChanged: boolean }) {
  const { t } = useTranslation()
  const byOthers = (user?.roles ?? []).filter(({ source }) => source !== 'hand')
  return (
    <aside className={css.beside}>
      <section className={css.card}>
        <h2>{t('access.results')}</h2>
        <EffectiveAccess roles={[...draft.roles, ...byOthers]} />
      </section>
      {user && (
        <section className={css.card}>
          <h2>{t('access.why', { name: nameOf(user) })}</h2>
          <AccessExplainer userId={user.userId} name={nameOf(user)} changed={isChanged} />
        </section>
      )}
    </aside>
  )
}
