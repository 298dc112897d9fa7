import type { Alert } from '@kaiku/contract/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { othersFrom, useNeighbours } from '../drill-path/neighbours.tsx'
import { Button } from '../ui/control.tsx'
import css from './alert.module.css'
import { alertQuery } from './alert.queries.ts'

type Next = Pick<Alert, 'alertId' | 'title'>

/** What of the list that an alert was opened from waits next once it is solved; `find` looks for it. */
export function useNextAlert({ survey, alertId }: Alert) {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const { among, open } = useNeighbours({ survey, alertId })
  /** `none`: all of the list are solved. */
  const [next, setNext] = useState<Next | 'none' | null>(null)
  const find = async () => {
    if (among.length < 2) return
    for (const id of othersFrom(among, alertId)) {
      // One that is gone meanwhile does not wait for anybody.
      const one = await client.fetchQuery({ ...alertQuery(survey, id, i18n.language), staleTime: 0 }).catch(() => null)
      if (one && one.state !== 'solved' && !one.isWithdrawn) return setNext(one)
    }
    setNext('none')
  }
  return { next, find, open, forget: () => setNext(null) }
}

/** Offers the next alert that waits: Enter goes on there. */
export function NextAlert({ next, onOpen }: { next: Next | 'none'; onOpen: (alertId: string) => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div role="status" className={css.next}>
      {next === 'none' ? (
        t('alert.noNext')
      ) : (
        <>
          <span>{t('alert.next')}</span>
          <Button primary ref={button} dir="auto" onClick={() => onOpen(next.alertId)}>
            {next.title}
          </Button>
        </>
      )}
    </div>
  )
}
