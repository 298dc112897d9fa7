import type { WrittenPage } from '@kaiku/contract/page-draft.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** The pages as they are written, and the draft. Asked for anew each time the editor opens. */
export const pageDraftQuery = (survey: string) =>
  queryOptions({
    queryKey: ['pageDraft', survey],
    queryFn: ({ signal }) => send('pageDraft.draft', { survey }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What is wrong with pages, and what publishing them would change. */
export const checkedPagesQuery = (survey: string, version: number, pages: readonly WrittenPage[]) =>
  queryOptions({
    queryKey: ['checkedPages', survey, version, pages],
    queryFn: ({ signal }) => send('pageDraft.checkPages', { survey, pages: [...pages] }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
