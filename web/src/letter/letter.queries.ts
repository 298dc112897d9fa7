import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Sent } from '../call/calls.ts'
import { send } from '../call/send.ts'

/** Begins the key of everything about a survey’s letters. */
export const lettersKey = (survey: string) => ['letter', survey]

/** Milliseconds between two looks while letters are made. */
const poll = 2_000
const ends: readonly (string | null)[] = ['done', 'failed', 'cancelled']

type Wanted = Omit<Sent<'letter.archive'>, 'survey' | 'after' | 'limit'>

/** Letters and their batches, as many at a time as a page shows. */
export const archiveQuery = (survey: string, wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...lettersKey(survey), 'archive', wanted],
    queryFn: ({ pageParam, signal }) =>
      send('letter.archive', { survey, ...wanted, ...(pageParam === '' ? {} : { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.batches.some((one) => one.madeAt === null && !ends.includes(one.state)) ? poll : false,
  })
