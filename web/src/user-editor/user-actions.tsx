import type { User } from '@kaiku/contract/user.ts'
import {
  IconCopy,
  IconDots,
  IconEye,
  IconMail,
  IconMasksTheater,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveFault } from '../access/save-fault.tsx'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { Menu } from '../overlay/menu.tsx'
import { say } from '../overlay/snackbar.tsx'
import { readPeopleAgain, userQuery } from '../people/people.queries.ts'
import { useIdentity } from '../session/identity.ts'
import { nameOf } from '../user/user-name.ts'
import { type ChosenUser, UserPicker } from '../user/user-picker.tsx'
import { startViewAs } from '../view-as/view-as.ts'
import { ActAsConfirm } from './act-as-confirm.tsx'
import css from './user-actions.module.css'

/** What can be done with a user at once, beside the form. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation()
  const identity = useIdentity()
  const own = identity.userId === user.userId
  const isMine = !user.isAbove
  const acts = useActs(user)
  const { setAsking, busy, act, setState, invite } = acts
  const isOn = user.state !== 'deactivated'
  const mayViewAs = !own && !user.isRoot && isOn
  const mayActAs = mayViewAs && identity.isRoot && identity.actor === null && !identity.isReadOnly
  const items = [
    isMine &&
      isOn &&
      user.email !== null && {
        title: t(user.hasPassword ? 'user.mailReset' : 'user.inviteAgain'),
        icon: <IconMail size={16} />,
        onSelect: invite,
      },
    { title: t('user.copyAccess'), icon: <IconCopy size={16} />, onSelect: () => setAsking('copy') },
    mayActAs && { title: t('actAs.start'), icon: <IconMasksTheater size={16} />, onSelect: () => setAsking('act') },
    !own &&
      isMine &&
      user.hasSecondFactor && {
        title: t('user.resetFactor'),
        icon: <IconShieldOff size={16} />,
        onSelect: () => setAsking('factor'),
      },
    mayViewAs &&
      isMine && {
        title: t('user.deactivate'),
        icon: <IconUserOff size={16} />,
        onSelect: () => setAsking('deactivate'),
      },
    isMine &&
      !isOn && {
        title: t('user.activate'),
        icon: <IconUserCheck size={16} />,
        onSelect: () => setState('active'),
      },
  ]
  return (
    <>
      {mayViewAs && (
        <Button disabled={busy} onClick={() => void act(() => startViewAs(user.userId))}>
          <IconEye size={16} aria-hidden /> {t('viewAs.start')}
        </Button>
      )}
      <Menu
        label={t('user.more')}
        align="end"
        trigger={(wiring) => (
          <Button {...wiring} disabled={busy}>
            <IconDots size={16} aria-hidden /> {t('user.more')}
          </Button>
        )}
        groups={[{ items }]}
      />
      <Asked user={user} acts={acts} />
    </>
  )
}

/** What can be asked of the server about a user; each says how it went, and all that shows people is read again. */
function useActs(user: User) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'deactivate' | 'copy' | 'factor' | 'act' | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const { userId } = user
  const name = nameOf(user)
  const show = (changed: User) => client.setQueryData(userQuery(userId, i18n.language).queryKey, changed)
  const act = async (run: () => Promise<string>) => {
    setBusy(true)
    setError(null)
    try {
      const told = await run()
      setAsking(null)
      if (told !== '') say(told)
      await readPeopleAgain(client)
    } catch (failure) {
      const failed = failure instanceof Error ? failure : new Error(String(failure))
      if (asking === null) say(faultText(failed, t))
      setError(failed)
    } finally {
      setBusy(false)
    }
  }
  const setState = (state: 'active' | 'deactivated') =>
    act(async () => {
      show(await send('user.state', { userId, state }))
      return t(state === 'active' ? 'user.activated' : 'user.deactivated', { name })
    })
  const invite = () =>
    act(async () => {
      await send('user.invite', { userId })
      return t('user.mailed', { mail: user.email ?? '' })
    })
  const copy = ({ userId: from, name: colleague }: ChosenUser) =>
    act(async () => {
      show(await send('user.copyAccess', { userId, from }))
      return t('user.copied', { name, colleague })
    })
  const resetFactor = () =>
    act(async () => {
      show(await send('user.resetSecondFactor', { userId }))
      return t('user.factorReset', { name })
    })
  return { asking, setAsking, busy, error, act, setState, invite, copy, resetFactor }
}

/** What is asked before it is done. */
function Asked({ user, acts }: { user: User; acts: ReturnType<typeof useActs> }) {
  const { t } = useTranslation()
  const { asking, setAsking, busy, error, setState, copy, resetFactor } = acts
  const name = nameOf(user)
  const asked = { busy, fault: error ? faultText(error, t) : '', onClose: () => setAsking(null) }
  return (
    <>
      {asking === 'act' && <ActAsConfirm user={user} onClose={asked.onClose} />}
      {asking === 'deactivate' && (
        <Confirm
          title={t('user.deactivateTitle', { name })}
          act={t('user.deactivate')}
          onConfirm={() => void setState('deactivated')}
          {...asked}
        >
          <p>{t('user.deactivateWhy')}</p>
        </Confirm>
      )}
      {asking === 'factor' && (
        <Confirm
          title={t('user.resetFactorTitle', { name })}
          act={t('user.resetFactor')}
          onConfirm={() => void resetFactor()}
          {...asked}
        >
          <p>{t(user.email === null ? 'user.resetFactorUntold' : 'user.resetFactorWhy', { mail: user.email ?? '' })}</p>
        </Confirm>
      )}
      {asking === 'copy' && (
        <CopyDialog user={user} busy={busy} error={error} onCopy={(from) => void copy(from)} onClose={asked.onClose} />
      )}
    </>
  )
}

type CopyProps = {
  user: User
  busy: boolean
  error: Error | null
  onCopy: (from: ChosenUser) => void
  onClose: () => void
}

function CopyDialog({ user, busy, error, onCopy, onClose }: CopyProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState<ChosenUser | null>(null)
  return (
    <Dialog title={t('user.copyAccess')} onClose={onClose}>
      <div className={css.copy}>
        <p>{t('user.copyWhy', { name: nameOf(user) })}</p>
        <UserPicker label={t('user.colleague')} chosen={from} without={user.userId} onChoose={setFrom} />
        {error && <SaveFault error={error} />}
        <div className={css.acts}>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button primary disabled={busy || !from} onClick={() => from && onCopy(from)}>
            {t('user.copy')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
