import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headerLimits, limitConnections } from './connections.ts'

let app: FastifyInstance
let answered: string[]
let [connections, requests] = [0, 0]
const sockets: Socket[] = []

beforeEach(async () => {
  answered = []
  connections = 0
  requests = 0
  app = Fastify({ http: { ...headerLimits, headersTimeout: 100, connectionsCheckingInterval: 20 } })
  limitConnections(app, { slowest: { bytes: 100, within: 200 }, drain: 300 })
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    answered.push('slow')
    return 'done'
  })
  app.get('/stream', (_request, reply) => reply.send(new Readable({ read() {} })))
  app.get('/download', (_request, reply) =>
    reply.send(
      new Readable({
        read() {
          this.push(Buffer.alloc(65_536))
        },
      }),
    ),
  )
  app.post('/', async () => 'taken')
  app.server.on('connection', () => connections++).on('request', () => requests++)
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** A connection that has sent this much. */
async function connected(text: string): Promise<{ socket: Socket; heard: () => string; ended: Promise<unknown> }> {
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.on('data', (part) => {
    heard += part
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return { socket, heard: () => heard, ended: new Promise((resolve) => socket.once('close', resolve)) }
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
const json = (length: number) => `content-type: application/json\r\ncontent-length: ${length}\r\n`

describe('a connection', () => {
  it('on which the header of a request comes by drops is ended', async () => {
    const { socket, ended } = await connected('GET /slow HTTP/1.1\r\n')
    const drops = setInterval(() => socket.write('x'), 10)
    await ended
    clearInterval(drops)
  })

  it('on which the body of a request comes by drops is ended', async () => {
    const { socket, ended } = await connected(head('POST /', json(1_000_000)))
    const drops = setInterval(() => socket.write(' '), 20)
    await ended
    clearInterval(drops)
  })

  it('on which the rest of a body never comes is ended', async () => {
    const { ended } = await connected(`${head('POST /', json(100))}{"a":`)
    await ended
  })

  it('lasts while a body comes fast enough, however long that takes', async () => {
    const [part, parts] = ['x'.repeat(1_000), 30]
    const { socket, heard } = await connected(`${head('POST /', json(part.length * parts + 2))}"`)
    for (let at = 0; at < parts; at++) {
      socket.write(part)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    socket.write('"')
    await expect.poll(heard).toContain('taken')
  })
})

describe('the end of the server', () => {
  it.each([
    ['has asked nothing', ''],
    ['has sent half a header', 'GET /slow HTTP/1.1\r\nho'],
    ['has sent half a body', `${head('POST /', json(100_000))}{"a":`],
    ['hears a stream', head('GET /stream')],
    ['lets a download hang', head('GET /download')],
  ])('comes although somebody %s', async (_what, text) => {
    const { socket, ended } = await connected(text)
    if (text.includes('/download')) socket.pause()
    await expect.poll(() => [connections, requests]).toEqual([1, text.includes('\r\n\r\n') ? 1 : 0])
    await app.close()
    socket.resume()
    await ended
  })

  it('answers first what was asked', async () => {
    const { heard, ended } = await connected(head('GET /slow'))
    await expect.poll(() => requests).toBe(1)
    await app.close()
    await ended
    expect(answered).toEqual(['slow'])
    expect(heard()).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/)
  })
})
