import type { ReplyOf } from '@kaiku/contract/call.ts'
import type { Component } from '@kaiku/contract/page.ts'
import type { resultCalls } from '@kaiku/contract/result.ts'
import { type Query, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'
import type { PlaceAt } from '../drill-path/at.tsx'

/** Begins the key of every page's figures. */
export const figuresKey = 'page'

const forever = Number.POSITIVE_INFINITY

/** All components of a page for one selection. `instead`: what to ask for where the survey has no such page. */
export const pageQuery = (page: string, { loadCount, ...asked }: PlaceAt, instead?: Component[]) =>
  queryOptions({
    queryKey: [figuresKey, page, asked, loadCount, instead],
    queryFn: ({ signal }) =>
      instead
        ? send('result.query', { ...asked, components: instead }, signal)
        : send('result.page', { ...asked, page }, signal),
    staleTime: forever,
  })

/** Whether a query of figures shows what colleagues noted, which changes while the data stays as it is. */
export const showsNotes = ({ queryKey: [kind], state: { data } }: Query<unknown>): boolean =>
  (kind === figuresKey || kind === 'figures') &&
  (data as ReplyOf<typeof resultCalls.query> | undefined)?.answers.some(
    (answer) => answer.type === 'InterviewList' && answer.columns.some(({ id }) => id === 'interview.note'),
  ) === true

/** Whether a query of figures shows leagues, which what people do changes while the data stays as it is. */
export const showsLeagues = ({ queryKey: [kind], state: { data } }: Query<unknown>): boolean =>
  (kind === figuresKey || kind === 'figures') &&
  (data as ReplyOf<typeof resultCalls.query> | undefined)?.answers.some(
    ({ type }) => type === 'GamificationOverviewConfig',
  ) === true

/** Components that no page names: another time unit, more comments. */
export const figuresQuery = (components: Component[], { loadCount, ...asked }: PlaceAt) =>
  queryOptions({
    queryKey: ['figures', components, asked, loadCount],
    queryFn: ({ signal }) => send('result.query', { ...asked, components }, signal),
    staleTime: forever,
  })
