import { IconBug, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { Button, IconButton } from '../control/control.tsx'
import { Popover } from '../overlay/popover.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useSurvey } from '../survey/survey-context.tsx'
import { bugsQuery } from './bug.queries.ts'
import css from './bug-menu.module.css'

/** Errors that people met, for root: how often, what, who last and when. */
export function BugMenu() {
  const { t, i18n } = useTranslation()
  const { bugs, isFetching, error, refetch, clear } = useBugs()
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'medium' })
  return (
    <Popover
      label={t('bug.title')}
      align="end"
      trigger={({ onClick, ...wiring }) => (
        <span className={css.anchor}>
          <IconButton
            {...wiring}
            label={t('bug.count', { count: bugs.length })}
            onClick={() => {
              onClick()
              void refetch()
            }}
          >
            <IconBug size={20} stroke={1.7} />
          </IconButton>
          {bugs.length > 0 && (
            <span className={css.badge} aria-hidden>
              {bugs.length}
            </span>
          )}
        </span>
      )}
    >
      {() => (
        <div className={css.menu}>
          <div className={css.head}>
            <h2>{t('bug.title')}</h2>
            <IconButton label={t('bug.reload')} onClick={() => void refetch()} aria-busy={isFetching}>
              <IconRefresh size={18} stroke={1.7} />
            </IconButton>
            <IconButton label={t('bug.clear')} disabled={bugs.length === 0} onClick={() => void clear()}>
              <IconTrash size={18} stroke={1.7} />
            </IconButton>
          </div>
          {error !== null && (
            <p role="alert" className={css.none}>
              {faultText(error, t)} <Button onClick={() => void refetch()}>{t('retry')}</Button>
            </p>
          )}
          {error === null && bugs.length === 0 && <p className={css.none}>{t('bug.none')}</p>}
          <ul>
            {bugs.map((bug) => (
              <OneBug key={bug.fingerprint} bug={bug} when={when.format(new Date(bug.datetime))} />
            ))}
          </ul>
        </div>
      )}
    </Popover>
  )
}

function useBugs() {
  const { t } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const query = bugsQuery(survey.extName)
  const { data: bugs = [], isFetching, error, refetch } = useQuery(query)
  const clear = async () => {
    try {
      await send('bug.clear', { survey: survey.extName })
      client.setQueryData(query.queryKey, [])
    } catch (fault) {
      say(faultText(fault instanceof Error ? fault : new Error(String(fault)), t))
    }
  }
  return { bugs, isFetching, error, refetch, clear }
}

function OneBug({ bug, when }: { bug: Reply<'bug.list'>[number]; when: string }) {
  const { t } = useTranslation()
  return (
    <li className={css.bug}>
      <span className={css.times} title={t('bug.times', { count: bug.count })}>
        {bug.count}
      </span>
      <div>
        <p className={css.message}>{bug.message}</p>
        <p className={css.details}>
          {[bug.user, when, t(`bug.source.${bug.source}`), bug.route, bug.place]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
    </li>
  )
}
