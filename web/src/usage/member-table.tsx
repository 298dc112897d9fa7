import type { MemberUsage } from '@kaiku/contract/usage.ts'
import { formatCount } from '@kaiku/core/format.ts'
import { screens } from '@kaiku/core/screen.ts'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentDayText, momentText } from '../browser/moment.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { useRowsInSight } from '../control/rows-in-sight.ts'
import { say } from '../overlay/snackbar.tsx'
import { roleText } from '../role-place/placed-text.ts'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { peopleSearch } from '../user/open-people.ts'
import { type MemberColumn, type MemberOrder, memberColumns } from './member-order.ts'
import css from './usage.module.css'

const rowHeight = 56

type Props = { members: readonly MemberUsage[]; order: MemberOrder; onOrder: (order: MemberOrder) => void }

/** Members with when they were there; thousands without a stutter. */
export function MemberTable({ members, order, onOrder }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const { first, last, above, below } = useRowsInSight(scroller, members.length, rowHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={css.tall} aria-label={t('usage.part.people')} tabIndex={0}>
      <table className={css.table} aria-rowcount={members.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {memberColumns.map((column) => (
              <Heading key={column} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {members.slice(first, last).map((member, at) => (
            <Row key={member.userId} member={member} index={first + at} />
          ))}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  )
}

const isNumber = (column: MemberColumn) => column === 'days30' || column === 'days90'

function Heading({ column, order, onOrder }: { column: MemberColumn } & Pick<Props, 'order' | 'onOrder'>) {
  const { t } = useTranslation()
  const on = order.column === column
  const title = t(`usage.column.${column}`)
  return (
    <th
      scope="col"
      data-number={isNumber(column) || undefined}
      data-wide={column === 'roles' || undefined}
      aria-sort={on ? (order.desc ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        title={t('sortBy', { title })}
        onClick={() => onOrder({ column, desc: on ? !order.desc : isNumber(column) || column === 'seen' })}
      >
        {title}
        <span aria-hidden>{on ? (order.desc ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  )
}

function Row({ member, index }: { member: MemberUsage; index: number }) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const roles = [...new Set(member.roles.map((role) => roleText(role, t)))].join(', ')
  const count = (days: number | null) => (days === null ? '–' : formatCount(days, i18n.language))
  return (
    <tr aria-rowindex={index + 2} data-off={member.state === 'deactivated' || undefined}>
      <th scope="row">
        <Link
          to={screens.usereditor.path}
          params={{ survey: survey.extName, userId: member.userId }}
          search={peopleSearch()}
        >
          {member.name}
        </Link>
        <small>{member.username}</small>
      </th>
      <td data-wide>{roles}</td>
      <td data-number>{count(member.days30)}</td>
      <td data-number>{count(member.days90)}</td>
      <td>
        {member.seenAt === null ? (
          <span className={css.never}>
            {t('users.never')} {member.canInvite && <Remind member={member} />}
          </span>
        ) : (
          <time dateTime={member.seenAt} title={momentText(member.seenAt, i18n.language)}>
            {momentDayText(member.seenAt, i18n.language)}
          </time>
        )}
      </td>
    </tr>
  )
}

/** Mails the invitation anew to somebody who has not followed it. */
function Remind({ member: { userId, name } }: { member: MemberUsage }) {
  const { t } = useTranslation()
  const { isReadOnly } = useIdentity()
  const { busy, fault, attempt } = useAttempt()
  const [isDone, setDone] = useState(false)
  const remind = () =>
    void attempt(async () => {
      await send('user.invite', { userId })
      setDone(true)
      say(t('usage.reminded', { name }))
      return null
    })
  if (isDone || isReadOnly) return null
  return (
    <>
      <Button disabled={busy} onClick={remind}>
        {t('usage.remind')} <span className="hidden-text">{name}</span>
      </Button>
      {fault !== '' && <span role="alert">{fault}</span>}
    </>
  )
}
