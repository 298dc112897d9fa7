import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Migration, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { command } from '../migrate.command.ts'
import { changesBetween, readShape } from '../restore/table-shape.ts'
import { migrate, type Steps } from './migrate.ts'
import { migrations } from './postgres/migrations.ts'
import { query, text } from './rows.ts'
import { openStores, type Stores } from './stores.ts'

/** A Kaiku of before: it knows the steps up to this one. */
const former = '0110-mapping-file'
const formerSteps: Steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= former))
const later = Object.keys(migrations).filter((name) => name > former)
const kept = 2_000
/** Milliseconds: several starts of a PostgreSQL of its own, on a machine that may do much else. */
const patience = 600_000

let directory: string
let data: string
let stores: Stores | null = null
const open = async () => {
  stores = await openStores({ data, own: 'must' })
  return stores
}
const close = async () => {
  await stores?.close()
  stores = null
}
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kaiku-migrate-'))
  // As root, PostgreSQL runs as another user, who has to pass through.
  chmodSync(directory, 0o711)
  data = join(directory, 'data')
  const { owner } = await open()
  await migrate(owner, { steps: formerSteps })
  // What a later step moves to another table.
  await owner.query(`with u as (insert into universe (name, title, time_zone) values ('acme', 'Acme', 'UTC') returning id),
    p as (insert into person (username) values ('aino') returning id),
    s as (insert into survey (universe, ext_name) select id, 'small' from u returning universe, number)
    insert into column_set (universe, survey, person, list, title, columns)
    select s.universe, s.number, p.id, 'ranking', 'Set ' || n, '{nps}' from s, p, generate_series(1, ${kept}) n`)
}, patience)
afterAll(async () => {
  await close()
  rmSync(directory, { recursive: true, force: true })
})

const stepsIn = async (owner: pg.Pool) =>
  (await query(owner, { name: text }, 'select name from kysely_migration order by name')).rows.map(({ name }) => name)
const countIn = async (owner: pg.Pool, table: string) => (await owner.query(`select from ${table}`)).rowCount
const step = (...statements: string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

describe('bringing an old data directory up to date', { timeout: patience }, () => {
  it('is rehearsed on a copy, which tells the steps and what changes, and leaves the original as it was', async () => {
    const opened = stores ?? (await open())
    const before = await readShape(opened.owner)
    const lines: string[] = []
    const configuration = readConfiguration({ KAIKU_DATA: data })
    const options = { rehearse: true, scratch: directory }
    const context = { configuration, options, positionals: [], print: (line: string) => void lines.push(line) }
    await command.run(Object.assign(context, { log: () => {}, progress: () => ({ at: () => {}, end: () => {} }) }))
    expect(lines.filter((line) => /^\d{4}-.*: \d+\.\d s$/.test(line)).map((line) => line.split(':')[0])).toEqual(later)
    expect(lines).toContain('kept_text: a table more')
    expect(lines).toContain('column_set: a table less (*)')
    expect(lines.at(-2)).toMatch(new RegExp(`^${later.length} steps took \\d+\\.\\d s on a copy`))
    expect(lines.at(-1)).toMatch(/cannot go on with that/)
    // Nothing is left of the copy.
    expect(readdirSync(directory)).toEqual(['data'])
    expect(await stepsIn(opened.owner)).toEqual(Object.keys(formerSteps))
    expect(changesBetween(before, await readShape(opened.owner))).toEqual([])
    expect(await countIn(opened.owner, 'column_set')).toBe(kept)
  })

  it('does nothing at all where the connection ends before any statement of it, the last one included', async () => {
    const { owner } = stores ?? (await open())
    const before = await readShape(owner)
    const sent = await statementsOf(owner)
    // Each step's first and last statement, and what is around all of them.
    const ends = sent.flatMap(({ sql: statement }, at) => {
      const isEdge = statement.includes('kysely_migration') || sent[at - 1]?.sql.includes('kysely_migration') === true
      return isEdge || at === sent.length - 1 ? [at] : []
    })
    expect(ends.length).toBeGreaterThan(2 * later.length)
    for (const at of ends) {
      await expect(migrate(ending(owner, at))).rejects.toThrow()
      expect([at, await stepsIn(owner)]).toEqual([at, Object.keys(formerSteps)])
    }
    expect(changesBetween(before, await readShape(owner))).toEqual([])
    expect(await countIn(owner, 'column_set')).toBe(kept)
  })

  it.each([
    ['before', 'create table kept_text'],
    ['after', 'drop table column_set'],
    ['before', 'create table health_sample'],
    ['before', 'commit'],
  ])('does nothing where the process and its stores are killed %s “%s”', async (moment, statement) => {
    await close()
    expect(await dyingAt(moment, statement)).toBe('SIGKILL')
    const { owner } = await open()
    expect(await stepsIn(owner)).toEqual(Object.keys(formerSteps))
    expect(await countIn(owner, 'column_set')).toBe(kept)
  })

  it('is whole or not there where nobody hears that it was committed, and goes on at the next start', async () => {
    await close()
    expect(await dyingAt('after', 'commit')).toBe('SIGKILL')
    const { owner } = await open()
    const found = await stepsIn(owner)
    expect([Object.keys(formerSteps), Object.keys(migrations)]).toContainEqual(found)
    expect(await migrate(owner)).toEqual(found.length === Object.keys(migrations).length ? [] : later)
    expect(await countIn(owner, 'kept_text')).toBe(kept)
    expect(await stepsIn(owner)).toEqual(Object.keys(migrations))
  })

  it('is refused to an older Kaiku by name, also where it waited for a newer one that was at it', async () => {
    const { owner } = stores ?? (await open())
    await expect(migrate(owner, { steps: formerSteps })).rejects.toThrow(/a newer Kaiku has written here \(.*0111-/)
    const newer: Steps = Object.assign({}, migrations, { '9999-later': step('select pg_sleep(1)') })
    const older = openOwner(owner)
    try {
      const [first, second] = await Promise.allSettled([
        migrate(owner, { steps: newer }),
        // It looks while the newer one is at it.
        waitsFor(owner).then(() => migrate(older)),
      ])
      expect(first).toMatchObject({ status: 'fulfilled', value: ['9999-later'] })
      expect(second).toMatchObject({ status: 'rejected' })
      expect(String(second.status === 'rejected' && second.reason)).toMatch(/a newer Kaiku .*9999-later/)
    } finally {
      await older.end()
      await owner.query(`delete from kysely_migration where name = '9999-later'`)
    }
  })
})

/** Resolves once somebody sleeps in a step. */
async function waitsFor(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
    )
    if (rowCount === 1) return
  }
}

const openOwner = (owner: pg.Pool): pg.Pool =>
  new (owner.constructor as new (options: object) => pg.Pool)(owner.options)

/** What bringing the tables up to date sends: it is taken back at its end. */
async function statementsOf(owner: pg.Pool): Promise<{ sql: string }[]> {
  const sent: { sql: string }[] = []
  const pool = openOwner(owner)
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...asked: unknown[]) => unknown
    client.query = ((...asked: unknown[]) => {
      const statement = String(asked[0])
      sent.push({ sql: statement })
      if (statement === 'commit') throw new Error('taken back')
      return send(...asked)
    }) as typeof client.query
  })
  await migrate(pool).catch(() => {})
  await pool.end()
  return sent.slice(0, sent.findIndex((one) => one.sql === 'commit') + 1)
}

/** A pool whose connection ends before the statement with this number. */
function ending(owner: pg.Pool, at: number): pg.Pool {
  let number = 0
  const pool = openOwner(owner)
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const send = client.query.bind(client) as (...asked: unknown[]) => unknown
    client.query = ((...asked: unknown[]) => {
      if (number++ === at)
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      return send(...asked)
    }) as typeof client.query
  })
  return pool
}

async function dyingAt(moment: string, statement: string): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./migrate-process.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, data, moment, statement], {
    stdio: 'ignore',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

/** From here on a step leaves what the version before it reads and writes. */
const expanding = '0123'
/** What a later step may take away or ask for, since no version before it reads it or writes it otherwise. */
const letGo: Readonly<Record<string, readonly string[]>> = {}

const breakingOf = async (owner: pg.Pool, steps: Steps, known: Steps) => {
  const found: string[] = []
  let taken = known
  for (const [name, one] of Object.entries(steps)) {
    const before = await readShape(owner)
    taken = Object.assign({}, taken, { [name]: one })
    await migrate(owner, { steps: taken })
    for (const { what, of, breaks } of changesBetween(before, await readShape(owner)))
      if (breaks && letGo[name]?.includes(of) !== true) found.push(`${name}: ${of}: ${what}`)
  }
  return found
}

describe('steps of the tables', { timeout: patience }, () => {
  it(`leave, from ${expanding} on, what the version before them goes on with`, async () => {
    await close()
    data = join(directory, 'expanding')
    const { owner } = await open()
    const [known, steps] = [true, false].map((isKnown) =>
      Object.fromEntries(Object.entries(migrations).filter(([name]) => name < expanding === isKnown)),
    ) as [Steps, Steps]
    await migrate(owner, { steps: known })
    expect(await breakingOf(owner, steps, known)).toEqual([])
    // And what would not be so is found.
    const adding = step(
      'alter table universe add column later text, add column counted int not null default 0',
      'create table later (n int primary key, of text not null)',
      'create unique index later_of on later (of)',
      'alter table universe add check (counted >= 0)',
    )
    const all = Object.assign({}, known, steps)
    expect(await breakingOf(owner, { '9991-adding': adding }, all)).toEqual([])
    const taking = step(
      'drop table later',
      'alter table universe drop column title cascade',
      'alter table universe rename column name to called',
      'alter table person add column age int not null default 0',
      'alter table person alter column age drop default',
      'alter table survey alter column ext_name type varchar(900)',
      `alter table survey add check (ext_name <> 'x')`,
    )
    const found = await breakingOf(owner, { '9992-taking': taking }, Object.assign({}, all, { '9991-adding': adding }))
    expect(found).toEqual(
      expect.arrayContaining([
        '9992-taking: later: a table less',
        '9992-taking: universe.title: a column less',
        '9992-taking: universe.name: a column less',
        '9992-taking: person.age: a column more',
        '9992-taking: survey.ext_name: character varying(900) instead of citext',
        expect.stringMatching(/^9992-taking: survey: CHECK .*: asked of every row$/),
      ]),
    )
  })
})
