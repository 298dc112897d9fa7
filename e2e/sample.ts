import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { doorOf, type Open } from './door.ts'
import { type Reached, type Running, reach, startKaiku } from './kaiku.ts'

export type Sample = {
  readonly running: Reached
  readonly browser: Browser
  /** An address of the sample universe, as its administrator sees it if nobody else is named. */
  readonly open: Open
  close(): Promise<void>
}

/** A whole Kaiku with the sample universe, and a browser. `environment`: what its server is started with. */
export async function startSample(environment: Readonly<Record<string, string>> = {}): Promise<Sample> {
  const running = await startKaiku({ sample: true, environment })
  return withBrowser(running, running)
}

/** The one that is there for all files which only look, each with a browser of its own. */
export const reachSample = (): Promise<Sample> => withBrowser(reach(inject('sampleToLookAt')), null)

async function withBrowser(running: Reached, own: Running | null): Promise<Sample> {
  const browser = await openBrowser()
  return {
    ...{ running, browser, open: doorOf(running, browser, 'aino', 'sample') },
    async close() {
      await browser.close()
      await own?.stop()
    },
  }
}
