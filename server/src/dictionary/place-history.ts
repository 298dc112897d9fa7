import type { ConfigNode } from '@kaiku/contract/view.ts'
import type { Day } from '@kaiku/core/day.ts'

/** The last day, in order, of each time for which the places of a table stood as they did. After the last they stand as today. */
export const changeDays = (nodes: readonly ConfigNode[]): readonly Day[] =>
  [
    ...new Set(
      nodes.flatMap(({ moves = [], mergedInto, validTo }) => [
        ...moves.map(({ until }) => until),
        ...(mergedInto !== undefined && validTo !== undefined ? [validTo] : []),
      ]),
    ),
  ].sort()

/** What a place stood below, or was part of, on a day. `by`: what of its entry says so; a number: which of its moves. */
export type Standing = {
  /** Absent: right below the root. */
  readonly above: string | undefined
  readonly by: 'today' | 'merge' | number
}

/** `day`: one of `changeDays`, or null for the time after the last of them, and for interviews without a day. */
export function standingOn({ parent, moves = [], mergedInto, validTo }: ConfigNode, day: Day | null): Standing {
  if (mergedInto !== undefined && (day === null || validTo === undefined || day > validTo))
    return { above: mergedInto, by: 'merge' }
  const at = day === null ? -1 : moves.findIndex(({ until }) => day <= until)
  return at < 0 ? { above: parent, by: 'today' } : { above: moves[at]?.parent, by: at }
}
