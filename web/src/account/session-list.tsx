import type { OwnSession } from '@kaiku/contract/account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { momentText } from '../browser/moment.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Button } from '../control/control.tsx'
import { Section } from '../control/section.tsx'
import { Notice } from '../overlay/notice.tsx'
import { Skeleton } from '../overlay/skeleton.tsx'
import { say } from '../overlay/snackbar.tsx'
import css from './account.module.css'
import { sessionsQuery } from './account.queries.ts'
import { browserName } from './browser-name.ts'
import { DeviceIcon } from './device-icon.tsx'

/** Where one is signed in, and the way to end it there. */
export function SessionList({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const told = {
    onSuccess: () => client.invalidateQueries(sessionsQuery),
    onError: (error: Error) => say(faultText(error, t)),
  }
  const end = useMutation({ mutationFn: (session: string) => send('account.endSession', { session }), ...told })
  const endOthers = useMutation({ mutationFn: () => send('account.endOthers', {}), ...told })
  const hasOthers = sessions.data?.some(({ isThis }) => !isThis) ?? false
  return (
    <Section title={t('sessions.title')} intro={t('sessions.why')}>
      {sessions.error && <Notice title={t('sessions.failed')}>{faultText(sessions.error, t)}</Notice>}
      {sessions.isPending && <Skeleton height={120} />}
      {sessions.data?.length === 0 && <p className={css.hint}>{t('sessions.none')}</p>}
      <ul className={css.sessions}>
        {sessions.data?.map((one) => (
          <li key={one.id}>
            <SessionLine session={one} />
            {!one.isThis && mayChange && (
              <Button disabled={end.isPending} onClick={() => end.mutate(one.id)}>
                {t('sessions.end')}
                <span className="hidden-text">{browserName(one.agent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && mayChange && (
        <div className={css.acts}>
          <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function SessionLine({ session }: { session: OwnSession }) {
  const { t, i18n } = useTranslation()
  const { agent, address, seenAt, isThis, actor } = session
  const when = momentText(seenAt, i18n.language)
  return (
    <>
      <DeviceIcon agent={agent} />
      <div className={css.session}>
        <b>
          {browserName(agent)}
          {isThis && <span className={css.badge}>{t('sessions.this')}</span>}
          {actor !== '' && <span className={css.badge}>{t('sessions.by', { user: actor })}</span>}
        </b>
        <span>
          {address} · {t('sessions.seen', { when })}
        </span>
      </div>
    </>
  )
}
