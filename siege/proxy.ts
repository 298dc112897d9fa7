import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Milliseconds without a byte after which a connection is given up, longer than the beat of a stream. */
const patience = 30_000
/** The header of what the proxy itself answers, where no process was there to. */
export const ownAnswer = 'x-siege-proxy'

export type Gate = {
  readonly address: string
  /** Breaks off every connection that is open. */
  dropAll(): number
  close(): Promise<void>
}

/** Sends each request to the next of several web processes; one that takes no connection is passed over. */
export async function openGate(ports: readonly number[]): Promise<Gate> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((incoming, reply) => {
    const first = turn++
    forward(incoming, reply, ports, first, ports.length)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dropAll = () => {
    const { size } = sockets
    for (const socket of sockets) socket.resetAndDestroy()
    return size
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropAll,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        dropAll()
      }),
  }
}

function forward(
  incoming: IncomingMessage,
  reply: ServerResponse,
  ports: readonly number[],
  turn: number,
  left: number,
): void {
  const { method, url, headers, socket } = incoming
  const from = headers['x-forwarded-for'] ?? socket.remoteAddress ?? ''
  const outgoing = request({
    host: '127.0.0.1',
    port: ports[turn % ports.length],
    method,
    path: url,
    headers: Object.assign({}, headers, { 'x-forwarded-for': from, 'x-forwarded-proto': 'http' }),
    agent: false,
    timeout: patience,
  })
  outgoing.once('socket', (to) => {
    // Nothing was read of the request before there is somebody to send it to.
    to.once('connect', () => incoming.pipe(outgoing))
  })
  outgoing.once('timeout', () => outgoing.destroy(new Error('silent')))
  outgoing.once('response', (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
    answer.once('error', () => reply.destroy())
    answer.once('aborted', () => reply.destroy())
  })
  outgoing.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && left > 1) return forward(incoming, reply, ports, turn + 1, left - 1)
    if (reply.headersSent) return void reply.destroy()
    reply.writeHead(error.code === 'ECONNREFUSED' ? 503 : 502, { [ownAnswer]: 'yes' }).end()
  })
  reply.once('close', () => outgoing.destroy())
}
