import type { AccessAssertion } from '@kaiku/contract/access.ts'
import { IconPencil, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Badge } from '../control/badge.tsx'
import { Button, IconButton } from '../control/control.tsx'
import { PageHead } from '../control/page-head.tsx'
import { Confirm } from '../overlay/confirm.tsx'
import { Failed } from '../overlay/failed.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { assertionsQuery, readPeopleAgain } from '../people/people.queries.ts'
import css from './access.module.css'
import { AssertionDialog } from './assertion-dialog.tsx'
import { assertionText } from './assertion-text.ts'

const tones = { holds: 'good', broken: 'bad', unknown: 'warn' } as const
const loadingHeight = 200

type Open = { act: 'edit'; assertion: AccessAssertion | null } | { act: 'delete'; assertion: AccessAssertion } | null

/** What must stay true of access whatever happens to roles, and whether it is. */
export function AssertionList() {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const { busy, fault, attempt } = useAttempt()
  const assertions = useQuery(assertionsQuery(i18n.language))
  const remove = ({ assertionId }: AccessAssertion) =>
    attempt(async () => {
      await send('access.removeAssertion', { assertionId })
      await readPeopleAgain(client)
      setOpen(null)
      return null
    })
  return (
    <>
      <PageHead
        title={t('people.assertions')}
        note={assertions.data && <span>{assertions.data.length}</span>}
        actions={
          <Button primary onClick={() => setOpen({ act: 'edit', assertion: null })}>
            <IconShieldCheck size={16} aria-hidden /> {t('assertion.new')}
          </Button>
        }
      />
      <p className={css.muted}>{t('assertion.intro')}</p>
      {assertions.error ? (
        <Failed title={t('users.failed')} error={assertions.error} onRetry={assertions.refetch} />
      ) : !assertions.data ? (
        <Skeleton height={loadingHeight} />
      ) : assertions.data.length === 0 ? (
        <Notice icon={<IconShieldCheck size={28} aria-hidden />} title={t('assertion.none')}>
          {t('assertion.noneWhy')}
        </Notice>
      ) : (
        <ul className={css.list}>
          {assertions.data.map((one) => (
            <li key={one.assertionId}>
              <span className={css.sentence}>
                {assertionText(one, t)}
                {one.note !== '' && <small>{one.note}</small>}
              </span>
              <Badge tone={tones[one.state]}>{t(`assertion.state.${one.state}`)}</Badge>
              <span>
                <IconButton
                  label={t('assertion.edit', { what: assertionText(one, t) })}
                  small
                  onClick={() => setOpen({ act: 'edit', assertion: one })}
                >
                  <IconPencil size={16} />
                </IconButton>
              </span>
              <IconButton
                label={t('assertion.delete', { what: assertionText(one, t) })}
                small
                onClick={() => setOpen({ act: 'delete', assertion: one })}
              >
                <IconTrash size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {open?.act === 'edit' && <AssertionDialog assertion={open.assertion} onClose={() => setOpen(null)} />}
      {open?.act === 'delete' && (
        <Confirm
          title={t('assertion.deleteTitle')}
          act={t('people.delete')}
          busy={busy}
          fault={fault}
          onConfirm={() => void remove(open.assertion)}
          onClose={() => setOpen(null)}
        >
          <p>{assertionText(open.assertion, t)}</p>
          <p>{t('assertion.deleteWhy')}</p>
        </Confirm>
      )}
    </>
  )
}
