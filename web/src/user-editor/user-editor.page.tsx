import type { User } from '@kaiku/contract/user.ts'
import { screens } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Badge } from '../control/badge.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { userQuery } from '../people/people.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { AdministratorsOnly } from '../user/administrators-only.tsx'
import { NotRead } from '../user/not-read.tsx'
import { peopleSearch } from '../user/open-people.ts'
import { nameOf } from '../user/user-name.ts'
import { UserActions } from './user-actions.tsx'
import { UserForm } from './user-form.tsx'

const isNew = 'new'
const loadingHeight = 480
const tones = { active: 'good', invited: 'warn', deactivated: 'plain' } as const

/** One user: account, roles, what results; `new` makes one. */
export function UserEditorPage() {
  const { userId = isNew } = useParams({ strict: false })
  return (
    <AdministratorsOnly>
      {userId === isNew ? <NewUser /> : <KnownUser key={userId} userId={userId} />}
    </AdministratorsOnly>
  )
}

function Back() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  return (
    <Link to={screens.users.path} params={{ survey: survey.extName }} search={peopleSearch()}>
      <IconArrowLeft size={14} aria-hidden /> {t('people.users')}
    </Link>
  )
}

function NewUser() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('users.new')} back={<Back />} />
      <UserForm user={null} />
    </>
  )
}

function KnownUser({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation()
  const user = useQuery(userQuery(userId, i18n.language))
  if (user.error)
    return <NotRead title={t('user.failed')} error={user.error} back={<Back />} onRetry={() => void user.refetch()} />
  if (!user.data) return <Skeleton height={loadingHeight} />
  return (
    <>
      <PageHead
        title={nameOf(user.data)}
        back={<Back />}
        note={<Notes user={user.data} />}
        actions={<UserActions user={user.data} />}
      />
      <UserForm user={user.data} />
    </>
  )
}

function Notes({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <>
      {nameOf(user) !== user.username && <span>{user.username}</span>}
      <Badge tone={tones[user.state]}>{t(`user.state.${user.state}`)}</Badge>
      {user.isRoot && <Badge tone="warn">{t('user.root')}</Badge>}
      {user.hasSecondFactor && <Badge tone="good">{t('user.secondFactor')}</Badge>}
    </>
  )
}
