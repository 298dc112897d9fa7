import { pathTo } from '@kaiku/core/screen.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ownAddress } from '../session/own-address.ts'
import { IconButton } from '../ui/control.tsx'
import { useKeys } from '../ui/keys.ts'
import css from './neighbours.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The interviews or alerts that an opened one stood among, in their order. */
    among?: readonly string[]
    /** The address of the list that it was opened from. */
    cameFrom?: string
    /** What is called there that it was opened from, where that is no list. */
    cameFromTitle?: string
    /** What is to be done about the alert at once. */
    toDo?: 'solve'
  }
}

type Of = { readonly survey: string } & ({ readonly interviewId: string } | { readonly alertId: string })

const addressOf = ({ survey, ...of }: Of, id: string) =>
  ownAddress(
    'alertId' in of ? pathTo('alert', { survey, alertId: id }) : pathTo('interview', { survey, interviewId: id }),
  )

/** Those before and after this one in the list that it was opened from. */
export function useNeighbours(of: Of) {
  const navigate = useNavigate()
  const { among = [], cameFrom } = useRouterState({ select: ({ location }) => location.state })
  const at = among.indexOf('alertId' in of ? of.alertId : of.interviewId)
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]]
  const open = (id: string | undefined) => {
    if (id === undefined) return
    void navigate({
      to: addressOf(of, id),
      replace: true,
      state: { among, ...(cameFrom === undefined ? {} : { cameFrom }) },
    })
  }
  return { among, before, after, open, position: at < 0 ? null : { at: at + 1, of: among.length } }
}

/** The others of the same list, round from the one behind this to the one before it. */
export function othersFrom<T>(among: readonly T[], one: T): readonly T[] {
  const at = among.indexOf(one)
  return [...among.slice(at + 1), ...among.slice(0, Math.max(0, at))]
}

/** How far one is through the list that it was opened from, and the way on; k and j go there too. */
export function Neighbours({ of }: { of: Of }) {
  const { t } = useTranslation()
  const { before, after, open, position } = useNeighbours(of)
  useKeys({ j: () => open(after), k: () => open(before) })
  if (!position) return null
  const isAlert = 'alertId' in of
  return (
    <div className={css.neighbours}>
      <IconButton
        label={t(isAlert ? 'alert.before' : 'interview.before')}
        disabled={before === undefined}
        onClick={() => open(before)}
      >
        <IconChevronLeft size={18} />
      </IconButton>
      <span>{t('interview.position', position)}</span>
      <IconButton
        label={t(isAlert ? 'alert.after' : 'interview.after')}
        disabled={after === undefined}
        onClick={() => open(after)}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </div>
  )
}
