import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Far above what people and their proxies open, and below what a process may. */
const mostConnections = 20_000

/** For Fastify's server. Milliseconds until the header of a request has come, and between looks at who is late. */
export const headerLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 }

export type ConnectionLimits = {
  /** Bytes of a body that have to come in so many milliseconds, unless it is complete. */
  readonly slowest: { readonly bytes: number; readonly within: number }
  /** Milliseconds in which what was asked before the end is answered. */
  readonly drain: number
}
const usual: ConnectionLimits = { slowest: { bytes: 16_384, within: 20_000 }, drain: 2_000 }

/**
 * Ends connections that hold on without need: bodies that come by drops, and at the end of Kaiku whatever asks nothing at
 * once, and the rest a little later. A long import, and a stream of events, are not slow.
 */
export function limitConnections(app: FastifyInstance, { slowest, drain }: ConnectionLimits = usual): void {
  const { server } = app
  const open = new Set<Socket>()
  const asked = new Map<ServerResponse, Socket>()
  let isEnding = false
  server.maxConnections = mostConnections
  server.on('connection', (socket) => {
    if (isEnding) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request, response) => {
    asked.set(response, request.socket)
    response.once('close', () => asked.delete(response))
    endIfSlow(request, slowest)
  })
  app.addHook('preClose', async () => {
    isEnding = true
    const answering = new Set(asked.values())
    for (const socket of open) if (!answering.has(socket)) socket.destroy()
    const late = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, drain)
    server.once('close', () => clearTimeout(late))
    late.unref()
  })
}

function endIfSlow(request: IncomingMessage, { bytes, within }: ConnectionLimits['slowest']) {
  const { socket, headers } = request
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const come = socket.bytesRead - before
    before = socket.bytesRead
    if (request.complete || socket.destroyed) clearInterval(timer)
    // What lies here unread holds the sender back: then it is us who are slow.
    else if (come < bytes && request.readableLength === 0) socket.destroy()
  }, within)
  timer.unref()
}
