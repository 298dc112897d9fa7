import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureInstalled, ensureWeb, root } from './ensure.mjs'
import { faultsOfQuarantine, quarantine } from './quarantine.mjs'

// npm test: everything a change must pass. --quick: without integration and end-to-end. --soak: the long series too.
// --minutes=N: browser tests that have not begun by then are left out, and named.
const quick = process.argv.includes('--quick')
const minutes = Number(/ --minutes=(\d+)/.exec(process.argv.join(' '))?.[1] ?? Number.POSITIVE_INFINITY)
const soak = process.argv.includes('--soak')
const reports = mkdtempSync(join(tmpdir(), 'kaiku-test-'))
const bin = (name) => join(root, 'node_modules', '.bin', name)
const left = join(reports, 'left')
const env = { ...process.env, FORCE_COLOR: '0', ...(soak ? { KAIKU_SOAK: '1' } : {}), KAIKU_TEST_LEFT: left }
if (Number.isFinite(minutes)) env.KAIKU_TEST_UNTIL = String(Date.now() + minutes * 60_000)

const totals = { passed: 0, failed: 0, skipped: 0 }
/** What failed, in the words of the last page: who reads the end alone finds the cause. */
const failures = []
/** What failed in quarantine. */
const shaky = []
/** Title and seconds of each part of the run. */
const phases = []
/** Every test file that ran, with its seconds. */
const files = []

async function timed(title, work) {
  const start = performance.now()
  const result = await work()
  phases.push([title, (performance.now() - start) / 1000])
  return result
}

/** `together`: what it says is kept until it has ended, since others speak at the same time. */
const run = (command, args, { together = false, more = {} } = {}) =>
  new Promise((resolve) => {
    const said = []
    const stdio = ['ignore', together ? 'pipe' : 'inherit', together ? 'pipe' : 'inherit']
    const child = spawn(command, args, { cwd: root, env: { ...env, ...more }, stdio })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
    const end = (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code ?? 1)
    }
    child.on('error', () => end(1))
    child.on('close', end)
  })

/** One check is one test: it passes or fails as a whole. */
const check = (title, command, args) =>
  timed(title, async () => {
    const failed = (await run(command, args, { together: true })) !== 0
    totals[failed ? 'failed' : 'passed'] += 1
    if (failed) failures.push(title)
    console.log(`${failed ? '✗' : '✓'} ${title}`)
  })

async function suite(project, { together = false } = {}) {
  const [report, times] = [join(reports, `${project}.json`), join(reports, `${project}.times`)]
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools', 'test-report.mjs')}`]
  const more = { KAIKU_TEST_REPORT: report, KAIKU_TEST_TIMES: times }
  const code = await timed(`tests: ${project}`, () =>
    run(bin('vitest'), ['run', '--project', project, ...reporters], { together, more }),
  )
  // What was made ready before the first test; it is part of the time above.
  for (const line of existsSync(times) ? readFileSync(times, 'utf8').trim().split('\n') : []) {
    const [title, seconds] = line.split('\t')
    phases.push([`  of that: ${title}`, Number(seconds)])
  }
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { files: [], unhandled: '' }
  const before = totals.failed
  for (const file of found.files) count(file)
  if (found.unhandled) fail(project, found.unhandled)
  if (code !== 0 && totals.failed === before && !shaky.length) fail(project, `ended with ${code}`)
}

function count(file) {
  files.push(file)
  const failed = file.tests.filter(({ state }) => state === 'failed')
  if (file.broken !== null && failed.length === 0) fail(file.file, file.broken || 'could not be set up')
  for (const { title, state, why } of file.tests) {
    if (state !== 'failed') totals[state === 'passed' ? 'passed' : 'skipped'] += 1
    else if (quarantine.some(({ test }) => test === nameOf(file, title))) shaky.push(nameOf(file, title))
    else fail(nameOf(file, title), why)
  }
}
const nameOf = ({ file }, title) => `${file} › ${title}`

function fail(where, why) {
  totals.failed += 1
  failures.push(`${where}\n    ${why.slice(0, 1_500)}`)
}

/** Runs so many at a time: the compilers use several processors by themselves. */
async function abreast(count, tasks) {
  const waiting = [...tasks]
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task()
  }
  await Promise.all(Array.from({ length: count }, worker))
}

const began = performance.now()
await timed('install', ensureInstalled)
await abreast(2, [
  () => suite('web', { together: true }),
  () => check('floating promises (oxlint)', bin('oxlint'), ['--type-aware', '--deny-warnings']),
  () => suite('unit', { together: true }),
  () => check('types', bin('tsc'), ['-p', 'tsconfig.json']),
  () => check('types of the browser client', bin('tsc'), ['-p', 'web/tsconfig.json']),
  () => check('nothing unused (knip)', bin('knip'), []),
  () => check('format and lint (Biome)', bin('biome'), ['ci', '--error-on-warnings', '.']),
])
if (!quick) {
  await timed('build of the browser client', ensureWeb)
  await check('first-load budget (size-limit)', bin('size-limit'), [])
  env.CHROMIUM = await timed('browser', ensureChromium)
  for (const project of ['server', 'e2e']) await suite(project)
}
const leftOut = existsSync(left) ? readFileSync(left, 'utf8').trim().split('\n') : []
rmSync(reports, { recursive: true, force: true })

const names = new Map(files.map((file) => [file.file, file.tests.map(({ title }) => nameOf(file, title))]))
for (const fault of faultsOfQuarantine(quarantine, names)) fail('quarantine', fault)
const line = (seconds, title) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${title}`)
console.log('\nThe parts of this run; checks stand side by side:')
for (const [title, seconds] of phases) line(seconds, title)
line((performance.now() - began) / 1000, 'altogether')
console.log('The slowest files:')
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10)) line(seconds, file)
for (const { test, since, why } of quarantine)
  console.log(`in quarantine since ${since}: ${test} (${why})${shaky.includes(test) ? ': failed' : ''}`)
for (const file of leftOut) console.log(`left out, since ${minutes} minutes were over: ${file}`)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
