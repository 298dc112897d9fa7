import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { processIdentity } from '../embedded/process-identity.ts'
import { migrate } from './migrate.ts'
import { migrations } from './postgres/migrations.ts'
import { inUniverse } from './postgres.ts'
import { openStores, type Stores } from './stores.ts'

let data: string
const opened: Stores[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'kaiku-test-'))
})

afterEach(async () => {
  for (const stores of opened.splice(0).reverse()) await stores.close()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await noneLeft()
})

afterAll(() => rm(data, { recursive: true }))

async function open(own: 'must' | 'may' = 'must') {
  const stores = await openStores({ data, own })
  opened.push(stores)
  return stores
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** All processes but this one that work in the data directory or were told of it. */
const processes = (): { pid: number; command: string }[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && processIdentity(Number(name)))
    .filter((pid) => {
      const files = ['cmdline', 'environ'].map((name) => read(`/proc/${pid}/${name}`))
      return files.some((text) => text.includes(data)) || workingIn(pid)
    })
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') }))

function workingIn(pid: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(data)
  } catch {
    return false
  }
}

async function noneLeft() {
  while (processes().length > 0) await pause(20)
}

const postmaster = () => Number(read(join(data, 'postgres', 'postmaster.pid')).split('\n')[0])

/** Starts a program on the data directory; resolves when it says that it is ready. */
async function start(args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('ready') && resolve(null))
    child.once('exit', reject)
  })
  return child
}

const startKaiku = () =>
  start([fileURLToPath(new URL('../../kaiku.mjs', import.meta.url)), 'start', '--no-sample', '--data', data])

/** Owns the stores until it is killed. */
const startOwner = () => {
  const program = `import { openStores } from '${new URL('./stores.ts', import.meta.url).href}'
    await openStores({ data: ${JSON.stringify(data)}, own: 'must' })
    console.log('ready')`
  return start(['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', program])
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', (code) => resolve(code)))

describe('the stores of a data directory', () => {
  it('keep what was written, and leave no process behind', async () => {
    const first = await open()
    await first.owner.query('create table kept (n int)')
    await first.owner.query('insert into kept values (7)')
    await first.clickhouse.command('CREATE TABLE trial (n Int32) ENGINE = MergeTree ORDER BY n')
    await first.clickhouse.insert('trial', [{ n: 8 }])
    expect(processes().length).toBeGreaterThan(2)
    await first.close()
    await noneLeft()
    const second = await open()
    expect((await second.owner.query('select n from kept')).rows).toEqual([{ n: 7 }])
    expect(await second.clickhouse.read('SELECT n FROM trial')).toEqual([[8]])
  })

  it('are refused to a second owner and shared with a command', async () => {
    const first = await open()
    await first.owner.query('create table shared (n int)')
    await expect(open()).rejects.toThrow(`already used by the Kaiku with process id ${process.pid}`)
    const command = await open('may')
    await command.owner.query('insert into shared values (7)')
    await command.close()
    expect((await first.owner.query('select n from shared')).rows).toEqual([{ n: 7 }])
    expect(await first.clickhouse.read('SELECT 1')).toEqual([[1]])
  })

  it('have three roles, none of which passes row-level security', async () => {
    const { pool, service, owner } = await open()
    const who = `select rolname, rolsuper or rolbypassrls as above from pg_roles where rolname = current_user`
    const answers = await Promise.all([pool, service, owner].map(async (one) => (await one.query(who)).rows[0]))
    expect(answers).toEqual(['app', 'service', 'owner'].map((rolname) => ({ rolname, above: false })))
  })

  it('migrate once, though two start at the same time', async () => {
    const { owner } = await open()
    const steps = await Promise.all([migrate(owner), migrate(owner)])
    expect(steps.flat()).toEqual(Object.keys(migrations))
  })

  it('forget the universe at the end of its transaction', async () => {
    const { pool } = await open()
    const asked = `select current_setting('app.universe', true) as universe`
    const inside = await inUniverse(pool, 'globex', async (client) => (await client.query(asked)).rows[0])
    expect(inside).toEqual({ universe: 'globex' })
    const refused = inUniverse(pool, 'globex', () => Promise.reject(new Error('refused')))
    await expect(refused).rejects.toThrow('refused')
    const after = await Promise.all(Array.from({ length: 4 }, async () => (await pool.query(asked)).rows[0]?.universe))
    expect(after.filter(Boolean)).toEqual([])
  })
})

describe('a start', () => {
  it('finds room for the socket when the path of the data directory is too long for one', async () => {
    const long = await openStores({ data: join(data, 'x'.repeat(120)), own: 'must' })
    opened.push(long)
    expect(Buffer.byteLength(long.pool.options.host ?? '')).toBeLessThan(90)
    expect((await long.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('that PostgreSQL refuses says why, and leaves nothing behind', async () => {
    const file = join(data, 'postgres', 'postgresql.conf')
    const usual = readFileSync(file, 'utf8')
    writeFileSync(file, 'no_such_setting = 1')
    await expect(open()).rejects.toThrow(/does not start:[\s\S]*no_such_setting/)
    await noneLeft()
    writeFileSync(file, usual)
    await open()
  })

  it('refuses the data of another PostgreSQL', async () => {
    const file = join(data, 'postgres', 'PG_VERSION')
    const usual = readFileSync(file, 'utf8')
    writeFileSync(file, '17\n')
    await expect(open()).rejects.toThrow(/was written by PostgreSQL 17, but this Kaiku brings PostgreSQL 18/)
    writeFileSync(file, usual)
    await open()
  })
})

describe('a PostgreSQL of somebody else', () => {
  it('serves with its own role as owner and the two others taken on', async () => {
    const { owner, directory } = await open()
    const { superuser } = JSON.parse(read(join(directory, 'secrets.json')))
    await migrate(owner)
    const host = encodeURIComponent(owner.options.host ?? '')
    const databaseUrl = `postgresql://superuser:${superuser}@localhost/kaiku?host=${host}`
    const foreign = await openStores({
      data: join(data, 'foreign'),
      databaseUrl,
      clickhouseUrl: 'http://127.0.0.1:1',
      own: 'must',
    })
    const again = await openStores({
      data: join(data, 'foreign'),
      databaseUrl,
      clickhouseUrl: 'http://127.0.0.1:1',
      own: 'must',
    })
    opened.push(foreign, again)
    const who = 'select current_user as who'
    const answers = await Promise.all([foreign.pool, again.service].map(async (one) => (await one.query(who)).rows[0]))
    expect(answers).toEqual([{ who: 'app' }, { who: 'service' }])
    expect((await foreign.pool.query('select from survey')).rowCount).toBe(0)
  })
})

describe('when processes are killed', () => {
  it('PostgreSQL comes back with every write it had confirmed', async () => {
    const { owner } = await open()
    await owner.query('create table trial (n int primary key)')
    const confirmed: number[] = []
    for (let n = 0, kills = 0; kills < 3; n++) {
      if (n % 100 === 50) setTimeout(() => process.kill(postmaster(), 'SIGKILL'), kills++)
      const written = await owner.query('insert into trial values ($1)', [n]).catch(() => null)
      if (written) confirmed.push(n)
      else await answers(owner)
    }
    // The last kill may still be on its way, and what it ends may answer once more.
    const found = async (): Promise<number[]> => {
      await answers(owner)
      const read = await owner.query<{ n: number }>('select n from trial').catch(() => null)
      return read ? read.rows.map((row) => row.n) : found()
    }
    const kept = new Set(await found())
    expect(confirmed.filter((n) => !kept.has(n))).toEqual([])
    expect(confirmed.length).toBeGreaterThan(200)
  })

  it('their supervisor takes them along, and the next start finds everything', async () => {
    const kaiku = await startOwner()
    const command = await open('may')
    await command.owner.query('create table survived as select 7 as n')
    kaiku.kill('SIGKILL')
    await ended(kaiku)
    // At once: what the dead one had started may be ending still.
    const next = await open()
    await command.close()
    expect((await next.owner.query('select n from survived')).rows).toEqual([{ n: 7 }])
  })

  it('a PostgreSQL that outlives supervisor and watchdog is stopped by the next start', async () => {
    const kaiku = await startOwner()
    const orphan = postmaster()
    for (const { pid, command } of processes()) if (command.includes('kaiku-watchdog')) process.kill(pid, 'SIGKILL')
    kaiku.kill('SIGKILL')
    await ended(kaiku)
    expect(processIdentity(orphan)).not.toBeNull()
    const next = await open()
    expect(processIdentity(orphan)).toBeNull()
    expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('a process file that names another living process is no obstacle, and that process lives on', async () => {
    const first = await open()
    const file = join(data, 'postgres', 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    await first.close()
    const bystander = spawn('sleep', ['600'])
    children.push(bystander)
    writeFileSync(file, [bystander.pid, ...lines.slice(1)].join('\n'))
    writeFileSync(join(data, 'supervisor.lock'), JSON.stringify({ pid: bystander.pid, identity: 'of an earlier time' }))
    const next = await open()
    expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(bystander.exitCode).toBeNull()
  })

  it('a process of PostgreSQL that hears nothing does not keep the others from ending, and nothing is lost', async () => {
    const { owner, service, close } = await open()
    await owner.query('create table unheard as select 7 as n')
    const { rows } = await service.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP')
    await close()
    expect(processes()).toEqual([])
    expect((await (await open()).owner.query('select n from unheard')).rows).toEqual([{ n: 7 }])
  })

  it('Ctrl-C ends the program and all it has started', async () => {
    const kaiku = await startKaiku()
    kaiku.kill('SIGINT')
    expect(await ended(kaiku)).toBe(0)
    expect(processes()).toEqual([])
  })

  it('the program is asked to end, and does, though others hold on to their connections', async () => {
    const kaiku = await startKaiku()
    const port = () => Number(/:(\d+)$/.exec(JSON.parse(read(join(data, 'run.json'))).webAddress ?? '')?.[1])
    await expect.poll(port).toBeGreaterThan(0)
    const head = 'POST /api/vuejs/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
    const sockets = ['', 'GET / HT', head, `${head}content-length: 900\r\n\r\n{"userNa`].map((sent) => {
      const socket = connect(port(), '127.0.0.1', () => socket.write(sent))
      return socket.on('error', () => {})
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const asked = performance.now()
    kaiku.kill('SIGTERM')
    expect(await ended(kaiku)).toBe(0)
    // Left alone, one of them held it for more than forty seconds.
    expect(performance.now() - asked).toBeLessThan(30_000)
    expect(processes()).toEqual([])
  })
})

async function answers(pool: Stores['pool']) {
  while ((await pool.query('select 1').catch(() => null)) === null) await pause(10)
}
