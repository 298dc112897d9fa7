import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** The files of corrections that were stored. */
export const correctionFilesQuery = (survey: string) =>
  queryOptions({
    queryKey: ['correctionFiles', survey],
    queryFn: ({ signal }) => send('correctionFile.list', { survey }, signal),
  })
