import { type LiveEvent, liveEvent } from '@kaiku/contract/live-event.ts'
import { seesSurvey, type Viewer } from '@kaiku/core/access.ts'
import { reaches, reachesAny } from '../selection/scope-condition.ts'
import type { PlacedEvent } from './hub.ts'

/** An event as the viewer is told of it; null: it is nothing to them, or of a kind that this release does not know. */
export function toldTo(who: Viewer, event: PlacedEvent): LiveEvent | null {
  if (!mayHear(who, event)) return null
  const { kind, detail, dictionary } = event
  return liveEvent.safeParse({ ...detail, kind, survey: dictionary.extName }).data ?? null
}

function mayHear(who: Viewer, { universe, dictionary, person, permission, leaves }: PlacedEvent): boolean {
  if (universe !== who.universe || !seesSurvey(who, dictionary.extName)) return false
  if (person !== null && person !== who.userId) return false
  if (permission === null) return true
  return leaves === null ? reachesAny(who, dictionary, permission) : reaches(who, dictionary, permission, leaves)
}
