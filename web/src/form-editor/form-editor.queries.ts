import type { WrittenForm } from '@kaiku/contract/form-draft.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** The forms as they are written, and the draft. Asked for anew each time the editor opens. */
export const formDraftQuery = (survey: string) =>
  queryOptions({
    queryKey: ['formDraft', survey],
    queryFn: ({ signal }) => send('formDraft.draft', { survey }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What is wrong with forms, what publishing them would change, and what opens their preview. */
export const checkedFormsQuery = (survey: string, version: number, forms: readonly WrittenForm[]) =>
  queryOptions({
    queryKey: ['checkedForms', survey, version, forms],
    queryFn: async ({ signal }) => ({
      ...(await send('formDraft.check', { survey, forms: [...forms] }, signal)),
      forms,
    }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
