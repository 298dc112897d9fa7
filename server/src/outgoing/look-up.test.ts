import { lookup } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookUpOwn, lookUpPublic } from './look-up.ts'
import { openNameServer } from './name-server.fixture.ts'
import { pin } from './public-address.ts'

type NameServer = Awaited<ReturnType<typeof openNameServer>>
let server: NameServer
beforeAll(async () => {
  server = await openNameServer({
    'open.example': ['93.184.215.14', '93.184.215.15'],
    'mixed.example': ['93.184.215.14', '10.0.0.1'],
    'gone.example': [],
  })
})
afterAll(() => server?.close())

const at = (host: string) => new URL(`https://${host}/hook`)
const pinned = (host: string, own: readonly string[] = []) => pin(at(host), own, lookUpPublic([server.address]))

describe('a name that a webhook goes to', () => {
  it('is found at once, and so is whatever needs a thread, while a hundred others hang', async () => {
    const waiting = Array.from({ length: 100 }, (_, index) => pinned(`silent${index}.example`).catch(String))
    // All of them have been asked for: they hang now.
    await expect.poll(() => new Set(server.asked.filter((name) => name.startsWith('silent'))).size).toBe(100)
    const first = await Promise.race([Promise.any(waiting), pinned('open.example')])
    expect(first).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '93.184.215.15', family: 4 },
    ])
    expect((await lookup('localhost', { family: 4 })).address).toBe('127.0.0.1')
    expect(await Promise.race([Promise.any(waiting), Promise.resolve('all of them hang')])).toBe('all of them hang')
  })

  it('leads nowhere when one of its addresses is not public, when it has none, and to this machine', async () => {
    await expect(pinned('mixed.example')).rejects.toThrow('not on the open internet')
    await expect(pinned('gone.example')).rejects.toThrow('has no address')
    const before = server.asked.length
    for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '[::1]'])
      await expect(pinned(host)).rejects.toThrow('not on the open internet')
    expect(server.asked.slice(before)).toEqual([])
  })

  it('is found as the system finds it when it is of one’s own network, once for all that wait', async () => {
    expect(await pinned('localhost', ['localhost'])).toContainEqual({ address: '127.0.0.1', family: 4 })
    const [one, other] = [lookUpOwn('localhost'), lookUpOwn('localhost')]
    expect(one).toBe(other)
    await one
    expect(lookUpOwn('localhost')).not.toBe(one)
    expect(server.asked).not.toContain('localhost')
  })
})
