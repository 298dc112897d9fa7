import type { SavedFilter } from '@kaiku/contract/saved-filter.ts'
import { formatToken } from '@kaiku/core/filter-token.ts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../call/fault-text.ts'
import { send } from '../call/send.ts'
import { startOf, useAt } from '../drill-path/at.tsx'
import { say } from '../overlay/snackbar.tsx'
import { useIdentity } from '../session/identity.ts'
import { useSurvey } from '../survey/survey-context.tsx'

/** The filters kept under names, and those of the last visit. */
export const savedFiltersQuery = (survey: string) =>
  queryOptions({
    queryKey: ['saved-filters', survey],
    queryFn: ({ signal }) => send('savedFilter.list', { survey }, signal),
    staleTime: 60_000,
  })

export type Fields = Pick<SavedFilter, 'title' | 'token' | 'asShown' | 'isShared'>

/** Keeping, changing and removing named filters; each can be taken back for as long as its message stands. */
export function useSavedFilterChanges() {
  const { t } = useTranslation()
  const { survey } = useAt()
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: savedFiltersQuery(survey).queryKey })
  const onError = (error: Error) => say(faultText(error, t))
  const create = useMutation({
    mutationFn: (fields: Fields) => send('savedFilter.create', { survey, ...fields }),
    onSettled: again,
  })
  const save = useMutation({
    mutationFn: ({ isOwn: _own, isUsable: _usable, ...fields }: SavedFilter) =>
      send('savedFilter.save', { survey, ...fields }),
    onError,
    onSettled: again,
  })
  const remove = useMutation({
    mutationFn: ({ savedFilterId }: SavedFilter) => send('savedFilter.remove', { survey, savedFilterId }),
    onSuccess: (_, { title, token, asShown, isShared }) =>
      say(t('saved.removed', { title }), {
        title: t('undo'),
        run: () => create.mutate({ title, token, asShown, isShared }, { onError }),
      }),
    onError,
    onSettled: again,
  })
  return {
    create,
    remove: (filter: SavedFilter) => remove.mutate(filter),
    save: (filter: SavedFilter) => save.mutate(filter),
    /** Keeps other filters under the name. */
    replace: (filter: SavedFilter, present: Pick<SavedFilter, 'token' | 'asShown'>) =>
      save.mutate(
        { ...filter, ...present },
        {
          onSuccess: ({ version }) =>
            say(t('saved.replaced', { title: filter.title }), {
              title: t('undo'),
              run: () => save.mutate({ ...filter, version }),
            }),
        },
      ),
  }
}

const settleMs = 1500

const remember = (client: QueryClient, survey: string, token: string) =>
  send('savedFilter.remember', { survey, token }).then(
    () =>
      client.setQueryData(savedFiltersQuery(survey).queryKey, (known) => (known ? { ...known, last: token } : known)),
    // It is offered at the next visit, or it is not: nothing depends on it.
    () => undefined,
  )

/** Remembers what the viewer chooses to filter by on a page; what an address or a page brought along is not a choice. */
export function useRememberFilters() {
  const { isReadOnly } = useIdentity()
  const { survey: name, page, selection } = useAt()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const token = formatToken(selection)
  const start = formatToken(startOf(survey.startPath, survey.startFilter).selection)
  const place = `${name} ${page}`
  const seen = useRef({ place, token })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const isChosen = seen.current.place === place && seen.current.token !== token
    seen.current = { place, token }
    if (!isChosen || token === '' || token === start || isReadOnly) return
    // A choice that follows at once takes its place; going back to the start filter does not.
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => void remember(client, name, token), settleMs)
  }, [client, name, place, token, start, isReadOnly])
}
