import { screens } from '@kaiku/core/screen.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AssertionList } from '../access/assertion-list.tsx'
import { RoleList } from '../role/role-list.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { AdministratorsOnly } from '../user/administrators-only.tsx'
import { type Part, parts, peopleSearch } from '../user/open-people.ts'
import css from './user-list.module.css'
import { UserList } from './user-list.tsx'

/** Who may do what: users, roles, and what must stay true of access. */
export function UserListPage() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const { page } = useSearch({ strict: false })
  const part: Part = parts.find((one) => one === page) ?? 'users'
  return (
    <AdministratorsOnly>
      <nav className={css.parts} aria-label={t('people.parts')}>
        {parts.map((one) => (
          <Link
            key={one}
            to={screens.users.path}
            params={{ survey: survey.extName }}
            search={peopleSearch(one)}
            activeOptions={{ exact: true, includeSearch: true }}
            className={css.part}
            aria-current={one === part ? 'page' : undefined}
          >
            {t(`people.${one}`)}
          </Link>
        ))}
      </nav>
      {part === 'users' ? <UserList /> : part === 'roles' ? <RoleList /> : <AssertionList />}
    </AdministratorsOnly>
  )
}
