import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shownError } from './command/shown-error.ts'
import { repository } from './configuration/installation.ts'
import { migrate } from './db/migrate.ts'
import { openStores, type Stores } from './db/stores.ts'

let directory: string
let stores: Stores
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaiku-cli-'))
  // As root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(directory, 0o711)
  stores = await openStores({ data: join(directory, 'data'), own: 'must' })
})
afterAll(async () => {
  await stores?.close()
  rmSync(directory, { recursive: true, force: true })
})

type Ended = { code: number; stdout: string; stderr: string }
const kaiku = (words: string[], environment: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...process.env, KAIKU_DATA: join(directory, 'data'), ...environment }
    const child = execFile(
      process.execPath,
      [join(repository, 'server/kaiku.mjs'), ...words],
      { env },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
const inOneLine = (words: RegExp) => ({
  code: 1,
  stderr: expect.stringMatching(new RegExp(`^kaiku: [^\\n]*${words.source}[^\\n]*\\n$`)),
})
const made = (name: string, text?: string) => {
  const path = join(directory, name)
  if (text === undefined) return path
  mkdirSync(path)
  writeFileSync(join(path, 'secrets.json'), text)
  return path
}

describe('the command line', () => {
  it('says in one sentence what is wrong with a data directory, and ends with 1', async () => {
    writeFileSync(join(directory, 'file'), '')
    expect(await kaiku(['status', '--data', join(directory, 'file')])).toMatchObject(inOneLine(/file is no directory/))
    expect(await kaiku(['status', '--data', join(directory, 'file', 'below')])).toMatchObject(
      inOneLine(/is no directory/),
    )
    expect(await kaiku(['status', '--data', made('broken', '{"super')])).toMatchObject(
      inOneLine(/secrets.json cannot be read/),
    )
    expect(await kaiku(['status', '--data', made('other', '{}')])).toMatchObject(
      inOneLine(/does not hold the passwords/),
    )
  })

  it('says in one sentence that Kaiku is starting, and that the data are of a newer one', async () => {
    expect(await kaiku(['status'])).toMatchObject(inOneLine(/Kaiku is starting/))
    await migrate(stores.owner)
    expect(await kaiku(['status'])).toMatchObject({ code: 0, stderr: '' })
    await stores.owner.query(`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`)
    expect(await kaiku(['migrate'])).toMatchObject(inOneLine(/newer Kaiku .*9999-later/))
  })

  it('tells of a PostgreSQL that was moved elsewhere, once its superuser has run what Kaiku asks for', async () => {
    const kept = (name: string) => JSON.parse(readFileSync(join(directory, 'data', name), 'utf8'))
    const [{ owner, superuser }, { socket }] = [kept('secrets.json'), kept('run.json')]
    const moved = {
      KAIKU_DATA: join(directory, 'moved'),
      DATABASE_URL: `postgresql://owner:${owner}@${encodeURIComponent(socket)}/kaiku`,
    }
    expect(await kaiku(['status'], moved)).toMatchObject(inOneLine(/let an administrator run .* grant app to/))
    const administrator = new pg.Client({ host: socket, user: 'superuser', password: superuser, database: 'kaiku' })
    await administrator.connect()
    await administrator.query('grant app, service to owner')
    await administrator.end()
    const { code, stdout, stderr } = await kaiku(['status'], moved)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/PostgreSQL +18[\d.]+, [\d.]+ MiB\nClickHouse +[\d.]+, [\d.]+ MiB\n/)
  })

  it('lets the doctor say in words or as JSON what is wrong, and end with 1 for a fault alone', async () => {
    const good = await kaiku(['doctor', '--json'])
    const { findings } = JSON.parse(good.stdout)
    const states = findings.map(({ check, state }: { check: string; state: string }) => `${check} ${state}`)
    expect(states).toContain('PostgreSQL ok')
    // The step of a later Kaiku stands there still.
    expect(states).toContain('tables fault')
    expect(good.code).toBe(1)
    const unstarted = await kaiku(['doctor', '--data', join(directory, 'unstarted')])
    expect(unstarted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/never started[\s\S]*0 faults, \d+ warnings/),
    })
    const away = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', CLICKHOUSE_URL: 'http://127.0.0.1:1' }
    expect(await kaiku(['doctor'], away)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/FAULT +stores +a store/),
    })
    expect(await kaiku(['doctor', '--send-to', 'nobody'])).toMatchObject(inOneLine(/must be a mail address/))
  })

  it('says in one sentence that a store is away', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', CLICKHOUSE_URL: 'http://127.0.0.1:1' }
    expect(await kaiku(['status'], nowhere)).toMatchObject(inOneLine(/a store does not answer/))
    const dying = stores.owner.query('select pg_terminate_backend(pg_backend_pid())')
    expect(shownError(await dying.catch((error: unknown) => error))).toMatch(
      /^a store does not answer \([^\n]*\)[^\n]*$/,
    )
  })

  it('says in one sentence that the disk is full', () => {
    const failed = () => writeFileSync('/dev/full', 'x')
    expect(failed).toThrow('ENOSPC')
    const wrapped = () => {
      try {
        failed()
      } catch (error) {
        throw new Error('a step failed', { cause: error })
      }
    }
    for (const fail of [failed, wrapped])
      try {
        fail()
      } catch (error) {
        expect(shownError(error)).toMatch(/^[^\n]*the disk is full[^\n]*$/)
      }
  })

  it('shows of an error that nobody knows where it happened, and what caused it', () => {
    const shown = shownError(new Error('outer', { cause: new TypeError('inner') }))
    expect(shown).toMatch(/Please report/)
    for (const part of ['outer', 'inner', 'cli.test.ts']) expect(shown).toContain(part)
  })
})
