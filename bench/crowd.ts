import { enterAs, startKaiku } from '@kaiku/e2e/kaiku.ts'
import { type LiveListener, listenOn } from '@kaiku/e2e/live-stream.ts'
import { openStores } from '@kaiku/server/db/stores.ts'
import { findSurvey } from '@kaiku/server/survey/survey.ts'
import { findUniverse } from '@kaiku/server/universe/universe.ts'
import { measureArrivals, perSecond } from './arrival.ts'
import { clicksOf, clickTogether, noClicks } from './people.ts'

const people = 50

/** For so many minutes people click and programs send answers, 100 a second, to a Kaiku on this data directory. */
export async function crowd(data: string, minutes: number): Promise<string[]> {
  const running = await startKaiku({ sample: false, data })
  // Attached to the stores of the one that runs.
  const stores = await openStores({ data })
  try {
    await running.kaiku('user', 'create', 'bench-viewer', '--root')
    const viewer = await enterAs(running, 'bench-viewer', 'bench')
    const universe = await findUniverse(stores, 'bench')
    if (!universe) throw new Error('there is no universe bench')
    const dictionary = await findSurvey(stores, universe.id, 'bench')
    const streams = await Promise.all(Array.from({ length: people }, () => listenOn(running.address, viewer)))
    const clicks = noClicks()
    const over = new AbortController()
    const clicking = clickTogether(running, viewer, people, clicks, over.signal)
    const arrived = await measureArrivals(stores, dictionary, {
      address: running.address,
      answers: minutes * 60 * perSecond,
      look: 50,
    })
    over.abort()
    await clicking
    const heard = heardOf(streams)
    return [`${minutes} minutes beside ${people} people: ${arrived}`, clicksOf(clicks), heard]
  } finally {
    await stores.close()
    await running.stop()
  }
}

function heardOf(streams: readonly LiveListener[]): string {
  const told = streams.map((stream) => stream.told.length)
  for (const stream of streams) stream.stop()
  return `${people} open streams of events: each told ${Math.min(...told)} to ${Math.max(...told)} times, ${streams.filter((one) => one.connections() > 1).length} had to connect anew`
}
