import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './ensure.mjs'

/** Seconds of a file: its modules loaded, its hooks and its tests. */
const secondsOf = ({ collectDuration, setupDuration, duration }) => (collectDuration + setupDuration + duration) / 1000
const text = (errors) => (errors ?? []).map(({ message, stack }) => stack ?? message).join('\n')

/** For Vitest: writes each file with its seconds and its tests to KAIKU_TEST_REPORT. */
export default class TestReport {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => ({
      file: relative(root, module.moduleId),
      seconds: secondsOf(module.diagnostic()),
      // A file that cannot be loaded, or set up, has no failed test, yet it failed.
      broken: module.ok() ? null : text(module.errors().concat(brokenSuites(module))),
      tests: [...module.children.allTests()].map((test) => ({
        title: test.fullName,
        state: test.result().state,
        why: text(test.result().errors),
      })),
    }))
    writeFileSync(process.env.KAIKU_TEST_REPORT ?? '', JSON.stringify({ files, unhandled: text(unhandled) }))
  }
}

const brokenSuites = (module) => [...module.children.allSuites()].flatMap((suite) => suite.errors())
