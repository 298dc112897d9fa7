import type { Component } from '@kaiku/contract/page.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../drill-path/at.tsx'
import { send } from '../send.ts'

/** Begins the key of every page's figures. */
export const figuresKey = 'page'

const forever = Number.POSITIVE_INFINITY

/** All components of a page for one selection. `instead`: what to ask for where the survey has no such page. */
export const pageQuery = (page: string, { loadCount, ...asked }: Scope, instead?: Component[]) =>
  queryOptions({
    queryKey: [figuresKey, page, asked, loadCount, instead],
    queryFn: ({ signal }) =>
      instead ? send('figures', { ...asked, components: instead }, signal) : send('page', { ...asked, page }, signal),
    staleTime: forever,
  })

/** Components that no page names: another time unit, more comments. */
export const figuresQuery = (components: Component[], { loadCount, ...asked }: Scope) =>
  queryOptions({
    queryKey: ['figures', components, asked, loadCount],
    queryFn: ({ signal }) => send('figures', { ...asked, components }, signal),
    staleTime: forever,
  })
