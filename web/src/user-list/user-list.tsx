import { formatCount } from '@kaiku/core/format.ts'
import { IconDownload, IconUpload, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInAddress, useOneInAddress, useTyped } from '../browser/in-address.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { download } from '../card/export.ts'
import { Button, Field, Select } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import { rolesQuery, usersQuery } from '../people/people.queries.ts'
import { useOpenPeople } from '../user/open-people.ts'
import { readOrder, type UserFilter, usersShown, writeOrder } from '../user/user-order.ts'
import { UserImportDialog } from './user-import-dialog.tsx'
import css from './user-list.module.css'
import { UserTable } from './user-table.tsx'

const states = ['active', 'invited', 'deactivated'] as const
const loadingHeight = 480

/** Everybody of the universe: found, sorted, exported, imported. */
export function UserList() {
  const { t, i18n } = useTranslation()
  const open = useOpenPeople()
  const navigate = useNavigate()
  const { sort } = useSearch({ strict: false })
  const filter = useFilter()
  const [isImporting, setImporting] = useState(false)
  const { busy, fault, exportUsers } = useExport(filter.asked)
  const users = useQuery(usersQuery(i18n.language))
  const asked = useDeferredValue(filter.asked)
  const order = useMemo(() => readOrder(sort), [sort])
  const shown = useMemo(() => usersShown(users.data ?? [], asked, order), [users.data, asked, order])
  const count = (n: number) => formatCount(n, i18n.language)
  return (
    <>
      <PageHead
        title={t('people.users')}
        note={users.data && <span>{count(users.data.length)}</span>}
        actions={
          <>
            <Button onClick={() => setImporting(true)}>
              <IconUpload size={16} aria-hidden /> {t('userImport.open')}
            </Button>
            <Button disabled={busy || !users.data} onClick={() => void exportUsers()}>
              <IconDownload size={16} aria-hidden /> {t('users.export')}
            </Button>
            <Button primary onClick={() => void open.user('new')}>
              <IconUserPlus size={16} aria-hidden /> {t('users.new')}
            </Button>
          </>
        }
      />
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className={css.tools}>
        <Narrowing filter={filter} />
        {users.data && shown.length < users.data.length && (
          <span className={css.found} role="status">
            {t('users.found', { n: count(shown.length), of: count(users.data.length) })}
          </span>
        )}
      </div>
      {users.error ? (
        <Failed title={t('users.failed')} error={users.error} onRetry={users.refetch} />
      ) : !users.data ? (
        <Skeleton height={loadingHeight} />
      ) : shown.length === 0 ? (
        <Notice title={t('users.nobody')}>{t('users.nobodyWhy')}</Notice>
      ) : (
        <UserTable
          users={shown}
          order={order}
          onOrder={(next) =>
            void navigate({ to: '.', search: (before) => ({ ...before, sort: writeOrder(next) }), replace: true })
          }
        />
      )}
      {isImporting && <UserImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

type Filter = ReturnType<typeof useFilter>

/** Who is looked for, kept in the address. */
function useFilter() {
  const [search, setSearch] = useTyped(useInAddress('search'))
  const [role, setRole] = useInAddress('role')
  const [state, setState] = useOneInAddress('state', states)
  const asked = useMemo<UserFilter>(() => ({ search, role, state }), [search, role, state])
  return { asked, setSearch, setRole, setState }
}

function Narrowing({ filter: { asked, setSearch, setRole, setState } }: { filter: Filter }) {
  const { t } = useTranslation()
  const roles = useQuery(rolesQuery).data ?? []
  const { search, role, state } = asked
  return (
    <>
      <div className={css.search}>
        <Field
          label={t('users.search')}
          hideLabel
          type="search"
          placeholder={t('users.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <Select
        label={t('users.roleFilter')}
        boxed
        value={roles.some(({ roleId }) => roleId === role) ? role : ''}
        choices={[
          { value: '', title: t('users.anyRole') },
          ...roles.map(({ roleId, name }) => ({ value: roleId, title: name })),
        ]}
        onChange={setRole}
      />
      <Select
        label={t('users.stateFilter')}
        boxed
        value={state}
        choices={[
          { value: '' as const, title: t('users.anyState') },
          ...states.map((value) => ({ value, title: t(`user.state.${value}`) })),
        ]}
        onChange={setState}
      />
    </>
  )
}

function useExport({ search, role, state }: UserFilter) {
  const { t, i18n } = useTranslation()
  const { busy, fault, attempt } = useAttempt()
  const exportUsers = () =>
    attempt(async () => {
      const { rows, csv } = await send('userFile.export', {
        search: search.trim(),
        locale: i18n.language,
        ...(role === '' ? {} : { role }),
        ...(state === '' ? {} : { state }),
      })
      download(new Blob([csv], { type: 'text/csv;charset=utf-8' }), t('people.users'), 'csv')
      say(t('users.exported', { count: rows, n: formatCount(rows, i18n.language) }))
      return null
    })
  return { busy, fault, exportUsers }
}
