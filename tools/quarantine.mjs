/**
 * Tests that fail at times for a reason that is not mended yet: `{ test: 'e2e/file.e2e.ts › title', since: '2026-11-23',
 * why: '…' }`. They run and are told of, but their failures do not fail the run.
 */
export const quarantine = []

const most = 4

/** What is wrong with the list. `found`: the names of all tests of the files that ran, by file. */
export function faultsOfQuarantine(list, found) {
  const faults = list.length > most ? [`${list.length} tests are in quarantine; there is room for ${most}`] : []
  for (const { test, since, why } of list) {
    const file = test.split(' › ')[0] ?? ''
    if (!/^\d{4}-\d\d-\d\d$/.test(since ?? '') || !why) faults.push(`${test}: since when, and why?`)
    if (found.has(file) && !found.get(file).includes(test)) faults.push(`${test}: there is no such test`)
  }
  return faults
}
