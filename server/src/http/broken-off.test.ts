import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { answerFaults } from './faults.ts'

type Line = { readonly level: number; readonly err?: { readonly message: string } }
const [debug, warn] = [20, 40]
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** A server that compresses, and a call to it whose answer waits until it is let go. */
async function asked(answer: () => unknown) {
  const lines: Line[] = []
  const bugs: Error[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = Fastify({ logger: { level: 'debug', stream } })
  answerFaults(app, (error) => bugs.push(error))
  await app.register(compress, { encodings: ['br', 'gzip'] })
  const [arrived, goes, left] = [gate(), gate(), gate()]
  app.post('/', async (_request, reply) => {
    reply.raw.once('close', left.open)
    arrived.open()
    await goes.opened
    return reply.type('text/plain').send(answer())
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json' }
  const call = request({ port, host: '127.0.0.1', method: 'POST', headers })
  call.on('error', () => {})
  call.end('{}')
  await arrived.opened
  return { lines, bugs, call, left: left.opened, go: goes.open }
}

const loud = (lines: readonly Line[]) => lines.filter(({ level }) => level >= warn)
const quiet = (lines: readonly Line[]) => lines.filter(({ level, err }) => level === debug && err)
const long = () => Readable.from(Array.from({ length: 200 }, (_, at) => `${at} `.repeat(10_000)))

describe('an answer that a browser breaks off', () => {
  it('is no fault of the server where nothing of it was written yet', async () => {
    const reading = gate()
    const { lines, bugs, call, left, go } = await asked(() => new Readable({ read: reading.open }))
    go()
    await reading.opened
    call.destroy()
    await left
    await expect.poll(() => quiet(lines)).toHaveLength(1)
    expect(loud(lines)).toEqual([])
    expect(bugs).toEqual([])
  })

  it('is none in the middle, either', async () => {
    const { lines, bugs, call, left, go } = await asked(long)
    const answered = once(call, 'response')
    go()
    await answered
    call.destroy()
    await left
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(loud(lines)).toEqual([])
    expect(bugs).toEqual([])
  })

  it('is one where what it is made of ends too early', async () => {
    const { lines, bugs, call, go } = await asked(() => {
      const source = new Readable({ read: () => {} })
      setImmediate(() => source.destroy())
      return source
    })
    const answered = once(call, 'response')
    go()
    const [response] = await answered
    expect(response.statusCode).toBe(500)
    expect(loud(lines)).toMatchObject([{ err: { message: expect.stringMatching(/premature close/i) } }])
    expect(bugs).toHaveLength(1)
  })
})
