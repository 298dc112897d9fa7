import { formatCount } from '@kaiku/core/format.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type HistoryState, useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../browser/keys.ts'
import type { Sent } from '../call/calls.ts'
import { faultText } from '../call/fault-text.ts'
import { IconButton } from '../control/control.tsx'
import { say } from '../overlay/snackbar.tsx'
import { ownAddress } from '../session/own-address.ts'
import css from './neighbours.module.css'

/** A list of interviews as it is asked for. */
export type AskedList = Omit<Sent<'result.query'>, 'components'> & {
  readonly component: Extract<Sent<'result.query'>['components'][number], { type: 'InterviewList' }>
}

/** The same of alerts. */
type AskedAlerts = { readonly alerts: Omit<Sent<'alert.list'>, 'after' | 'limit'> }

/** How a list goes on behind those that are known of it. */
export type GoesOn = {
  readonly asked: AskedList | AskedAlerts
  /** Where its next rows begin; null: there are none. */
  readonly next: string | null
  /** How many the whole list has; null: that is not told. */
  readonly total: number | null
  /** How many stand in it before those that are known. */
  readonly first: number
}
/** The next rows of a list. */
export type More = (goesOn: GoesOn) => Promise<{ readonly ids: readonly string[]; readonly next: string | null }>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The interviews or alerts that an opened one stood among, in their order. */
    among?: readonly string[]
    goesOn?: GoesOn | undefined
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

/** Those before and after this one in the list that it was opened from; with `more`, to its very end. */
export function useNeighbours(of: Of, more?: More) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { among = [], goesOn, cameFrom } = useRouterState({ select: ({ location }) => location.state })
  const at = among.indexOf('alertId' in of ? of.alertId : of.interviewId)
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]]
  const goesFurther = at >= 0 && more !== undefined && goesOn !== undefined && goesOn.next !== null
  const open = (id: string | undefined, known: Pick<HistoryState, 'among' | 'goesOn'> = { among, goesOn }) => {
    if (id === undefined) return
    void navigate({
      to: addressOf(of, id),
      replace: true,
      state: { ...known, ...(cameFrom === undefined ? {} : { cameFrom }) },
    })
  }
  const openAfter = async () => {
    if (after !== undefined || !goesFurther) return open(after)
    try {
      const { ids, next } = await more(goesOn)
      open(ids[0], { among: [...among, ...ids], goesOn: { ...goesOn, next } })
    } catch (error) {
      if (error instanceof Error) say(faultText(error, t))
    }
  }
  return {
    among,
    goesOn,
    open,
    openBefore: () => open(before),
    openAfter,
    isFirst: before === undefined,
    isLast: after === undefined && !goesFurther,
    position: at < 0 ? null : { at: (goesOn?.first ?? 0) + at + 1, of: goesOn?.total ?? among.length },
  }
}

type Known = Pick<HistoryState, 'among' | 'goesOn'>

/** The others of the same list, round from the one behind this to the one before it, each with what is known of the list by then. */
export async function* othersFrom(
  { among = [], goesOn }: Known,
  one: string,
  more?: More,
): AsyncGenerator<{ readonly id: string; readonly known: Known }> {
  const at = among.indexOf(one)
  const each = (ids: readonly string[], known: Known) => ids.map((id) => ({ id, known }))
  yield* each(among.slice(at + 1), { among, goesOn })
  let known: Known = { among, goesOn }
  while (more && known.goesOn && known.goesOn.next !== null) {
    const { ids, next } = await more(known.goesOn)
    known = { among: [...(known.among ?? []), ...ids], goesOn: { ...known.goesOn, next } }
    yield* each(ids, known)
  }
  yield* each(among.slice(0, Math.max(0, at)), known)
}

/** How far one is through the list that it was opened from, and the way on; k and j go there too. */
export function Neighbours({ of, more }: { of: Of; more?: More }) {
  const { t, i18n } = useTranslation()
  const { isFirst, isLast, openBefore, openAfter, position } = useNeighbours(of, more)
  useKeys({ j: () => void openAfter(), k: openBefore })
  if (!position) return null
  const isAlert = 'alertId' in of
  return (
    <div className={css.neighbours}>
      <IconButton label={t(isAlert ? 'alert.before' : 'interview.before')} disabled={isFirst} onClick={openBefore}>
        <IconChevronLeft size={18} />
      </IconButton>
      <span>
        {t('interview.position', {
          at: formatCount(position.at, i18n.language),
          of: formatCount(position.of, i18n.language),
        })}
      </span>
      <IconButton
        label={t(isAlert ? 'alert.after' : 'interview.after')}
        disabled={isLast}
        onClick={() => void openAfter()}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </div>
  )
}
