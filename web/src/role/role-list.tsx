import type { Role } from '@kaiku/contract/role.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { screens } from '@kaiku/core/screen.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { rolesQuery } from '../people/people.queries.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { peopleSearch, useOpenPeople } from '../user/open-people.ts'
import css from './role-list.module.css'

const loadingHeight = 240

/** The roles of the universe, with what each comes to in a line. */
export function RoleList() {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const open = useOpenPeople()
  const roles = useQuery(rolesQuery)
  return (
    <>
      <PageHead
        title={t('people.roles')}
        note={roles.data && <span>{formatCount(roles.data.length, i18n.language)}</span>}
        actions={
          <Button primary onClick={() => void open.role('new')}>
            <IconPlus size={16} aria-hidden /> {t('role.new')}
          </Button>
        }
      />
      {roles.error ? (
        <Failed title={t('users.failed')} error={roles.error} onRetry={roles.refetch} />
      ) : !roles.data ? (
        <Skeleton height={loadingHeight} />
      ) : (
        <ul className={css.list}>
          {roles.data.map((role) => (
            <li key={role.roleId}>
              <Link
                to={screens.role.path}
                params={{ survey: survey.extName, roleId: role.roleId }}
                search={peopleSearch()}
                className={css.role}
              >
                <span className={css.name}>
                  <b>{role.name}</b>
                  {role.description !== '' && <small>{role.description}</small>}
                </span>
                <span className={css.what}>{summary(role, t)}</span>
                <span className={css.members}>{t('role.members', { count: role.members })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const mostNamed = 3

function summary({ permissions, surveys }: Role, t: TFunction): string {
  const named = permissions.slice(0, mostNamed).map((one) => t(`permission.${one}`))
  const more = permissions.length - named.length
  const what = [...named, ...(more > 0 ? [t('role.more', { count: more })] : [])].join(', ')
  return [what || t('role.nothing'), ...(surveys ? [surveys.join(', ')] : [])].join(' · ')
}
