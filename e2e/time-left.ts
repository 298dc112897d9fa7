import { appendFileSync } from 'node:fs'
import { type RunnerTestSuite, TestRunner } from 'vitest'

/** Milliseconds since 1970 after which no further file is begun; what it leaves out, it tells. */
const until = Number(process.env.KAIKU_TEST_UNTIL ?? Number.POSITIVE_INFINITY)

/** Runs the files that are begun in time, whole: on a slow machine a run ends, and says what it did not try. */
export default class TimeLeft extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    await super.onBeforeRunSuite(suite)
    if (suite.file.id !== suite.id || Date.now() < until) return
    leaveOut(suite)
    const left = process.env.KAIKU_TEST_LEFT
    if (left) appendFileSync(left, `${suite.file.name}\n`)
  }
}

function leaveOut(suite: RunnerTestSuite) {
  suite.mode = 'skip'
  for (const task of suite.tasks) {
    if (task.type === 'suite') leaveOut(task)
    else task.mode = 'skip'
  }
}
