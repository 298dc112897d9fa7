import { overlap } from '@kaiku/core/alert-episode.ts'
import type { Day } from '@kaiku/core/day.ts'
import { nextDay } from '@kaiku/core/zoned-time.ts'
import type { PlaceEpisode } from './episode.ts'

/**
 * Of what a rule would have found up to a day, what was not raised already: no known episode of the node holds a day of it.
 * One that lasts ends before the next that is known.
 */
export function freshEpisodes(
  found: readonly PlaceEpisode[],
  known: readonly PlaceEpisode[],
  last: Day,
): readonly PlaceEpisode[] {
  const there = new Map<number, PlaceEpisode[]>()
  for (const one of known) there.set(one.node, [...(there.get(one.node) ?? []), one])
  return found.flatMap((episode) => {
    const others = there.get(episode.node) ?? []
    const seen = { ...episode, until: episode.until ?? nextDay(last) }
    if (others.some((one) => overlap(one, seen))) return []
    return [others.some(({ since }) => since > episode.since) ? seen : episode]
  })
}

/** Where and when each began, to be asked for. */
export function beginningsOf(episodes: readonly PlaceEpisode[]) {
  const begun = new Set(episodes.map(({ node, since }) => `${node} ${since}`))
  return { has: (node: number, day: Day): boolean => begun.has(`${node} ${day}`) }
}
