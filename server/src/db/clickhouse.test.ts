import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '../clickhouse-server/clickhouse-lanes.ts'
import { type EmbeddedClickHouse, startClickHouse } from '../embedded/clickhouse.ts'
import { type ClickHouse, openClickHouse } from './clickhouse.ts'

let directory: string
let server: EmbeddedClickHouse
let clickhouse: ClickHouse

const said: string[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kaiku-test-'))
  server = await startClickHouse(directory, 'secret', (line) => said.push(line))
  clickhouse = openClickHouse(`http://127.0.0.1:${server.port}`, 'secret')
  await clickhouse.command('CREATE DATABASE trial')
})

afterAll(async () => {
  await clickhouse.close()
  await server.stop()
  await rm(directory, { recursive: true })
})

/** Asks every session of the users' lane and the reports' one at the same time, several times over. */
async function everyAnswerIsItsOwn() {
  const asked = Array.from({ length: sessions.user * 8 }, (_, i) => i)
  const answers = await Promise.all(
    asked.map((i) =>
      clickhouse.read('SELECT {i:UInt32}, sleep(0.005)', { i }, { lane: i % 4 === 0 ? 'heavy' : 'user' }),
    ),
  )
  expect(answers).toEqual(asked.map((i) => [[i, 0]]))
}

/** Never ends by itself within a test. */
const endless = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))'

const running = async (): Promise<number> => {
  const [row] = await clickhouse.read<[string]>(
    `SELECT count() FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%system.processes%'`,
  )
  return Number(row?.[0])
}

async function until(wanted: number) {
  while ((await running()) !== wanted) await pause(20)
}

const kept = () => readdirSync(join(directory, 'clickhouse', 'answers'))

describe('an answer that is a file', () => {
  const parquet = { format: 'Parquet', lane: 'heavy' } as const

  it('comes whole, however long it is, and is not kept', async () => {
    const stream = await clickhouse.readStream(
      'select number as `a.b`, randomPrintableASCII(100) as text from numbers(500000)',
      {},
      { ...parquet, settings: { output_format_parquet_compression_method: 'none' } },
    )
    const bytes = await buffer(stream)
    expect(bytes.length).toBeGreaterThan(50_000_000)
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1'])
    const file = join(directory, 'read.parquet')
    await writeFile(file, bytes)
    expect(await clickhouse.read('select sum(`a.b`), uniqExact(text) from file({file: String})', { file })).toEqual([
      ['124999750000', '500000'],
    ])
    await expect.poll(kept).toEqual([])
  })

  it('takes bound values, and is an error where it fails', async () => {
    const one = await clickhouse.readStream('select {text: String} as text', { text: "it's" }, parquet)
    expect((await buffer(one)).includes("it's")).toBe(true)
    await expect(
      clickhouse.readStream('select throwIf(number = 400000) from numbers(500000)', {}, parquet),
    ).rejects.toThrow(/throwIf/i)
    await expect.poll(kept).toEqual([])
  })

  it('is given up where its caller goes away', async () => {
    const left = new AbortController()
    const asked = clickhouse.readStream(endless, {}, { ...parquet, signal: left.signal })
    await until(1)
    left.abort()
    await expect(asked).rejects.toThrow(/abort/i)
    await until(0)
    await expect.poll(kept).toEqual([])
  })
})

describe('values', () => {
  const hard = [
    ...["it's", 'a\nb\r\n', '\\', '\\n', '\t', 'ä🙂', '[1]', "['a']", '\\N', '', '(x)', '{a:String}', '\0', '"', '`'],
    ...["'; DROP TABLE t; --", "[it's\\", 'x'.repeat(100_000)],
  ]

  it('come back as they were bound, alone and in arrays', async () => {
    for (const value of hard) {
      expect(await clickhouse.read('SELECT {value:String}', { value })).toEqual([[value]])
    }
    expect(await clickhouse.read('SELECT {values:Array(String)}', { values: hard })).toEqual([[hard]])
  })

  it('come back as they were inserted', async () => {
    await clickhouse.command('CREATE TABLE trial.text (i UInt32, s String) ENGINE = MergeTree ORDER BY i')
    await clickhouse.insert(
      'trial.text',
      hard.map((s, i) => ({ i, s })),
    )
    expect(await clickhouse.read('SELECT s FROM trial.text ORDER BY i')).toEqual(hard.map((s) => [s]))
  })

  it('of 64 bits lose no digit', async () => {
    const answer = await clickhouse.read('SELECT {big:UInt64}, {all:Array(UInt64)}, {none:Nullable(Int8)}', {
      big: 18_446_744_073_709_551_615n,
      all: [2n ** 60n + 1n, 1],
      none: null,
    })
    expect(answer).toEqual([['18446744073709551615', ['1152921504606846977', '1'], null]])
  })

  it('come by columns as they are, whatever their size', async () => {
    const sql = `select toInt8(number - 1), toUInt16(number), toInt32(-number), toInt64(number) - 9007199254740991,
        toInt64(-9007199254740990) - number, toInt128('-170141183460469231731687303715884105728') + number,
        toInt256(number) - 3, if(number = 1, null, toInt64(number)), concat('ä', toString(number)),
        toLowCardinality(toString(number % 2)), toLowCardinality(toUInt8(number % 2))
      from system.numbers limit 3`
    const columns = await clickhouse.readColumns(sql)
    expect(columns.map((column) => Array.from(column))).toEqual([
      ...[
        [-1, 0, 1],
        [0, 1, 2],
        [-0, -1, -2],
      ].map((column) => column.map((value) => value + 0)),
      [-9007199254740991, -9007199254740990, -9007199254740989],
      [-9007199254740990, -9007199254740991, -9007199254740992n],
      [-(2n ** 127n), -(2n ** 127n) + 1n, -(2n ** 127n) + 2n],
      ...[
        [-3, -2, -1],
        [0, 0, 2],
      ],
      ...[
        ['ä0', 'ä1', 'ä2'],
        ['0', '1', '0'],
        [0, 1, 0],
      ],
    ])
    const long = 'select number, toString(number) from numbers(200000) settings max_block_size = 1000'
    const [numbers, texts] = await clickhouse.readColumns(long)
    expect([numbers?.length, numbers?.[199_999], texts?.[199_999]]).toEqual([200_000, 199_999, '199999'])
    expect(await clickhouse.readColumns('select 1 where 0')).toSatisfy(([column]) => (column?.length ?? 0) === 0)
    await expect(clickhouse.readColumns('select 1.5')).rejects.toThrow('Float64')
  })

  it('do not mix between callers', async () => {
    const asked = Array.from({ length: 400 }, (_, i) => i)
    const answers = await Promise.all(
      asked.map((i) => clickhouse.read('SELECT {i:UInt32}, {s:String}', { i, s: `s${i}` })),
    )
    expect(answers).toEqual(asked.map((i) => [[i, `s${i}`]]))
  })

  it('make one answer, however many rows there are', async () => {
    const rows = await clickhouse.read<[string]>('SELECT number FROM numbers(300000)')
    expect(rows.length).toBe(300_000)
    expect(rows.at(-1)).toEqual(['299999'])
    for (const format of ['JSON', 'JSONCompact']) {
      const document = await clickhouse.readText('SELECT number FROM numbers(300000)', {}, { format })
      expect(JSON.parse(document)).toMatchObject({ rows: 300_000, meta: [{ name: 'number', type: 'UInt64' }] })
    }
  })
})

describe('after trouble the next answer of every session is its own:', () => {
  it('after queries that fail, early and after a million rows', async () => {
    const late =
      'SELECT number, throwIf(number = 970000) FROM numbers(1000000) SETTINGS max_threads = 1, max_block_size = 1000'
    for (const sql of ['SELEC 1', 'SELECT * FROM trial.nothing', late]) {
      const failed = Array.from({ length: sessions.user }, () => clickhouse.read(sql))
      for (const outcome of await Promise.allSettled(failed)) expect(outcome.status).toBe('rejected')
      await everyAnswerIsItsOwn()
    }
  })

  it('after queries that take too long', async () => {
    const slow = Array.from({ length: sessions.user }, () => clickhouse.read(endless, {}, { timeout: 0.2 }))
    for (const outcome of await Promise.allSettled(slow)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '159' } })
    }
    await everyAnswerIsItsOwn()
  })

  it('after queries whose caller went away, which stop', async () => {
    const caller = new AbortController()
    const asked = Array.from({ length: sessions.user - 1 }, () =>
      clickhouse.read(endless, {}, { signal: caller.signal }),
    )
    const outcomes = Promise.allSettled(asked)
    await until(sessions.user - 1)
    caller.abort()
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected')
    await until(0)
    await everyAnswerIsItsOwn()
  })

  it('after answers that were left half read', async () => {
    const caller = new AbortController()
    const asked = clickhouse.readText(
      'SELECT number, repeat(toString(number), 20) FROM numbers(20000000)',
      {},
      {
        signal: caller.signal,
      },
    )
    setTimeout(() => caller.abort(), 200)
    await expect(asked).rejects.toThrow()
    await everyAnswerIsItsOwn()
  })

  it('after commands and inserts that fail', async () => {
    await expect(clickhouse.command('CREATE TABLE nowhere.t (a Int8) ENGINE = Memory')).rejects.toThrow()
    await expect(clickhouse.insert('trial.text', [{ i: 'not a number', s: '' }])).rejects.toThrow()
    await expect(clickhouse.insert('trial.nothing', [{ i: 1 }])).rejects.toThrow()
    await everyAnswerIsItsOwn()
  })
})

describe('settings and limits', () => {
  it('hold for their statement only', async () => {
    const setting = `SELECT getSetting('max_block_size'), getSetting('max_execution_time'), getSetting('readonly')`
    const usual = await clickhouse.read(setting)
    const other = { timeout: 7, settings: { max_block_size: 1234, readonly: 1 } }
    const changed = Array.from({ length: sessions.user * 3 }, () => clickhouse.read(setting, {}, other))
    for (const answer of await Promise.all(changed)) expect(answer).toEqual([[1234, 7, 1]])
    const after = Array.from({ length: sessions.user * 3 }, () => clickhouse.read(setting))
    for (const answer of await Promise.all(after)) expect(answer).toEqual(usual)
  })

  it('are set when the caller names none', async () => {
    const [row] = await clickhouse.read<[number, number]>(
      `SELECT getSetting('max_execution_time'), getSetting('max_memory_usage')`,
    )
    expect(row).toEqual([30, 2 ** 30])
  })

  it('of memory are kept', async () => {
    const greedy = clickhouse.read('SELECT groupArray(number) FROM numbers(50000000)', {}, { memory: 50_000_000 })
    await expect(greedy).rejects.toMatchObject({ code: '241' })
  })

  it('let nobody in without the password', async () => {
    const stranger = openClickHouse(`http://127.0.0.1:${server.port}`, 'guess')
    await expect(stranger.read('SELECT 1')).rejects.toMatchObject({ code: '516' })
    await stranger.close()
  })

  it('refuse a second statement and a file', async () => {
    await expect(clickhouse.read('SELECT 1; SELECT 2')).rejects.toThrow(/more than one statement/)
    await expect(clickhouse.read(`SELECT 1 INTO OUTFILE '${directory}/x'`)).rejects.toThrow(/OUTFILE/)
  })
})

describe('inserts', () => {
  const lines = (from: number, to: number) =>
    Readable.from(
      (function* () {
        for (let i = from; i < to; i++) yield Buffer.from(`{"i":${i},"s":"${'x'.repeat(400)}"}\n`)
      })(),
      { objectMode: false },
    )

  it('of a stream larger than a batch, repeated with the same token, insert once', async () => {
    await clickhouse.command(
      `CREATE TABLE trial.once (i UInt32, s String) ENGINE = MergeTree ORDER BY i
       SETTINGS non_replicated_deduplication_window = 100`,
    )
    for (let time = 0; time < 2; time++) {
      await clickhouse.insert('trial.once', lines(0, 60_000), { dedupToken: 'range-1' })
    }
    expect(await clickhouse.read('SELECT count(), uniqExact(i) FROM trial.once')).toEqual([['60000', '60000']])
    await clickhouse.insert('trial.once', lines(60_000, 60_010), { dedupToken: 'range-2' })
    expect(await clickhouse.read('SELECT count() FROM trial.once')).toEqual([['60010']])
  })
})

describe('a process that', () => {
  it.each(['SIGKILL', 'SIGSEGV'] as const)('is ended by %s is replaced, and reads go on', async (signal) => {
    await clickhouse.command(`CREATE TABLE trial.${signal} (i UInt32) ENGINE = MergeTree ORDER BY i`)
    await clickhouse.insert(`trial.${signal}`, [{ i: 1 }, { i: 2 }])
    const before = server.pid()
    const caught = clickhouse.read(`SELECT count(), sleep(0.5) FROM trial.${signal}`)
    await pause(100)
    process.kill(before, signal)
    expect(await caught).toEqual([['2', 0]])
    expect(server.pid()).not.toBe(before)
    // At once and of the signal itself: were it held up in a handler, only silence would have ended it.
    expect(said.at(-1)).toBe(`ClickHouse ended (${signal}); starting it again`)
    await everyAnswerIsItsOwn()
  })

  it('hangs while it starts is replaced too', async () => {
    const before = server.pid()
    process.kill(before, 'SIGKILL')
    const starting = await startingProcess(before)
    process.kill(starting, 'SIGSTOP')
    while (server.pid() === before) await pause(50)
    expect(server.pid()).not.toBe(starting)
    expect(await clickhouse.read('SELECT 1')).toEqual([[1]])
  })
})

/** The child that is to replace the process; it has not said yet that it is ready. */
async function startingProcess(replaced: number): Promise<number> {
  for (;;) {
    for (const pid of readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number))
      if (pid !== replaced && isOwnClickHouse(pid)) return pid
    await pause(5)
  }
}

function isOwnClickHouse(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return Number(parent) === process.pid && commandLine.includes('clickhouse-process')
  } catch {
    return false
  }
}
