import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import { type AssignmentDraft, assignmentKey, assignmentOf } from './user-draft.ts'

const people = ['people'] as const

/** Everything that was read of users, roles and access is read again: a change of one is a change of the others. */
export const readPeopleAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: people })

export const usersQuery = (locale: string) =>
  queryOptions({
    queryKey: [...people, 'users', locale],
    queryFn: ({ signal }) => send('user.list', { locale }, signal),
  })

export const userQuery = (userId: string, locale: string) =>
  queryOptions({
    queryKey: [...people, 'user', userId, locale],
    queryFn: ({ signal }) => send('user.one', { userId, locale }, signal),
  })

export const rolesQuery = queryOptions({
  queryKey: [...people, 'roles'],
  queryFn: ({ signal }) => send('role.list', undefined, signal),
})

export const roleQuery = (roleId: string, locale: string) =>
  queryOptions({
    queryKey: [...people, 'role', roleId, locale],
    queryFn: ({ signal }) => send('role.one', { roleId, locale }, signal),
  })

export const rolePlacesQuery = (locale: string) =>
  queryOptions({
    queryKey: [...people, 'places', locale],
    queryFn: ({ signal }) => send('role.places', { locale }, signal),
    staleTime: 60_000,
  })

export const roleNodesQuery = (asked: { view: string; under: string; query: string; locale: string }) =>
  queryOptions({
    queryKey: [...people, 'nodes', asked],
    queryFn: ({ signal }) => send('role.nodes', asked, signal),
    staleTime: 60_000,
  })

export const effectiveQuery = (roles: readonly AssignmentDraft[], locale: string) =>
  queryOptions({
    queryKey: [...people, 'effective', roles.map(assignmentKey).sort(), locale],
    queryFn: ({ signal }) => send('access.effective', { roles: roles.map(assignmentOf), locale }, signal),
  })

export const assertionsQuery = (locale: string) =>
  queryOptions({
    queryKey: [...people, 'assertions', locale],
    queryFn: ({ signal }) => send('access.assertions', { locale }, signal),
  })
