import { appendFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { prepareSample, startKaiku } from './kaiku.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A Kaiku with the sample that runs as long as the tests do. */
    sampleToLookAt: { readonly address: string; readonly data: string }
  }
}

/** Before the first test of a run; what it returns comes after the last. */
export default async function ({ provide }: TestProject) {
  const start = performance.now()
  await prepareSample()
  const running = await startKaiku({ sample: true })
  provide('sampleToLookAt', { address: running.address, data: running.data })
  const times = process.env.KAIKU_TEST_TIMES
  if (times) appendFileSync(times, `the sample\t${(performance.now() - start) / 1000}\n`)
  return () => running.stop()
}
