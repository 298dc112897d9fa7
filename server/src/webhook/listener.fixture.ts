import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WorkLanes } from '../background-work/work-lanes.ts'
import type { Stores } from '../db/stores.ts'
import type { OwnHosts } from '../outgoing/public-address.ts'
import { deliverWaiting, limits } from './deliver.ts'

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** Tells what is due, and waits until it is told; how much that was. */
export async function deliverDue(stores: Stores, own: OwnHosts): Promise<number> {
  const failed = (error: unknown) => {
    throw error
  }
  const lanes = new WorkLanes(limits, failed)
  const started = await deliverWaiting(stores, own, lanes, new AbortController().signal)
  await lanes.allEnd()
  return started
}

/** A program that is told; it answers with `mood.status`, or with 0 not at all. `bodies`: what it was told, byte for byte. */
export async function listener() {
  const told: Received[] = []
  const bodies: Buffer[] = []
  const mood = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      bodies.push(bytes)
      told.push({ headers: request.headers, body: bytes.toString() })
      if (mood.status !== 0) response.writeHead(mood.status, { location: 'http://localhost:1/' }).end('never read')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    told,
    bodies,
    mood,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type WebhookListener = Awaited<ReturnType<typeof listener>>
