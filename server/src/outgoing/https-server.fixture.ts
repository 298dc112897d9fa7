import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.fixture.ts'

/** A server on `localhost` with a certificate of its own, and what it was asked. */
export async function openHttpsServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { certificate, key } = makeCertificate(),
) {
  const asked: IncomingMessage[] = []
  const server = createServer({ cert: certificate, key }, (request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    certificate,
    url: `https://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
