import type { AlertSummary } from '@kaiku/contract/alert.ts'
import { pathTo } from '@kaiku/core/screen.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useKeys } from '../browser/keys.ts'
import type { GoesOn } from '../place/neighbours.tsx'
import { ownAddress } from '../session/own-address.ts'

/** Where a step leads among so many; without a place yet (-1) to the end that it comes from. Null: nowhere. */
export function stepFrom(at: number, by: 1 | -1, count: number): number | null {
  if (count === 0) return null
  if (at < 0) return by > 0 ? 0 : count - 1
  const next = at + by
  return next < 0 || next >= count ? null : next
}

type Props = {
  survey: string
  rows: readonly AlertSummary[]
  picked: ReadonlySet<string>
  /** How the list goes on behind these. */
  goesOn: GoesOn | undefined
  /** Undefined: the viewer only looks. */
  onPick: ((ids: readonly string[]) => void) | undefined
  /** The picked are to be given to somebody. */
  onAssign: () => void
  /** Undefined: all are there. */
  onMore: (() => void) | undefined
}

/** The list of alerts by keyboard: j and k walk its rows, o and e open one, x picks it, a assigns. */
export function useAlertKeys(
  list: RefObject<HTMLElement | null>,
  { survey, rows, picked, goesOn, onPick, onAssign, onMore }: Props,
): void {
  const navigate = useNavigate()
  const { href } = useLocation()
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a[data-alert]') ?? [])]
  const current = () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('a[data-alert]') ?? null
  const idOf = (link: HTMLElement | null) => link?.dataset.alert
  const walk = (by: 1 | -1) => {
    const all = links()
    const here = current()
    const at = stepFrom(here === null ? -1 : all.indexOf(here), by, all.length)
    if (at !== null) all[at]?.focus()
    else if (by > 0) onMore?.()
  }
  const solve = () => {
    const alertId = idOf(current())
    if (alertId === undefined) return
    const among = rows.map((row) => row.alertId)
    void navigate({
      to: ownAddress(pathTo('alert', { survey, alertId })),
      state: { among, goesOn, cameFrom: href, toDo: 'solve' },
    })
  }
  const pick = () => {
    const id = idOf(current())
    if (id !== undefined) onPick?.(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id])
  }
  const assign = () => {
    if (!onPick) return
    const id = idOf(current())
    if (picked.size === 0 && id !== undefined) onPick([id])
    onAssign()
  }
  useKeys({
    j: () => walk(1),
    k: () => walk(-1),
    o: () => current()?.click(),
    ...(onPick ? { e: solve, x: pick, a: assign } : {}),
  })
}
