import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureInstalled, ensureWeb, root } from './ensure.mjs'

// npm test: everything a change must pass. --quick: without integration and end-to-end. --soak: the long series too.
const quick = process.argv.includes('--quick')
const soak = process.argv.includes('--soak')
const reports = mkdtempSync(join(tmpdir(), 'kaiku-test-'))
const bin = (name) => join(root, 'node_modules', '.bin', name)

const env = { ...process.env, FORCE_COLOR: '0', ...(soak ? { KAIKU_SOAK: '1' } : {}) }
const run = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })

const totals = { passed: 0, failed: 0, skipped: 0 }
/** What failed, in the words of the last page: who reads the end alone finds the cause. */
const failures = []
/** What passed at the second try. */
const shaky = []

/** One check is one test: it passes or fails as a whole. */
async function check(title, command, args) {
  const start = Date.now()
  const failed = (await run(command, args)) !== 0
  totals[failed ? 'failed' : 'passed'] += 1
  if (failed) failures.push(title)
  console.log(`${failed ? '✗' : '✓'} ${title} (${((Date.now() - start) / 1000).toFixed(1)} s)`)
}

/** `retried`: a test that fails is tried once more; the list of tests says which needed that. */
async function suite(project, { retried = false } = {}) {
  const file = join(reports, `${project}.json`)
  const code = await run(bin('vitest'), [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(retried ? ['--retry=1'] : []),
  ])
  const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  totals.passed += found?.numPassedTests ?? 0
  totals.failed += found?.numFailedTests ?? 0
  totals.skipped += (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0)
  // A file that cannot even be loaded, or set up, has no failed tests to count, yet it failed.
  const broken = (found?.testResults ?? []).filter(
    (one) => one.status === 'failed' && !one.assertionResults.some(isFailed),
  )
  totals.failed += broken.length
  if (code !== 0 && !found?.numFailedTests && broken.length === 0) {
    totals.failed += 1
    failures.push(`${project}: ended with ${code}`)
  }
  for (const { name, message } of broken) failures.push(told(name, message))
  for (const { name, assertionResults } of found?.testResults ?? [])
    for (const one of assertionResults.filter(({ failureMessages }) => failureMessages.length > 0))
      (isFailed(one) ? failures : shaky).push(told(`${name} › ${one.fullName}`, one.failureMessages.join('\n')))
}
const isFailed = ({ status }) => status === 'failed'
const told = (where, why) => `${where.replace(`${root}/`, '')}\n    ${why.slice(0, 600) || 'could not be set up'}`

ensureInstalled()
await check('types', bin('tsc'), ['-p', 'tsconfig.json'])
await check('types of the browser client', bin('tsc'), ['-p', 'web/tsconfig.json'])
await check('format and lint (Biome)', bin('biome'), ['ci', '--error-on-warnings', '.'])
await check('floating promises (oxlint)', bin('oxlint'), ['--type-aware', '--deny-warnings'])
await check('nothing unused (knip)', bin('knip'), [])
await suite('unit')
await suite('web')
if (!quick) {
  ensureWeb()
  await check('first-load budget (size-limit)', bin('size-limit'), [])
  env.CHROMIUM = ensureChromium()
  // Whole processes, stores and a browser share the machine with whatever else it does.
  await suite('server', { retried: true })
  await suite('e2e', { retried: true })
}
rmSync(reports, { recursive: true, force: true })
for (const one of shaky) console.log(`passed at the second try: ${one}`)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
