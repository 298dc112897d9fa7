import type { User } from '@kaiku/contract/user.ts'
import { screens } from '@kaiku/core/screen.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSurvey } from '../survey/survey-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AdministratorsOnly } from './administrators-only.tsx'
import { NotRead } from './not-read.tsx'
import { peopleSearch } from './open-people.ts'
import { userQuery } from './people.queries.ts'
import { UserActions } from './user-actions.tsx'
import { UserForm } from './user-form.tsx'
import { nameOf } from './user-name.ts'

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
