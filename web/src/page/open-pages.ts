import { componentFacts } from '@kaiku/contract/component-type.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { Permission } from '@kaiku/core/access.ts'
import { alertsPage, samplesPage } from '../drill-path/at.tsx'

type Listed = { readonly extname: string; readonly components: readonly Pick<Component, 'type'>[] }

const needOf = ({ type }: Pick<Component, 'type'>): readonly Permission[] => {
  const { needs } = componentFacts[type]
  return needs === 'nothing' ? [] : [needs]
}

/** What a page asks of who looks: any of these; empty: nothing. */
export function needsOf({ extname, components }: Listed): readonly Permission[] {
  if (extname === alertsPage) return ['handleAlerts']
  if (extname === samplesPage) return ['manageSamples']
  return [...new Set(components.flatMap(needOf))]
}

/** The pages that show anything to somebody with these rights. */
export const openPages = <P extends Listed>(pages: readonly P[], permissions: readonly string[]): readonly P[] =>
  pages.filter((page) => {
    const asked = needsOf(page)
    return asked.length === 0 || asked.some((permission) => permissions.includes(permission))
  })

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
