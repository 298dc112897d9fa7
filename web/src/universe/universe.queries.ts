import type { UniverseSettings } from '@kaiku/contract/universe.ts'
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

export const retentionRules = ['retentionDays', 'contactDays', 'personalDays'] as const
export type RetentionRules = Pick<UniverseSettings, (typeof retentionRules)[number]>

/** What would be removed if things were kept for so many days; `universe`: that the tab is in. */
export const retentionQuery = (universe: string, { retentionDays, contactDays, personalDays }: RetentionRules) =>
  queryOptions({
    queryKey: ['retention', universe, retentionDays, contactDays, personalDays],
    queryFn: ({ signal }) =>
      send(
        'retention.ahead',
        {
          ...(retentionDays !== null && { days: retentionDays }),
          ...(contactDays !== null && { contactDays }),
          ...(personalDays !== null && { personalDays }),
        },
        signal,
      ),
    staleTime: 10_000,
  })

export const removalsQuery = (universe: string) =>
  queryOptions({
    queryKey: ['removals', universe],
    queryFn: ({ signal }) => send('retention.removals', undefined, signal),
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
