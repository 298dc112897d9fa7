import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, ensureWeb, root } from './ensure.mjs'

// npm run demo: a Kaiku with the sample for anybody to try, made anew every some hours. docs/demo.md.

const { values: flags } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    people: { type: 'string' },
  },
})
const hours = Number(flags.hours)
if (!(hours > 0 && hours <= 24 * 20)) {
  console.error(`--hours ${flags.hours}: wanted is a number of hours above 0, 480 at most`)
  process.exit(2)
}
ensureInstalled()
ensureWeb()

/** Who may be told to everybody: not root, who rules every universe. */
const shown = /^ {2}(?!root )\w+ +(?:\w{4}-){3}\w{4} {3}.+$/

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
while (!stop.signal.aborted) await demonstrate()

/** One Kaiku on a data directory of its own, until its time is over or the demo is stopped. */
async function demonstrate() {
  const data = mkdtempSync(join(tmpdir(), 'kaiku-demo-'))
  const kaiku = spawn(process.execPath, [join(root, 'server', 'kaiku.mjs'), 'start', '--data', data], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = []
  kaiku.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    said.push(String(chunk))
    if (flags.people) writeFileSync(flags.people, peopleOf(said.join('')))
  })
  const end = () => kaiku.kill('SIGTERM')
  stop.signal.addEventListener('abort', end)
  const over = setTimeout(end, hours * 3_600_000)
  const code = await new Promise((resolve) => kaiku.once('close', resolve))
  clearTimeout(over)
  stop.signal.removeEventListener('abort', end)
  rmSync(data, { recursive: true, force: true })
  if (code !== 0) {
    process.exitCode = 1
    stop.abort()
  }
}

function peopleOf(text) {
  const lines = text.split('\n').filter((line) => shown.test(line))
  return lines.length === 0 ? 'The demo is being made. Try again in a minute.\n' : `${lines.join('\n')}\n`
}
