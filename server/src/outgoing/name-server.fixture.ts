import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that knows the IPv4 addresses of some names, says that others are not there, and is silent about the rest. */
export async function openNameServer(known: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = []
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = question(query)
    asked.push(name)
    const found = known[name]
    if (!found) return
    const isIPv4 = query.readUInt16BE(end - 4) === 1
    const records = isIPv4 ? found : []
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(found.length === 0 ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(records.length, 6)
    head.fill(0, 8, 12)
    const answers = records.map((one) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...one.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  return { asked, address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() }
}

/** The name that a query asks for, and where its question ends. */
function question(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}
