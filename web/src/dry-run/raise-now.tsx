import { formatCount } from '@kaiku/core/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertsKey } from '../alert/alert.queries.ts'
import { AlertsLink } from '../alert/alerts-link.tsx'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { Button } from '../control/control.tsx'
import { useAt } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import { Confirm } from '../overlay/confirm.tsx'
import { useIdentity } from '../session/identity.ts'
import css from './alert-rule.module.css'
import type { DryRun, DryRunInput } from './dry-run-result.tsx'

/** Raises what is not there yet, once it was said how many that is and whose they are. */
export function RaiseNow({ run, asked }: { run: DryRun; asked: DryRunInput }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { isReadOnly, permissions } = useIdentity()
  const at = useAt()
  const { busy, fault, attempt } = useAttempt()
  const [asks, setAsks] = useState(false)
  const [done, setDone] = useState<Reply<'alertRule.backfill'> | null>(null)
  const fresh = run.total - run.raised
  const n = (value: number) => formatCount(value, i18n.language)
  const raise = () =>
    void attempt(async () => {
      setDone(await send('alertRule.backfill', asked))
      setAsks(false)
      await client.invalidateQueries({ queryKey: alertsKey(asked.survey) })
      return null
    })
  return (
    <>
      {done && (
        <p role="status" className={css.done}>
          {t('rule.raised', { count: done.raised, n: n(done.raised) })}{' '}
          {done.listed > done.raised && t('rule.raisedRest', { n: n(done.listed - done.raised) })}{' '}
          {permissions.includes('handleAlerts') && (
            <AlertsLink
              survey={asked.survey}
              path={writePath(at.path, new Map())}
              chosen={{ sort: 'newest', ...(asked.only === undefined ? {} : { rule: asked.only }) }}
            >
              {t('rule.see')}
            </AlertsLink>
          )}
        </p>
      )}
      {!isReadOnly && fresh > 0 && (
        <Button data-screen-only onClick={() => setAsks(true)}>
          {t('rule.raise', { n: n(fresh) })}
        </Button>
      )}
      {asks && (
        <Confirm
          title={t('rule.raiseTitle', { count: fresh, n: n(fresh) })}
          act={t('rule.raiseAct')}
          busy={busy}
          fault={fault}
          onConfirm={raise}
          onClose={() => setAsks(false)}
        >
          <p>{t('rule.raiseWhy')}</p>
          <ul className={css.told}>
            {run.owners
              .filter(({ count, raised }) => count > raised)
              .sort((a, b) => b.count - b.raised - (a.count - a.raised))
              .map(({ owner, count, raised }) => (
                <li key={owner?.userId ?? ''}>
                  <span>{owner?.name ?? t('alert.nobody')}</span> <span>{n(count - raised)}</span>
                </li>
              ))}
          </ul>
          {run.raised > 0 && <p>{t('rule.raiseTwice', { n: n(run.raised) })}</p>}
        </Confirm>
      )}
    </>
  )
}
