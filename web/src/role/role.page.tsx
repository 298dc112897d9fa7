import { screens } from '@kaiku/core/screen.ts'
import { IconArrowLeft, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveFault } from '../access/save-fault.tsx'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { readPeopleAgain, roleQuery } from '../people/people.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { AdministratorsOnly } from '../user/administrators-only.tsx'
import { NotRead } from '../user/not-read.tsx'
import { peopleSearch, useOpenPeople } from '../user/open-people.ts'
import { RoleForm } from './role-form.tsx'

const isNew = 'new'
const loadingHeight = 480

/** One role: what it allows, where, and who has it; `new` makes one. */
export function RolePage() {
  const { roleId = isNew } = useParams({ strict: false })
  return (
    <AdministratorsOnly>
      {roleId === isNew ? <NewRole /> : <KnownRole key={roleId} roleId={roleId} />}
    </AdministratorsOnly>
  )
}

function Back() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  return (
    <Link to={screens.users.path} params={{ survey: survey.extName }} search={peopleSearch('roles')}>
      <IconArrowLeft size={14} aria-hidden /> {t('people.roles')}
    </Link>
  )
}

function NewRole() {
  const { t } = useTranslation()
  const isLeaving = useRef(false)
  return (
    <>
      <PageHead title={t('role.new')} back={<Back />} />
      <RoleForm known={null} isLeaving={isLeaving} />
    </>
  )
}

function KnownRole({ roleId }: { roleId: string }) {
  const { t, i18n } = useTranslation()
  const role = useQuery(roleQuery(roleId, i18n.language))
  const isLeaving = useRef(false)
  if (role.error)
    return <NotRead title={t('role.failed')} error={role.error} back={<Back />} onRetry={() => void role.refetch()} />
  if (!role.data) return <Skeleton height={loadingHeight} />
  return (
    <>
      <PageHead
        title={role.data.name}
        back={<Back />}
        note={<span>{t('role.members', { count: role.data.members })}</span>}
        actions={!role.data.isAbove && <DeleteRole role={role.data} isLeaving={isLeaving} />}
      />
      <RoleForm known={role.data} isLeaving={isLeaving} />
    </>
  )
}

type DeleteProps = { role: Reply<'role.one'>; isLeaving: { current: boolean } }

function DeleteRole({ role, isLeaving }: DeleteProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const open = useOpenPeople()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const { roleId, name, people } = role
  const names = [...new Set(people.map((one) => one.name || one.username))]
  const remove = async () => {
    setBusy(true)
    setError(null)
    try {
      await send('role.remove', { roleId })
      isLeaving.current = true
      say(t('role.deleted', { name }))
      await open.list('roles')
      await readPeopleAgain(client)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      setBusy(false)
    }
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <IconTrash size={16} aria-hidden /> {t('people.delete')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('role.deleteTitle', { name })}
          act={t('role.delete')}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>
            {names.length === 0
              ? t('role.deleteNobody')
              : t('role.deleteWhy', { count: names.length, names: named(names, t('role.andOthers')) })}
          </p>
          {error && <SaveFault error={error} />}
        </Confirm>
      )}
    </>
  )
}

const mostNamed = 8
const named = (names: readonly string[], others: string) =>
  names.length > mostNamed ? `${names.slice(0, mostNamed).join(', ')} ${others}` : names.join(', ')
