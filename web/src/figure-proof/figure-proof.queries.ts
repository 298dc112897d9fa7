import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

type Asked = { survey: string; path: string; indicator: string; locale: string; at?: string | undefined }

/** Where a figure comes from, and what has become of it since `at`. */
export const figureProofQuery = ({ at, ...asked }: Asked, loadCount: number) =>
  queryOptions({
    queryKey: ['figureProof', asked, at, loadCount],
    queryFn: ({ signal }) => send('figureProof.figureProof', { ...asked, ...(at === undefined ? {} : { at }) }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
