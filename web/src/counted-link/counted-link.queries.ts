import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Everything that a tab keeps of links. */
export const countedLinksKey = ['countedLinks'] as const

/** `universe`: that the tab is in. */
export const countedLinksQuery = (universe: string, survey: string) =>
  queryOptions({
    queryKey: [...countedLinksKey, universe, survey],
    queryFn: ({ signal }) => send('countedLink.list', { survey }, signal),
  })

export const linkHitsQuery = (universe: string, survey: string, linkable: string) =>
  queryOptions({
    queryKey: [...countedLinksKey, universe, survey, linkable],
    queryFn: ({ signal }) => send('countedLink.hits', { survey, linkable }, signal),
  })
