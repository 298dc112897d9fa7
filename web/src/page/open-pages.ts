import type { Component } from '@kaiku/contract/page.ts'
import type { Permission } from '@kaiku/core/access.ts'
import { alertsPage, samplesPage } from '../drill-path/at.tsx'

type Listed = { readonly extname: string; readonly components: readonly Pick<Component, 'type'>[] }

/** What other components than figures ask of who looks; null: nothing. */
const needs: Partial<Record<Component['type'], Permission | null>> = {
  Comments: 'seeComments',
  Topics: 'seeComments',
  InterviewList: 'seeInterviews',
  AlertLoop: 'handleAlerts',
  AlertList: 'handleAlerts',
  ResponseFunnel: 'manageSamples',
  Text: null,
}
const needOf = ({ type }: Pick<Component, 'type'>): Permission | null =>
  needs[type] === undefined ? 'seeIndicators' : needs[type]

/** The pages that show anything to somebody with these rights. */
export function openPages<P extends Listed>(pages: readonly P[], permissions: readonly string[]): readonly P[] {
  const may = (permission: Permission) => permissions.includes(permission)
  return pages.filter(({ extname, components }) => {
    if (extname === alertsPage) return may('handleAlerts')
    if (extname === samplesPage) return may('manageSamples')
    const asked = components.flatMap((one) => needOf(one) ?? [])
    return asked.length === 0 || asked.some(may)
  })
}

/** Those that a phone has room for: the first, where customers are answered and heard, and then as they come. */
export function pagesAtHand<P extends Listed>(pages: readonly P[], most: number): readonly P[] {
  const has = (type: Component['type']) => (page: P) => page.components.some((one) => one.type === type)
  const rest = pages.slice(1)
  const wanted = [
    pages[0],
    rest.find(({ extname }) => extname === alertsPage) ?? rest.find(has('AlertList')),
    rest.find(({ extname }) => extname === 'comments') ?? rest.find(has('Comments')),
    ...rest,
  ]
  const kept = new Set([...new Set(wanted)].filter((page) => page !== undefined).slice(0, most))
  return pages.filter((page) => kept.has(page))
}
