import type { LiveEvent } from '@kaiku/contract/live-event.ts'
import type { QueryClient } from '@tanstack/react-query'
import { alertsKey } from '../alert/alert.queries.ts'
import { showsLeagues, showsNotes } from '../figure/figure.queries.ts'
import { mentionsKey } from '../mention/mention.queries.ts'
import { tasksKey } from '../report/report.queries.ts'
import { samplesKey } from '../sample/sample.queries.ts'
import { loadCountQuery } from '../survey/survey.queries.ts'
import { systemMessagesKey } from '../system-message/system-message.queries.ts'
import { tellOfImport } from './import.ts'
import { tellOfMention } from './mention.ts'

type EventOf<Kind extends LiveEvent['kind']> = Extract<LiveEvent, { kind: Kind }>

/** Milliseconds between two times that a tab takes notice of newer figures, or of changes among samples. */
const calm = 5_000

/** What the events of a stream change in what a tab keeps. */
export function reactions(client: QueryClient) {
  const soon = new Map<string, { timer: ReturnType<typeof setTimeout>; latest: (() => void) | null }>()

  /** Does something at once, then no more often than is calm: the last of many is always done. */
  function calmly(what: string, act: () => void) {
    const waiting = soon.get(what)
    if (waiting) {
      waiting.latest = act
      return
    }
    act()
    const timer = setTimeout(() => {
      const latest = soon.get(what)?.latest ?? null
      soon.delete(what)
      if (latest !== null) calmly(what, latest)
    }, calm)
    soon.set(what, { timer, latest: null })
  }

  const rise = (survey: string, loadCount: number) =>
    calmly(`figures ${survey}`, () => {
      client.setQueryData(loadCountQuery(survey).queryKey, loadCount)
      // An interview's scores are figures, too.
      void client.invalidateQueries({ queryKey: ['interview', survey] })
    })

  /** Lists and counts calmly; an open page of somebody else is left alone: each look at who somebody is is written down. */
  function changeSamples(survey: string, sampleId: string | null) {
    const key = samplesKey(survey)
    const others = ['list', 'funnel', 'interview']
    calmly(`samples ${survey}`, () => {
      for (const part of others) void client.invalidateQueries({ queryKey: [...key, part] })
      void client.invalidateQueries({ predicate: showsLeagues })
    })
    if (sampleId !== null) void client.invalidateQueries({ queryKey: [...key, 'one', sampleId] })
    else calmly(`people ${survey}`, () => void client.invalidateQueries({ queryKey: [...key, 'one'] }))
  }

  const react: { readonly [Kind in LiveEvent['kind']]: (event: EventOf<Kind>) => void } = {
    loadCount: ({ survey, loadCount }) => rise(survey, loadCount),
    alert: ({ survey }) => {
      void client.invalidateQueries({ queryKey: alertsKey(survey) })
      calmly(`leagues ${survey}`, () => void client.invalidateQueries({ predicate: showsLeagues }))
    },
    interview: ({ survey, interviewId }) => {
      void client.invalidateQueries({ queryKey: ['interview', survey, interviewId] })
      void client.invalidateQueries({ predicate: showsNotes })
    },
    sample: ({ survey, sampleId }) => changeSamples(survey, sampleId),
    mention: (event) => {
      void client.invalidateQueries({ queryKey: mentionsKey })
      void tellOfMention(event)
    },
    import: (event) => void tellOfImport(event),
    // Each survey of the universe tells it once.
    systemMessage: () => calmly('messages', () => void client.invalidateQueries({ queryKey: systemMessagesKey })),
    task: () => void client.invalidateQueries({ queryKey: tasksKey }),
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
      for (const queryKey of [
        ['loadCount'],
        ['alert'],
        ['interview'],
        ['sample'],
        mentionsKey,
        tasksKey,
        systemMessagesKey,
      ])
        void client.invalidateQueries({ queryKey })
    },
    stop: () => {
      for (const { timer } of soon.values()) clearTimeout(timer)
      soon.clear()
    },
  }
}
