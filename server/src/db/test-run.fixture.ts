import { appendFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data directories whose stores run as long as the tests do, one for each worker. */
    sharedStores: readonly string[]
  }
}

type Start = typeof import('./started-stores.fixture.ts')

/** Before the first test of a run; what it returns comes after the last. */
export default async function ({ config, provide }: TestProject) {
  const start = performance.now()
  // As Node loads it: what Vitest itself loads cannot tell a process of its own where its program is.
  const { tsImport } = await import('tsx/esm/api')
  const { startSharedStores }: Start = await tsImport('./started-stores.fixture.ts', import.meta.url)
  const { directories, close } = await startSharedStores(config.maxWorkers)
  provide('sharedStores', directories)
  const times = process.env.KAIKU_TEST_TIMES
  if (times) appendFileSync(times, `the stores\t${(performance.now() - start) / 1000}\n`)
  return close
}
