import { buildApp } from '@kaiku/server/app/app.ts'
import { readConfiguration } from '@kaiku/server/configuration/configuration.ts'
import type { Stores } from '@kaiku/server/db/stores.ts'
import { type Ask, askAt } from './ask.ts'
import type { Prepared } from './by-hand.ts'
import { timeInTurn } from './measure.ts'
import type { Line } from './report.ts'
import { log } from './universe.ts'
import { operator } from './viewer.ts'

type Listening = { ask: Ask; close(): Promise<void> }

/** A Kaiku that serves the stores, asked as who is signed in. */
export async function listening(shared: Stores, cache: boolean, signedIn: Record<string, string>): Promise<Listening> {
  // Whoever serves the same stores serves from the same cache.
  const stores = { ...shared }
  const configuration = { ...readConfiguration({}, { data: stores.directory }), cache }
  const app = await buildApp(stores, configuration)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { ask: askAt(address, signedIn), close: () => app.close() }
}

/** Each operation by hand, and by Kaiku without and with its cache. */
export async function measure(
  stores: Stores,
  operations: readonly Prepared[],
  state: string,
  runs: number,
): Promise<Line[]> {
  const signedIn = await operator(stores)
  const [cold, warm] = await Promise.all([listening(stores, false, signedIn), listening(stores, true, signedIn)])
  const lines: Line[] = []
  for (const operation of operations) {
    const { raw, uncached, cached } = await timeInTurn(
      {
        raw: operation.byHand,
        uncached: () => cold.ask(operation),
        cached: () => warm.ask(operation),
      },
      runs,
    )
    lines.push({ ...operation, state, raw, uncached, cached })
    log(
      `${operation.number} ${operation.title}: raw ${raw.median.toFixed(1)} ms, Kaiku ${uncached.median.toFixed(1)} ms, cached ${cached.median.toFixed(1)} ms`,
    )
  }
  await Promise.all([cold.close(), warm.close()])
  return lines
}
