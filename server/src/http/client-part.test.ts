import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStores, type TestStores } from '../app/app.fixture.ts'
import { keptPart } from './client-part.ts'
import { answerFaults } from './faults.ts'
import { protect } from './protection.ts'
import { keepClient, serveWebClient } from './web-client.ts'

let test: TestStores
let app: FastifyInstance
let directory: string
beforeAll(async () => {
  test = await openTestStores()
  directory = mkdtempSync(join(tmpdir(), 'kaiku-builds-'))
  for (let build = 1; build <= 4; build++) writeBuild(build)
  app = Fastify()
  answerFaults(app)
  await protect(app)
  await serveWebClient(app, (address) => keptPart(test.stores, address), buildOf(1))
})
afterAll(async () => {
  await app?.close()
  await test?.close()
  rmSync(directory, { recursive: true, force: true })
})

const buildOf = (build: number) => join(directory, String(build))
function writeBuild(build: number) {
  mkdirSync(join(buildOf(build), 'assets'), { recursive: true })
  writeFileSync(join(buildOf(build), 'index.html'), `<script src="/assets/main-${build}.js">`)
  const files = {
    [`main-${build}.js`]: `run(${build})`,
    'same-0.css': 'a{}',
    [`main-${build}.js.br`]: 'x',
    [`notes-${build}.txt`]: 'x',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(buildOf(build), 'assets', name), text)
}

const said: string[] = []
const keep = (build: number) => keepClient(test.stores, (line) => said.push(line), buildOf(build))
const ask = async (address: string, accept = '*/*') => {
  const { statusCode, headers, body } = await app.inject({ url: address, headers: { accept } })
  return { statusCode, type: headers['content-type'], cached: headers['cache-control'], body }
}

describe('the parts of a client', () => {
  it('are found by a process of another build, as long as theirs is one of the newest three', async () => {
    expect((await ask('/assets/main-2.js')).statusCode).toBe(404)
    // Two processes of one build may start at once, and one may start again.
    await Promise.all([keep(2), keep(2)])
    await keep(2)
    expect(await ask('/assets/main-2.js')).toEqual({
      statusCode: 200,
      type: 'text/javascript; charset=utf-8',
      cached: 'public, max-age=31536000, immutable',
      body: 'run(2)',
    })
    await keep(1)
    await keep(3)
    expect((await ask('/assets/main-2.js')).body).toBe('run(2)')
    await keep(4)
    expect((await ask('/assets/main-2.js')).statusCode).toBe(404)
    expect((await ask('/assets/main-3.js')).body).toBe('run(3)')
    expect((await ask('/assets/same-0.css')).type).toContain('text/css')
    const { rows } = await test.stores.service.query('select path, build from client_part order by path, kept_at')
    expect(rows.map(({ path }) => path)).toEqual([
      ...['main-1.js', 'main-3.js', 'main-4.js'],
      ...Array(3).fill('same-0.css'),
    ])
    expect(said).toEqual([])
  })

  it('are all that is found', async () => {
    for (const address of ['notes-3.txt', 'main-3.js.br', 'a/main-3.js', '../main-3.js', 'constructor.js'])
      expect((await ask(`/assets/${address}`)).statusCode, address).toBe(404)
    expect((await ask('/main-3.js')).statusCode).toBe(404)
  })

  it('are not needed to start', async () => {
    rmSync(join(buildOf(2), 'assets'), { recursive: true })
    await keep(2)
    expect(said[0]).toMatch(/^The parts of the web client are not kept for other processes: ENOENT/)
  })
})
