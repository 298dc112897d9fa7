import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Told = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A program that is told; it answers with `mood.status`. `bodies`: what it was told, byte for byte. */
export async function listener() {
  const told: Told[] = []
  const bodies: Buffer[] = []
  const mood = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      bodies.push(bytes)
      told.push({ headers: request.headers, body: bytes.toString() })
      response.writeHead(mood.status, { location: 'http://localhost:1/' }).end('never read')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { told, bodies, mood, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

export type Listener = Awaited<ReturnType<typeof listener>>
