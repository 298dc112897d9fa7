import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSftpServer, type ServedFile } from '../outgoing/sftp-server.fixture.ts'
import { answers, type FetchWorld, openFetchWorld } from './fetch.fixture.ts'

let world: FetchWorld
beforeAll(async () => {
  world = await openFetchWorld({ own: true })
})
afterAll(() => world?.close())

/** Runs it until it dies; the signal it died of. */
function untilDeath(crashAt: string): Promise<NodeJS.Signals | null> {
  const program = fileURLToPath(new URL('./fetch-process.fixture.ts', import.meta.url))
  const args = ['--import', import.meta.resolve('tsx'), program, world.data]
  const child = spawn(process.execPath, args, { env: { ...process.env, KAIKU_CRASH_AT: crashAt }, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

it('imports each file once in effect, wherever its process dies', async () => {
  const served = new Map<string, ServedFile>([
    ['/out/a.csv', { content: answers([1, 2, 3]), changedAt: 0 }],
    ['/out/b.csv', { content: answers([4, 5], 10), changedAt: 0 }],
  ])
  const server = await openSftpServer({ files: served })
  const secret = { kind: 'password', password: 'right' }
  const made = await world.create({ address: `sftp://${server.host}/out/*.csv`, secret, afterwards: 'delete' })
  const shown = (await world.call('POST', `try/retail/${made.addressId}`, world.admin)).json()
  await world.accept(made, shown.hostKey.found)
  await world.call('POST', `run/retail/${made.addressId}`, world.admin)
  for (const point of ['fetched:1', 'imported:1', 'fetched:2', 'imported:1']) {
    expect(await untilDeath(point)).toBe('SIGKILL')
    // What the dead had taken is due once its lease is over.
    await world.stores.service.query(`update task set next_at = now(), attempts = 0 where state = 'waiting'`)
  }
  await world.work()
  expect((await world.runs(made))[0]).toMatchObject({ outcome: 'imported' })
  expect(await world.count()).toBe(5)
  expect(served.size).toBe(0)
  const imports = await world.imports()
  expect(imports.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(5)
  expect(imports.every(({ corrected, state }) => corrected === 0 && state === 'done')).toBe(true)
  await server.close()
}, 200_000)
