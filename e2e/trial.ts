import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { writeAnswers } from './answers.ts'
import { openBrowser } from './browser.ts'
import { doorOf, type Open } from './door.ts'
import { entryOf, type Running, runKaiku, startKaiku } from './kaiku.ts'

export type Trial = {
  running: Running
  readonly browser: Browser
  /** The name of the survey that was guessed. */
  readonly survey: string
  /** A folder that goes with it. */
  readonly folder: string
  /** An address as a user sees it, the owner if nobody else is named. */
  readonly open: Open
  /** An address that signs a user in, the owner if nobody else, and leads on. */
  enter(redirect: string, username?: string): Promise<string>
  close(): Promise<void>
}

/** A whole Kaiku in which a file of answers was tried, and a browser. `environment`: what its server is started with. */
export async function startTrial(environment: Readonly<Record<string, string>> = {}): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiku-trial-'))
  const data = join(folder, 'data')
  await writeAnswers(join(folder, 'answers.csv'), new Date())
  const quiet = ['--no-open', '--no-start', '--out', join(folder, 'definition'), '--data', data]
  const tried = await runKaiku(['try', join(folder, 'answers.csv'), ...quiet])
  const path = /Dashboard: https?:\/\/[^/]+(\/\S+)/.exec(tried.out)?.[1] ?? ''
  const survey = new URL(path, 'http://localhost').searchParams.get('redirect')?.split('/')[3]
  if (tried.code !== 0 || survey === undefined) throw new Error(`nothing was tried: ${tried.out}${tried.err}`)
  const running = await startKaiku({ sample: false, data, environment })
  const browser = await openBrowser()
  const trial: Trial = {
    ...{ running, browser, survey, folder, open: doorOf(running, browser, 'owner') },
    async enter(redirect, username = 'owner') {
      const enter = await entryOf(running, username)
      return `${running.address}/?${new URLSearchParams({ enter, redirect }).toString()}`
    },
    async close() {
      await browser.close()
      // Another than the first, where the test has started it again.
      await trial.running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return trial
}
