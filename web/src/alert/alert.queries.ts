import type { Alert, AlertSummary } from '@kaiku/contract/alert.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reply, Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'
import type { At } from '../drill-path/at.tsx'
import { writePath } from '../filter-reference/filter-reference.ts'
import type { GoesOn } from '../place/neighbours.tsx'

/** Milliseconds after which alerts are asked for anew where nothing tells that there is news. */
const pollMs = 60_000
const batch = 50

/** Begins the key of everything about a survey's alerts: after a change all of it is asked for anew. */
export const alertsKey = (survey: string) => ['alert', survey]

export type AlertSearch = Omit<Sent<'alert.list'>, 'survey' | 'path' | 'after' | 'limit' | 'locale'>

/** The alerts of a place and its filters, a batch at a time. */
export const alertsQuery = (at: At, narrowing: AlertSearch, locale: string) =>
  infiniteQueryOptions({
    queryKey: [...alertsKey(at.survey), 'list', writePath(at.path, at.selection), narrowing, locale],
    queryFn: ({ pageParam, signal }) => {
      const path = writePath(at.path, at.selection)
      const after = pageParam === null ? {} : { after: pageParam }
      return send('alert.list', { survey: at.survey, path, limit: batch, locale, ...narrowing, ...after }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })

/** A list of alerts, as it goes on where one of them is opened. */
export const goesOnFrom = (at: At, narrowing: AlertSearch, locale: string, { total, next }: Reply<'alert.list'>) => ({
  asked: { alerts: { survey: at.survey, path: writePath(at.path, at.selection), locale, ...narrowing } },
  total,
  next,
  first: 0,
})

/** The alerts behind those that are known of a list. */
export async function moreAlerts({ asked, next }: GoesOn) {
  if (!('alerts' in asked) || next === null) return { ids: [], next: null }
  const page = await send('alert.list', { ...asked.alerts, limit: batch, after: next })
  return { ids: page.rows.map(({ alertId }) => alertId), next: page.next }
}

/** The first few of them. */
export const someAlertsQuery = (at: At, narrowing: AlertSearch, limit: number, locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(at.survey), 'some', writePath(at.path, at.selection), narrowing, limit, locale],
    queryFn: ({ signal }) =>
      send(
        'alert.list',
        { survey: at.survey, path: writePath(at.path, at.selection), limit, locale, ...narrowing },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })

export const alertGroupsQuery = (at: At, narrowing: AlertSearch, by: 'owner' | 'node', locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(at.survey), 'groups', writePath(at.path, at.selection), narrowing, by, locale],
    queryFn: ({ signal }) => {
      const { sort: _sort, ...rest } = narrowing
      const path = writePath(at.path, at.selection)
      return send('alert.groups', { survey: at.survey, path, by, locale, ...rest }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** What an interview raised. */
export const alertsOfInterviewQuery = (survey: string, interviewId: string, locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(survey), 'interview', interviewId, locale],
    queryFn: ({ signal }) => send('alert.ofInterview', { survey, interviewId, locale }, signal),
  })

/** How alerts of a place and its filters are dealt with. */
export const alertLoopQuery = (at: At, locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(at.survey), 'loop', writePath(at.path, at.selection), locale],
    queryFn: ({ signal }) =>
      send('alertLoop.loop', { survey: at.survey, path: writePath(at.path, at.selection), locale }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })

/** What its customers said the next time. */
export const alertRecoveryQuery = (at: At, locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(at.survey), 'recovery', writePath(at.path, at.selection), locale],
    queryFn: ({ signal }) =>
      send('alertLoop.recovery', { survey: at.survey, path: writePath(at.path, at.selection), locale }, signal),
    placeholderData: keepPreviousData,
  })

export const alertQuery = (survey: string, alertId: string, locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(survey), 'one', alertId, locale],
    queryFn: ({ signal }) => send('alert.one', { survey, alertId, locale }, signal),
    refetchInterval: pollMs,
  })

/** A mail to the customer as a template writes it; nothing chosen: the first, in the customer’s language. */
export const replyOfferQuery = (
  { survey, alertId, version }: Alert,
  { template, language }: { template: string | undefined; language: string | undefined },
  locale: string,
) =>
  queryOptions({
    queryKey: [...alertsKey(survey), 'reply', alertId, version, template, language, locale],
    queryFn: ({ signal }) =>
      send(
        'alertReply.offer',
        { survey, alertId, locale, ...(template ? { template } : {}), ...(language ? { language } : {}) },
        signal,
      ),
    placeholderData: keepPreviousData,
    // What is being written must not change under the hand that writes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const alertChoicesQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...alertsKey(survey), 'choices', locale],
    queryFn: ({ signal }) => send('alert.choices', { survey, locale }, signal),
  })

/** Who may be given an alert or mentioned in its notes; without one, any alert of the survey. */
export const alertPeopleQuery = (survey: string, alertId?: AlertSummary['alertId'], search = '') => ({
  queryKey: [...alertsKey(survey), 'people', alertId, search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    send('alert.people', { survey, search, ...(alertId ? { alertId } : {}) }, signal),
  staleTime: pollMs,
})

/** The viewer's own alerts that wait for them: what the bell says. */
export const myAlertsQuery = (survey: string) =>
  queryOptions({
    queryKey: [...alertsKey(survey), 'mine'],
    queryFn: ({ signal }) => send('alert.mine', { survey }, signal),
    refetchInterval: pollMs,
  })
