import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Told = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A program that is told; it answers with `mood.status`. */
export async function listener() {
  const told: Told[] = []
  const mood = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      told.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(mood.status, { location: 'http://localhost:1/' }).end('never read')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { told, mood, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

export type Listener = Awaited<ReturnType<typeof listener>>
