import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { buildApp } from '../app/app.ts'
import { startWork } from '../app/work.ts'
import { type Configuration, readConfiguration } from '../configuration/configuration.ts'
import type { Stores } from '../db/stores.ts'
import { publish } from '../publishing/definition.ts'
import { signedIn } from '../session/signed-in.fixture.ts'
import { createUniverse } from '../universe/universe.ts'
import { removeLeftUploads } from '../upload/upload.ts'

const kaiku = fileURLToPath(new URL('../../kaiku.mjs', import.meta.url))
let opened: TestStores
let stores: Stores
let app: FastifyInstance
let configuration: Configuration
let headers: { authorization: string }

beforeAll(async () => {
  opened = await openTestStores({ own: true })
  stores = opened.stores
  const questions = [
    { id: 'score', type: 'scale', title: 'Score', min: 1, max: 5 },
    { id: 'who', type: 'text', title: 'Who' },
  ]
  const files = {
    'settings.json': { extName: 'retail', title: 'Retail' },
    'questions.json': { questions },
    'views.json': {
      views: [{ extName: 'org', title: 'Org', root: { title: 'All' }, levels: [{ question: 'who', title: 'Who' }] }],
    },
    'imports.json': {
      imports: [
        {
          name: 'all',
          match: { file: '*.csv' },
          key: ['who'],
          columns: questions.map(({ id }) => ({ column: id, question: id })),
        },
      ],
    },
  }
  for (const name of ['acme', 'globex']) {
    const { id } = await createUniverse(stores, { name, title: name, timeZone: 'UTC' })
    const own = name === 'globex' ? { ...files, 'settings.json': { extName: 'other', title: 'Other' } } : files
    await publish(stores, id, new Map(Object.entries(own).map(([path, text]) => [path, JSON.stringify(text)])), 'test')
  }
  headers = await signedIn(stores, 'root')
  configuration = readConfiguration({
    ...{ KAIKU_DATA: opened.data, PUBLIC_URL: 'https://kaiku.example.com', LOG_LEVEL: 'silent' },
  })
  app = await buildApp(stores, configuration)
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

function upload(name: string, content: string, { preview = false, universe = 'acme', field = 'file' } = {}) {
  const boundary = 'kaiku-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  return app.inject({
    method: 'POST',
    url: `/api/imports/retail?preview=${preview}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers, 'kaiku-universe': universe },
    payload: `${head}${content}\r\n--${boundary}--\r\n`,
  })
}
const call = (method: 'GET' | 'DELETE', url: string, universe = 'acme') =>
  app.inject({ method, url: `/api/${url}`, headers: { ...headers, 'kaiku-universe': universe } })

describe('the calls', () => {
  it('preview, import, list and undo an uploaded file, and leave no file behind', async () => {
    const content = 'who,score\na,1\nb,7\n'
    const preview = await upload('a.csv', content, { preview: true })
    expect(preview.json()).toMatchObject({ state: 'preview', importId: null, rows: 2, inserted: 1, rejected: 1 })
    const done = (await upload('../../a.csv', content)).json()
    expect(done).toMatchObject({
      state: 'done',
      file: 'a.csv',
      inserted: 1,
      rejected: 1,
      rejects: [{ line: 3, value: '7' }],
    })
    const [listed, ...older] = (await call('GET', 'imports/retail')).json()
    expect(older).toEqual([])
    expect(listed).toMatchObject({ importId: done.importId, state: 'done', rejected: 1 })
    expect((await call('DELETE', `imports/retail/${done.importId}`)).json()).toMatchObject({ state: 'undone' })
    expect((await call('DELETE', `imports/retail/${done.importId}`)).statusCode).toBe(409)
    expect(await readdir(join(stores.directory, 'uploads'))).toEqual([])
  })

  it('refuse a form without a file, a file that no mapping fits and a body that is no form', async () => {
    expect((await upload('a.csv', 'who,score\n', { field: 'data' })).statusCode).toBe(400)
    expect((await upload('a.txt', 'who,score\n')).statusCode).toBe(400)
    const plain = {
      method: 'POST',
      url: '/api/imports/retail',
      headers: { ...headers, 'kaiku-universe': 'acme' },
      payload: {},
    } as const
    expect((await app.inject(plain)).statusCode).toBe(400)
  })

  it('do not see another universe', async () => {
    const done = (await upload('mine.csv', 'who,score\nx,1\n')).json()
    for (const reply of [
      await upload('a.csv', 'who,score\na,1\n', { universe: 'globex' }),
      await call('GET', 'imports/retail', 'globex'),
      await call('DELETE', `imports/retail/${done.importId}`, 'globex'),
      await call('DELETE', `imports/other/${done.importId}`, 'globex'),
    ])
      expect(reply.statusCode).toBe(404)
    await call('DELETE', `imports/retail/${done.importId}`)
  })
})

describe('a form that does not come whole', () => {
  const uploads = async () => readdir(join(stores.directory, 'uploads')).catch(() => [])
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nwho,score\na,1\n`
  const sent = (type: string, payload: string) =>
    app.inject({
      ...{ method: 'POST', url: '/api/imports/retail?preview=true', payload },
      headers: { 'content-type': type, ...headers, 'kaiku-universe': 'acme' },
    })

  it('is refused as what it is, and nothing stays of it', async () => {
    for (const [type, payload] of [
      ['multipart/form-data; boundary=b', part],
      ['multipart/form-data; boundary=b', `${part}\r\n--`],
      ['multipart/form-data; boundary=b', part.slice(0, 40)],
      ['multipart/form-data; boundary=other', `${part}\r\n--b--\r\n`],
      ['multipart/form-data', `${part}\r\n--b--\r\n`],
      ['multipart/form-data; boundary=b', ''],
    ] as const) {
      const reply = await sent(type, payload)
      expect([reply.statusCode, reply.json().code], `${type} ${payload}`).toEqual([400, 'invalid'])
    }
    expect(await uploads()).toEqual([])
    expect((await sent('multipart/form-data; boundary=b', `${part}\r\n--b--\r\n`)).statusCode).toBe(200)
  })

  it('leaves no file when its sender goes, and none that is being sent is taken away', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const sending = request({
      ...{ host: '127.0.0.1', port, path: '/api/imports/retail', method: 'POST' },
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers, 'kaiku-universe': 'acme' },
    })
    sending.on('error', () => {})
    sending.write(part)
    await expect.poll(uploads, { timeout: 20_000 }).toHaveLength(1)
    expect(await removeLeftUploads(stores)).toBe(0)
    sending.destroy()
    await expect.poll(uploads, { timeout: 20_000 }).toEqual([])
  })

  it('that a kill broke off is removed at the next start', async () => {
    const left = join(stores.directory, 'uploads', 'upload-left')
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'a.csv'), 'who,score\n')
    const work = await startWork(stores, () => {}, configuration)
    await expect.poll(uploads, { timeout: 20_000 }).toEqual([])
    await work.stop()
  })
})

describe('the command', () => {
  async function run(...words: string[]) {
    const cwd = join(opened.data, 'work')
    await mkdir(cwd, { recursive: true })
    const child = spawn(process.execPath, [kaiku, 'import', ...words, '--universe', 'acme', '--data', opened.data], {
      cwd,
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.stderr.on('data', (part) => {
      err += part
    })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, out, err, cwd }
  }
  const file = async (name: string, content: string) => {
    await writeFile(join(opened.data, name), content)
    return join(opened.data, name)
  }

  it('imports several files, keeps every reject out of harm and exits with 3', async () => {
    const good = await file('good.csv', 'who,score\nc1,1\nc2,2\n')
    const bad = await file('bad.csv', 'who,score\nc3,3\nc4,"=cmd|\'/c calc\'!A1"\nc5,"say ""hi"", -5"\n')
    const { code, out, err } = await run('retail', good, bad)
    expect([code, err]).toEqual([3, expect.stringContaining('rows/s')])
    expect(err).toContain(`2 rows were rejected: see ${bad}.rejects.csv`)
    expect(out).toContain('total: 5 rows, 3 new, 0 corrected, 0 unchanged, 2 rejected')
    expect(out).toContain('3 interviews of retail are visible')
    expect(await readFile(`${bad}.rejects.csv`, 'utf8')).toBe(
      `line,column,value,reason\r\n3,score,'=cmd|'/c calc'!A1,not a number\r\n4,score,"say ""hi"", -5",not a number\r\n`,
    )
    expect((await run('retail', good)).code).toBe(0)
  })

  it('previews without writing, answers JSON and takes an import back', async () => {
    const source = await file('more.csv', 'who,score\nd1,1\nd2,9\n')
    const preview = await run('retail', source, '--preview')
    expect(preview.code).toBe(3)
    expect(preview.out).toContain('who → row key')
    expect(preview.out).toContain('score → score')
    expect(preview.out).toContain('line 3, score: 9: not between 1 and 5, and no missing code')
    const [done] = JSON.parse((await run('retail', source, '--format', 'json')).out)
    expect(done).toMatchObject({ state: 'done', inserted: 1 })
    const undone = await run('retail', '--undo', done.importId)
    expect(undone).toMatchObject({ code: 0, out: expect.stringContaining('more.csv: undone') })
  })

  it('says in one line what is wrong and exits with 1', async () => {
    const source = await file('plain.txt', 'who,score\nd1,1\n')
    expect(await run('retail', source)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no mapping fits plain.txt'),
    })
    expect(await run('nowhere', source)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no survey nowhere in the universe acme. There are: retail.'),
    })
    expect(await run('retail', '--undo', 'more.csv')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/There is no such import\.\n$/),
    })
    expect(await run('retail', join(opened.data, 'absent.csv'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no file'),
    })
  })
})
