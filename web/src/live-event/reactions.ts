import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import type { QueryClient } from '@tanstack/react-query'
import { alertsKey } from '../alert/alert.queries.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { tellOfMention } from './mention.ts'

type Told<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>

/** Milliseconds between two rises of a survey's data state that a tab takes notice of. */
const calm = 5_000

/** What the events of a stream change in what a tab keeps. */
export function reactions(client: QueryClient) {
  const soon = new Map<string, { timer: ReturnType<typeof setTimeout>; latest: number | null }>()

  /** At once, then no more often than is calm: the last rise is always taken. */
  function rise(survey: string, loadCount: number) {
    const waiting = soon.get(survey)
    if (waiting) {
      waiting.latest = loadCount
      return
    }
    client.setQueryData(loadCountQuery(survey).queryKey, loadCount)
    // An interview's scores are figures, too.
    void client.invalidateQueries({ queryKey: ['interview', survey] })
    const timer = setTimeout(() => {
      const latest = soon.get(survey)?.latest ?? null
      soon.delete(survey)
      if (latest !== null) rise(survey, latest)
    }, calm)
    soon.set(survey, { timer, latest: null })
  }

  const react: { readonly [Kind in LiveEvent['kind']]: (event: Told<Kind>) => void } = {
    loadCount: ({ survey, loadCount }) => rise(survey, loadCount),
    alert: ({ survey }) => void client.invalidateQueries({ queryKey: alertsKey(survey) }),
    interview: ({ survey, interviewId }) =>
      void client.invalidateQueries({ queryKey: ['interview', survey, interviewId] }),
    mention: ({ survey, interviewId, by }) => void tellOfMention(survey, interviewId, by),
  }

  return {
    /** Something was told. */
    happened: (event: LiveEvent) => {
      // A server that was updated may tell of more than this client knows.
      const known: ((event: never) => void) | undefined = react[event.kind]
      known?.(event as never)
    },
    /** It is not known what happened before. */
    begun: () => {
      for (const queryKey of [['loadCount'], ['alert'], ['interview']]) void client.invalidateQueries({ queryKey })
    },
    stop: () => {
      for (const { timer } of soon.values()) clearTimeout(timer)
      soon.clear()
    },
  }
}
