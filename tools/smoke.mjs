import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// node smoke.mjs [--data DIR] COMMAND …: whether a Kaiku that was packed runs. COMMAND starts `kaiku`, as people would.
// Plain JavaScript without dependencies: it runs where nothing but Kaiku is installed.

const words = process.argv.slice(2)
const given = words[0] === '--data' ? words.splice(0, 2)[1] : undefined
if (words.length === 0) throw new Error('node smoke.mjs [--data DIR] COMMAND …')
const data = given ?? mkdtempSync(join(tmpdir(), 'kaiku-smoke-'))

const started = performance.now()
const say = (line) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const check = (isSo, what) => {
  if (!isSo) throw new Error(`not so: ${what}`)
  say(what)
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

function run(args, port) {
  const [program, ...first] = words
  const env = { ...process.env, KAIKU_DATA: data, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  // A group of its own: npx hands on no signal, a terminal and systemd reach everybody.
  const child = spawn(program, [...first, ...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk)
    })
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { child, ended, said: () => said }
}

const longestStart = 300_000

async function start(port) {
  const kaiku = run(['start'], port)
  let end = null
  void kaiku.ended.then((how) => {
    end = how
  })
  for (let waited = 0; !kaiku.said().includes('Kaiku is ready: '); waited += 100) {
    if (end || waited > longestStart) throw new Error(`Kaiku does not start (${JSON.stringify(end)}):\n${kaiku.said()}`)
    await sleep(100)
  }
  return kaiku
}

/** Milliseconds that it may take to end, until whoever waits for a container kills it. */
const longestEnd = 10_000

const signal = ({ child }, name) => process.kill(-child.pid, name)

async function stop(kaiku) {
  const { ended, said } = kaiku
  const asked = performance.now()
  signal(kaiku, 'SIGTERM')
  const late = setTimeout(() => signal(kaiku, 'SIGKILL'), longestEnd)
  const { code, signal: by } = await ended
  clearTimeout(late)
  // Npx ends by the signal itself; what it started has ended as well when its output has, and says so in its data.
  const isClean = (code === 0 || by === 'SIGTERM') && !existsSync(join(data, 'run.json'))
  if (!isClean) throw new Error(`ended with ${by ?? code}:\n${said()}`)
  check(true, `ends cleanly at SIGTERM, in ${Math.round(performance.now() - asked)} ms`)
}

async function fetched(url, more = {}) {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(url, more)
    if (reply.status === 503 && tries < 40) await sleep(500)
    else if (!reply.ok) throw new Error(`${reply.status} ${url}: ${await reply.text()}`)
    else return reply
  }
}

/** Somebody of the sample who sees all of it, by a link that works once. */
async function signIn(address, port) {
  const link = run(['user', 'link', 'aino', '--universe', 'sample'], port)
  await link.ended
  const token = /[?&]enter=([\w-]+)/.exec(link.said())?.[1]
  if (!token) throw new Error(`no link: ${link.said()}`)
  const reply = await fetched(`${address}/api/session/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const { authToken, universe } = await reply.json()
  return { authorization: `Bearer ${authToken}`, 'kaiku-universe': universe }
}

const selection = 'store-visits/region,all'

/** What a page of the sample shows of all its interviews. */
async function figures(address, headers) {
  const at = (kind, path) => `${address}/api/result/${kind}/${selection}${path}?compare=none`
  const { nInterviews } = await (await fetched(at('place', ''), { headers })).json()
  const { answers } = await (await fetched(at('page', '/overview'), { headers })).json()
  return { nInterviews, answers }
}

async function look(address, headers) {
  const page = await (await fetched(address, { headers: { accept: 'text/html' } })).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  check(script && (await (await fetched(address + script)).text()).length > 10_000, 'serves the browser client')
  const health = await (await fetched(`${address}/api/health`)).json()
  check(health.stores.postgres && health.stores.clickhouse, 'reaches both stores')
  const found = await figures(address, headers)
  check(found.nInterviews > 1_000, `shows figures of ${found.nInterviews} interviews`)
  return found
}

async function exports(address, headers) {
  const table = `${address}/api/vuejs/reports/recordtable/${selection}`
  const csv = await fetched(`${table}?format=csv`, { headers })
  const lines = (await csv.text()).split('\n').length
  check(lines > 100, `exports interviews as CSV (${lines} lines)`)
  const xlsx = await fetched(`${table}?format=xlsx`, { headers })
  check(Buffer.from(await xlsx.arrayBuffer()).toString('latin1', 0, 2) === 'PK', 'exports interviews as a workbook')
}

let kaiku
try {
  const port = await freePort()
  const address = `http://localhost:${port}`
  kaiku = await start(port)
  check(true, 'starts with the sample in an empty directory')
  const headers = await signIn(address, port)
  check(true, 'lets somebody in by a link')
  const before = await look(address, headers)
  await exports(address, headers)
  await stop(kaiku)
  kaiku = await start(port)
  check(true, 'starts again')
  const after = await figures(address, await signIn(address, port))
  check(JSON.stringify(after) === JSON.stringify(before), 'shows the same figures')
  await stop(kaiku)
  console.log('Kaiku runs.')
} catch (error) {
  if (kaiku?.child.exitCode === null) {
    signal(kaiku, 'SIGTERM')
    await Promise.race([kaiku.ended, sleep(longestEnd)])
  }
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
if (given === undefined) rmSync(data, { recursive: true, force: true })
process.exit()
