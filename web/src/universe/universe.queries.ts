import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** `name`: of the universe that the tab is in. */
export const universeQuery = (name: string) =>
  queryOptions({
    queryKey: ['universe', name],
    queryFn: ({ signal }) => send('universe.universe', {}, signal),
    staleTime: 300_000,
  })

export const brandingQuery = (universe: string) =>
  queryOptions({
    queryKey: ['branding', universe],
    queryFn: ({ signal }) => send('universe.branding', { universe }, signal),
    staleTime: 300_000,
  })

/** What would be erased if answers were kept for so many days; `universe`: that the tab is in. */
export const retentionQuery = (universe: string, days: number) =>
  queryOptions({
    queryKey: ['retention', universe, days],
    queryFn: ({ signal }) => send('universe.retention', { days }, signal),
    staleTime: 10_000,
  })

export const universeSettingsQuery = (name: string) =>
  queryOptions({
    queryKey: ['universeSettings', name],
    queryFn: ({ signal }) => send('universe.universeSettings', {}, signal),
    refetchOnWindowFocus: false,
  })

/** The versions as they are at the newest one. */
export const universeVersionsQuery = (name: string, newest: number) =>
  queryOptions({
    queryKey: ['universeVersions', name, newest],
    queryFn: ({ signal }) => send('universe.versions', undefined, signal),
  })
