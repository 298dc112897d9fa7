import type { ScriptLevel } from '@kaiku/contract/script.ts'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../call/send.ts'

/** Where a script is opened: its level, and the survey from which. */
export type ScriptPlace = { readonly level: ScriptLevel; readonly survey: string }

/** A script as it is kept. Asked for anew each time the editor opens. */
export const scriptQuery = ({ level, survey }: ScriptPlace) =>
  queryOptions({
    queryKey: ['script', level, survey],
    queryFn: ({ signal }) => send('script.open', { level, survey }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a published version says, which never changes. */
export const scriptVersionQuery = ({ level, survey }: ScriptPlace, version: number) =>
  queryOptions({
    queryKey: ['scriptVersion', level, survey, version],
    queryFn: ({ signal }) => send('script.version', { level, survey, version }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
