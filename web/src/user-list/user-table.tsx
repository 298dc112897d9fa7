import type { User } from '@kaiku/contract/user.ts'
import { screens } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { Badge } from '../control/badge.tsx'
import { useRowsInSight } from '../control/rows-in-sight.ts'
import { roleText } from '../role-place/placed-text.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { peopleSearch, useOpenPeople } from '../user/open-people.ts'
import { nameOf } from '../user/user-name.ts'
import { type UserColumn, type UserOrder, userColumns } from '../user/user-order.ts'
import css from './user-table.module.css'

const rowHeight = 56
const tones = { active: 'good', invited: 'warn', deactivated: 'plain' } as const

type Props = { users: readonly User[]; order: UserOrder; onOrder: (order: UserOrder) => void }

/** Thousands of people without a stutter: only the rows in sight are in the document. */
export function UserTable({ users, order, onOrder }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const { first, last, above, below } = useRowsInSight(scroller, users.length, rowHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={css.scroll} aria-label={t('people.users')} tabIndex={0}>
      <table className={css.table} aria-rowcount={users.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {userColumns.map((column) => (
              <Heading key={column} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {users.slice(first, last).map((user, at) => (
            <Row key={user.userId} user={user} index={first + at} />
          ))}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  )
}

function Heading({ column, order, onOrder }: { column: UserColumn } & Pick<Props, 'order' | 'onOrder'>) {
  const { t } = useTranslation()
  const on = order.column === column
  const title = t(`users.column.${column}`)
  return (
    <th scope="col" data-column={column} aria-sort={on ? (order.desc ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        title={t('sortBy', { title })}
        onClick={() => onOrder({ column, desc: on ? !order.desc : column === 'seen' })}
      >
        {title}
        <span aria-hidden>{on ? (order.desc ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  )
}

function Row({ user, index }: { user: User; index: number }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const open = useOpenPeople()
  const roles = [...new Set(user.roles.map((role) => roleText(role, t)))].join(', ')
  const onClick = (event: MouseEvent) => {
    const inside = event.target instanceof Element && event.target.closest('a')
    if (!inside && window.getSelection()?.toString() === '') void open.user(user.userId)
  }
  return (
    <tr aria-rowindex={index + 2} data-off={user.state === 'deactivated' || undefined} onClick={onClick}>
      <td data-column="name">
        <Link
          to={screens.usereditor.path}
          params={{ survey: survey.extName, userId: user.userId }}
          search={peopleSearch()}
        >
          {nameOf(user)}
        </Link>
        <small>{user.username}</small>
        <small className={css.narrow}>{roles}</small>
      </td>
      <td data-column="email">{user.email}</td>
      <td data-column="roles">{user.isRoot ? t('user.root') : roles || <i>{t('users.noRoles')}</i>}</td>
      <td data-column="state">
        <Badge tone={tones[user.state]}>{t(`user.state.${user.state}`)}</Badge>
      </td>
      <td data-column="seen">
        {user.seenAt === null ? (
          <i>{t('users.never')}</i>
        ) : (
          <time dateTime={user.seenAt}>{momentText(user.seenAt, i18n.language)}</time>
        )}
      </td>
    </tr>
  )
}
