import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { universeCopyCalls } from '@kaiku/contract/universe-copy.ts'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorIn } from '../audit/audit.ts'
import { WorkLanes } from '../background-work/work-lanes.ts'
import { openTenantMatrix, type TenantMatrix } from '../http/tenant-matrix.fixture.ts'
import { runTasks, taskQueue } from '../task/task-work.ts'
import { createUniverse, findUniverse, type Universe } from '../universe/universe.ts'
import { copiedTables, leftBehind, madeAnew } from './copied-table.ts'
import { universeExportWorker, universeImportWorker } from './copy-work.ts'
import { exportUniverse } from './export-universe.ts'
import { importUniverse } from './import-universe.ts'
import { archivesForgotten, keptArchive } from './kept-archive.ts'
import { type Manifest, manifestName } from './manifest.ts'

let matrix: TenantMatrix
let acme: Universe
let archive: string
const root = (path = 'GET backend/universes') => matrix.callerIn('globex', path)
const ask = async (sql: string, values: unknown[] = []) => (await matrix.stores.owner.query(sql, values)).rows
const call = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, payload?: object) =>
  matrix.app.inject({ method, url: `/api/backend/${path}`, headers, ...(payload && { payload }) })
const write = (universe: Universe, file: string, withAnswers: boolean) =>
  pipeline(exportUniverse(matrix.stores, universe, { withAnswers }), createWriteStream(file))
const read = (file: string, as: string, token = 'test') =>
  importUniverse(matrix.stores, file, { as, token, actor: operatorIn(null) })

beforeAll(async () => {
  matrix = await openTenantMatrix()
  const found = await findUniverse(matrix.stores, 'acme')
  if (!found) throw new Error('there is no acme')
  acme = found
  archive = join(matrix.stores.directory, 'acme.zip')
  await write(acme, archive, true)
})
afterAll(() => matrix?.close())

const rowsOf = async (universe: string) => {
  const counts = new Map<string, number>()
  for (const { name } of copiedTables) {
    const [{ n }] = await ask(`select count(*)::int as n from "${name}" where universe = $1`, [universe])
    counts.set(name, n)
  }
  return counts
}

describe('a copy of a universe', () => {
  it('says of every table of a universe what becomes of it', async () => {
    const tables = await ask(
      `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'universe'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped order by 1`,
    )
    const said = [...copiedTables.map(({ name }) => name), ...Object.values(leftBehind).flat(), ...madeAnew]
    expect(said.toSorted()).toEqual(tables.map(({ name }) => name))
  })

  it('holds what its manifest says, the definitions byte for byte, and no secrets', async () => {
    const zip = await JSZip.loadAsync(readFileSync(archive))
    const manifest: Manifest = JSON.parse((await zip.file(manifestName)?.async('string')) ?? '')
    for (const { name, size, sha256 } of manifest.files) {
      const bytes = await zip.file(name)?.async('nodebuffer')
      expect([
        name,
        bytes?.length,
        createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
      ]).toEqual([name, size, sha256])
    }
    expect(Object.keys(zip.files).toSorted()).toEqual(
      [manifestName, ...manifest.files.map(({ name }) => name)].toSorted(),
    )
    const files = await ask(
      `select f.path, f.text from definition_file f join survey s on (s.universe, s.number, s.version) = (f.universe, f.survey, f.version)
       where f.universe = $1`,
      [acme.id],
    )
    expect(files.length).toBeGreaterThan(2)
    for (const { path, text } of files)
      expect(await zip.file(`surveys/retail/definition/${path}`)?.async('string')).toBe(text)
    const rows = Object.keys(zip.files).filter((name) => name.endsWith('.jsonl'))
    const all = (await Promise.all(rows.map(async (name) => zip.file(name)?.async('string')))).join('')
    expect(all).not.toMatch(/"(hash|secret|sealed|password\w*|token_hash|code)": ?"/)
    const codes = await ask('select code from campaign_recipient where universe = $1', [acme.id])
    expect(codes.length).toBeGreaterThan(0)
    for (const { code } of codes) expect(all).not.toContain(code)
  })

  it('is a universe of its own with every row, which nobody gets into until root lets them', async () => {
    const { universe, left, taken } = await read(archive, 'acme-copy')
    expect(taken).toEqual([])
    const [own, copied] = [await rowsOf(acme.id), await rowsOf(universe.id)]
    const differing = [...own].filter(([table, n]) => copied.get(table) !== n).map(([table]) => table)
    // What root did as a member, groups of a directory gave, or waits to be done stays behind; root's role is new.
    expect(differing.filter((table) => !['membership', 'role_member', 'role', 'effect_run'].includes(table))).toEqual(
      [],
    )
    expect(left).toBeLessThan(5)
    expect([...own.values()].filter((n) => n > 0).length).toBeGreaterThan(24)
    const [{ suspended }] = await ask('select suspended_at is not null as suspended from universe where id = $1', [
      universe.id,
    ])
    expect(suspended).toBe(true)
    // Nothing of it is anything of the first, and nobody is sent anything twice.
    const [{ same }] = await ask(
      `select (select count(*) from interview a join interview b using (id) where a.universe <> b.universe)
         + (select count(*) from sample a join sample b using (id) where a.universe <> b.universe)
         + (select count(*) from campaign where universe = $1 and state in ('waiting', 'paused')) as same`,
      [universe.id],
    )
    expect(Number(same)).toBe(0)
    const answers =
      'select row_key, answers, original, day, at, weight, contact, tags, leaves from interview where universe = $1 order by number'
    expect(await ask(answers, [universe.id])).toEqual(await ask(answers, [acme.id]))
    // What comes now is numbered behind.
    const [{ behind }] = await ask(
      `select nextval(pg_get_serial_sequence('interview', 'number')) > max(number) as behind from interview`,
    )
    expect(behind).toBe(true)
  })

  it('of the configuration alone tells nobody’s data', async () => {
    const file = join(matrix.stores.directory, 'configuration.zip')
    await write(acme, file, false)
    const zip = await JSZip.loadAsync(readFileSync(file))
    expect(zip.file('people.jsonl')).toBe(null)
    expect(zip.file('rows/interview.jsonl')).toBe(null)
    const { universe, rows } = await read(file, 'acme-empty')
    expect(rows.role).toBeGreaterThan(0)
    const counts = await rowsOf(universe.id)
    for (const { name, of } of copiedTables) if (of === 'answers') expect([name, counts.get(name)]).toEqual([name, 0])
  })
})

/** The archive after something was done to it; `sums`: whether the manifest is made to fit. */
async function changed(change: (zip: JSZip, manifest: Manifest) => void | Promise<void>, fits = true): Promise<string> {
  const zip = await JSZip.loadAsync(readFileSync(archive), { createFolders: false })
  const manifest: Manifest = JSON.parse((await zip.file(manifestName)?.async('string')) ?? '')
  await change(zip, manifest)
  if (fits)
    for (const one of manifest.files) {
      const bytes = (await zip.file(one.name)?.async('nodebuffer')) ?? Buffer.alloc(0)
      Object.assign(one, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    }
  zip.file(manifestName, JSON.stringify(manifest))
  const file = join(matrix.stores.directory, 'changed.zip')
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
  return file
}

/** Without an entry for its directory, which would be refused by itself. */
const put = (zip: JSZip, name: string, text: string) => void zip.file(name, text, { createFolders: false })

const edited = (name: string, edit: (row: Record<string, unknown>) => void) =>
  changed(async (zip) => {
    const lines = ((await zip.file(name)?.async('string')) ?? '').trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const row of rows) edit(row)
    put(zip, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  })

describe('a hostile archive', () => {
  const refused = async (file: string, key: string) => {
    const before = await ask('select count(*)::int as n from universe')
    const people = await ask('select count(*)::int as n from person')
    await expect(read(file, 'hostile')).rejects.toMatchObject({ reason: { key } })
    expect(await ask('select count(*)::int as n from universe')).toEqual(before)
    expect(await ask('select count(*)::int as n from person')).toEqual(people)
  }

  it('is refused before anything is made of it', async () => {
    const file = join(matrix.stores.directory, 'none.zip')
    writeFileSync(file, 'no archive at all')
    await refused(file, 'universeCopy.damaged')
    await refused(join(matrix.stores.directory, 'nowhere.zip'), 'universeCopy.gone')
    writeFileSync(file, readFileSync(archive).subarray(0, 5_000))
    await refused(file, 'universeCopy.damaged')
    await refused(await changed((zip) => put(zip, 'rows/role.jsonl', '{}\n'), false), 'universeCopy.damaged')
    await refused(await changed((zip) => void zip.file('../../evil.txt', 'x')), 'universeCopy.damaged')
    await refused(await changed((zip) => put(zip, 'rows/session.jsonl', '{}\n')), 'universeCopy.damaged')
    await refused(await changed((zip) => void zip.remove('rows/role.jsonl'), false), 'universeCopy.damaged')
    const newer = (more: object) => changed((_zip, manifest) => void Object.assign(manifest, more))
    await refused(await newer({ version: 2 }), 'universeCopy.newer')
    await refused(await newer({ kind: 'kaiku.survey' }), 'universeCopy.isSurvey')
    await refused(await newer({ schema: '9999-of-tomorrow' }), 'universeCopy.newer')
    // One that says it is four gigabytes.
    const bomb = Buffer.from(readFileSync(archive))
    bomb.writeUInt32LE(0xff_ff_ff_fe, bomb.lastIndexOf('PK\u0001\u0002') + 24)
    writeFileSync(file, bomb)
    await refused(file, 'universeCopy.large')
  })

  it('leaves nothing where its rows are none that Kaiku could have written', async () => {
    const cases: [string, (row: Record<string, unknown>) => void][] = [
      ['rows/role.jsonl', (row) => Object.assign(row, { universe: acme.id })],
      ['rows/role.jsonl', (row) => Object.assign(row, { unknown: 1 })],
      ['rows/role.jsonl', (row) => Object.assign(row, { id: 'x' })],
      ['rows/interview.jsonl', (row) => Object.assign(row, { survey: 999_999 })],
      ['rows/interview.jsonl', (row) => Object.assign(row, { number: Number.MAX_SAFE_INTEGER })],
      [
        'rows/interview.jsonl',
        (row) => Object.assign(row, { answers: { nps: 1e9, rating: 1e9, visited: 'tomorrow' } }),
      ],
      ['rows/node.jsonl', (row) => Object.assign(row, { number: 2 ** 31 - 1 })],
      ['people.jsonl', (row) => Object.assign(row, { isRoot: true })],
    ]
    for (const [name, edit] of cases) await refused(await edited(name, edit), 'universeCopy.damaged')
  }, 120_000)

  it('gives nobody who is somebody else here a way in', async () => {
    const file = await edited('people.jsonl', (row) =>
      Object.assign(row, { id: String(row.id).replace(/^.{8}/, '01890000'), email: 'somebody@else.example' }),
    )
    const { universe, taken } = await read(file, 'strangers')
    expect(taken.length).toBeGreaterThan(0)
    expect(await ask('select person from membership where universe = $1', [universe.id])).toEqual([])
    expect(await ask('select 1 from person where email = $1', ['somebody@else.example'])).toEqual([])
  })
})

describe('an import', () => {
  it('is never made over a universe that is there, and takes up what it left behind itself', async () => {
    await expect(read(archive, 'globex')).rejects.toMatchObject({ code: 'conflict' })
    const left = await createUniverse(matrix.stores, { name: 'broken', title: 'Broken', timeZone: 'UTC' })
    await ask(`update universe set settings = '{"importing": "mine"}' where id = $1`, [left.id])
    await expect(read(archive, 'broken', 'another')).rejects.toMatchObject({ code: 'conflict' })
    const { universe, rows } = await read(archive, 'broken', 'mine')
    expect(universe.id).not.toBe(left.id)
    expect(rows.interview).toBeGreaterThan(0)
    expect(await ask('select 1 from universe where id = $1', [left.id])).toEqual([])
    // A task that was killed when all was done makes it again; nobody does once people were let in.
    const again = await read(archive, 'broken', 'mine')
    expect(again.universe.id).not.toBe(universe.id)
    await ask('update universe set suspended_at = null where id = $1', [again.universe.id])
    await expect(read(archive, 'broken', 'mine')).rejects.toMatchObject({ reason: { key: 'universeCopy.taken' } })
  })

  it('that is stopped on the way leaves nothing', async () => {
    const stop = new AbortController()
    const stopped = importUniverse(matrix.stores, archive, {
      ...{ as: 'stopped', token: 'test', actor: operatorIn(null), signal: stop.signal },
      progress: (share) => share >= 0.25 && stop.abort(),
    })
    await expect(stopped).rejects.toThrow()
    expect(await findUniverse(matrix.stores, 'stopped')).toBe(null)
  })
})

async function work() {
  const lanes = new WorkLanes(taskQueue.limits, (error) => {
    throw error
  })
  const { signal } = new AbortController()
  const workers = [universeExportWorker, universeImportWorker]
  while ((await runTasks(matrix.stores, workers, () => {}, lanes, signal)) > 0) await lanes.allEnd()
}

function form(content: Buffer) {
  const boundary = 'kaiku-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

describe('root', () => {
  it('alone exports, fetches and imports in the browser; the audit log tells it', async () => {
    const path = 'universes/acme/export'
    expect((await call('POST', path, {}, { withAnswers: true })).statusCode).toBe(401)
    for (const headers of [matrix.owner, matrix.stranger, matrix.powerless])
      expect((await call('POST', path, headers, { withAnswers: true })).statusCode).toBe(403)
    const asked = await call('POST', path, root(), { withAnswers: true })
    expect(asked.statusCode).toBe(200)
    const { taskId } = universeCopyCalls.exportUniverse.reply.parse(asked.json())
    expect((await call('GET', `copies/${taskId}/file`, root())).json().reason.key).toBe('universeCopy.gone')
    await work()
    for (const headers of [matrix.owner, matrix.stranger, {}])
      expect((await call('GET', `copies/${taskId}/file`, headers)).statusCode).toBe(
        'authorization' in headers ? 403 : 401,
      )
    const file = await call('GET', `copies/${taskId}/file`, root())
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(file.headers['content-disposition']).toMatch(/acme-universe-.*\.zip/)

    const { payload, headers } = form(file.rawPayload)
    const send = (name: string, who: Record<string, string>) =>
      matrix.app.inject({
        method: 'POST',
        url: `/api/backend/copies?name=${name}`,
        headers: { ...headers, ...who },
        payload,
      })
    for (const who of [matrix.owner, matrix.stranger]) expect((await send('by-other', who)).statusCode).toBe(403)
    expect((await send('globex', root())).json().reason.key).toBe('universeCopy.taken')
    const begun = universeCopyCalls.importUniverse.reply.parse((await send('by-root', root())).json())
    await work()
    const [done] = universeCopyCalls.list.reply.parse((await call('GET', 'copies', root())).json())
    expect(done).toMatchObject({ taskId: begun.taskId, kind: 'import', state: 'done', universe: 'by-root' })
    expect(done?.made?.interviews).toBeGreaterThan(0)
    expect(done?.made?.notCarried.length).toBeGreaterThan(5)
    const account = (await call('GET', `copies/${begun.taskId}/file`, root())).payload
    expect(account).toContain('interview: ')
    expect(account).toContain('passwords')
    const told = await ask(
      `select u.name, action from audit a join universe u on u.id = a.universe
       where action in ('universe.export', 'universe.import') and actor is not null order by a.id`,
    )
    expect(told).toEqual([
      { name: 'acme', action: 'universe.export' },
      { name: 'acme', action: 'universe.export' },
      { name: 'by-root', action: 'universe.import' },
    ])
  })

  it('is told why an upload is no export; the file goes', async () => {
    const { payload, headers } = form(Buffer.from('a,b\n1,2\n'))
    const sent = await matrix.app.inject({
      ...{ method: 'POST', url: '/api/backend/copies?name=nothing', headers: { ...headers, ...root() }, payload },
    })
    const { taskId } = sent.json()
    const [{ archive: kept }] = await ask(`select input ->> 'archive' as archive from task where id = $1`, [taskId])
    expect(existsSync(keptArchive(matrix.stores, kept))).toBe(true)
    await work()
    const [failed] = universeCopyCalls.list.reply.parse((await call('GET', 'copies', root())).json())
    expect(failed).toMatchObject({ taskId, state: 'failed', refusal: { reason: { key: 'universeCopy.damaged' } } })
    expect(existsSync(keptArchive(matrix.stores, kept))).toBe(false)
    const forgotten = keptArchive(matrix.stores, '01890000-0000-7000-8000-0000000000aa')
    mkdirSync(dirname(forgotten))
    writeFileSync(forgotten, 'x')
    const run = { stores: matrix.stores } as Parameters<typeof archivesForgotten.run>[0]
    await archivesForgotten.run(run)
    expect(existsSync(forgotten)).toBe(true)
    utimesSync(dirname(forgotten), 0, 0)
    await archivesForgotten.run(run)
    expect(existsSync(forgotten)).toBe(false)
  })

  it('takes no answers out of a universe where a survey is protected', async () => {
    await ask(
      `update universe set settings = settings || '{"protection": true}', version = version + 1 where id = $1`,
      [acme.id],
    )
    const refused = await call('POST', 'universes/acme/export', root(), { withAnswers: true })
    expect([refused.statusCode, refused.json().reason.key]).toEqual([403, 'universeCopy.protected'])
    expect((await call('POST', 'universes/acme/export', root(), { withAnswers: false })).statusCode).toBe(200)
  })
})
