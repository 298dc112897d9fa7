import { appendFileSync } from 'node:fs'
import { prepareSample } from './kaiku.ts'

/** Before the first test of a run. */
export default async function () {
  const start = performance.now()
  await prepareSample()
  const times = process.env.KAIKU_TEST_TIMES
  if (times) appendFileSync(times, `the sample\t${(performance.now() - start) / 1000}\n`)
}
