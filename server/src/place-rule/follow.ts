import type { PlaceRule } from '@kaiku/contract/place-rule.ts'
import { stepOf } from '@kaiku/core/alert-episode.ts'
import type { Day } from '@kaiku/core/day.ts'
import type { PlaceEpisode } from './episode.ts'
import type { Observed } from './observe.ts'

/** What a day’s sightings make of the episodes that last. */
export type Followed = {
  readonly begun: readonly Observed[]
  readonly ended: readonly PlaceEpisode[]
  /** Those that last after it, by node. */
  readonly lasting: ReadonlyMap<number, PlaceEpisode>
}

/** A change’s periods share no day any more after as many days: until then it is the same change. */
const restOf = ({ watch }: PlaceRule): number => (watch.type === 'change' ? watch.days : 0)

export function follow(
  rule: PlaceRule,
  before: ReadonlyMap<number, PlaceEpisode>,
  observed: readonly Observed[],
  day: Day,
): Followed {
  const lasting = new Map(before)
  const begun: Observed[] = []
  const ended: PlaceEpisode[] = []
  for (const one of observed) {
    const { node, sighting } = one
    const episode = lasting.get(node) ?? null
    const step = stepOf(episode, sighting, day, restOf(rule))
    if (step === 'begins') {
      begun.push(one)
      lasting.set(node, { node, since: day, until: null })
    }
    if (step === 'ends' && episode) {
      ended.push({ ...episode, until: day })
      lasting.delete(node)
    }
  }
  return { begun, ended, lasting }
}
