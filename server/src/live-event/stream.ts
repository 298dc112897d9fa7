import type { Viewer } from '@kaiku/core/access.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { liveBeat, liveMessage } from '@kaiku/core/live-stream.ts'
import { toldTo } from './audience.ts'
import type { Hub } from './hub.ts'
import { type LivePosition, writePosition } from './position.ts'

/**
 * The messages of one stream: what happens in a universe and its viewer may know, from where an earlier stream ended.
 * `viewer` answers who that is now, and throws a Fault once they are nobody any more, which ends the stream.
 */
export async function* messages(
  hub: Hub,
  universe: string,
  wanted: LivePosition | null,
  viewer: () => Promise<Viewer>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { from, resumed } = await hub.begin(wanted)
  yield resumed ? beat(from) : message(from, liveMessage.begin, '{}')
  let silentSince = performance.now()
  for (let at = from; ; ) {
    const heard = await hub.next(universe, at, silentSince + liveBeat * 1_000 - performance.now(), signal)
    const who = heard && (await unlessNobody(viewer))
    if (heard === null || who === null) return
    const told = tellOnce(
      heard.events.flatMap((event) => {
        const toThem = toldTo(who, event)
        return toThem ? [{ at: event.at, data: JSON.stringify(toThem) }] : []
      }),
    )
    at = heard.to
    if (told.length === 0 && performance.now() < silentSince + liveBeat * 1_000) continue
    yield told.length > 0 ? told.join('') : beat(at)
    silentSince = performance.now()
  }
}

/** What is told several times at once is told with the last of them. */
function tellOnce(told: readonly { at: LivePosition; data: string }[]): string[] {
  const last = new Map(told.map(({ data }, at) => [data, at]))
  return told.flatMap(({ at, data }, index) => (last.get(data) === index ? [message(at, liveMessage.event, data)] : []))
}

const message = (at: LivePosition, name: string, data: string) =>
  `id: ${writePosition(at)}\nevent: ${name}\ndata: ${data}\n\n`

/** A comment that keeps the connection alive and says from where another stream would go on. */
const beat = (at: LivePosition) => `: beat\nid: ${writePosition(at)}\n\n`

const unlessNobody = (viewer: () => Promise<Viewer>): Promise<Viewer | null> =>
  viewer().catch((error: unknown) => {
    if (error instanceof Fault) return null
    throw error
  })
