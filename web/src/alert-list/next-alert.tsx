import type { Alert } from '@kaiku/contract/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../alert/alert.module.css'
import { alertQuery, moreAlerts } from '../alert/alert.queries.ts'
import { Button } from '../control/control.tsx'
import { othersFrom, useNeighbours } from '../place/neighbours.tsx'

type Next = Pick<Alert, 'alertId' | 'title'> & { readonly known: Pick<HistoryState, 'among' | 'goesOn'> }

/** What of the list that an alert was opened from waits next once it is solved; `find` looks for it. */
export function useNextAlert({ survey, alertId }: Alert) {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const { among, goesOn, open } = useNeighbours({ survey, alertId }, moreAlerts)
  /** `none`: all of the list are solved. */
  const [next, setNext] = useState<Next | 'none' | null>(null)
  const find = async () => {
    if ((goesOn?.total ?? among.length) < 2) return
    for await (const { id, known } of othersFrom({ among, goesOn }, alertId, moreAlerts)) {
      // One that is gone meanwhile does not wait for anybody.
      const one = await client.fetchQuery({ ...alertQuery(survey, id, i18n.language), staleTime: 0 }).catch(() => null)
      if (one && one.state !== 'solved' && !one.isWithdrawn) return setNext({ alertId: id, title: one.title, known })
    }
    setNext('none')
  }
  return { next, find, open: ({ alertId: id, known }: Next) => open(id, known), forget: () => setNext(null) }
}

/** Offers the next alert that waits: Enter goes on there. */
export function NextAlert({ next, onOpen }: { next: Next | 'none'; onOpen: (next: Next) => void }) {
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
          <Button primary ref={button} dir="auto" onClick={() => onOpen(next)}>
            {next.title}
          </Button>
        </>
      )}
    </div>
  )
}
