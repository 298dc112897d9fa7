import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>

const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255])

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const url = (bytes: Buffer) => bytes.toString('base64url')
const counted = (counter: number) =>
  Buffer.from([counter >> 24, counter >> 16, counter >> 8, counter].map((n) => n & 255))

/** A security key in software, which answers challenges as a browser hands them on. */
export function securityKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const cose = cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const told = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: object) =>
    JSON.stringify({ id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {}, response })
  return {
    id: url(id),
    make(options: string, origin: string): string {
      const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([sha256(rp.id), Buffer.from([0x45]), counted(0), Buffer.alloc(16), length, id, cose])
      const attestation = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      const clientDataJSON = url(told('webauthn.create', challenge, origin))
      return answer({ clientDataJSON, attestationObject: url(attestation), transports: ['usb'] })
    },
    show(options: string, origin: string, counter: number): string {
      const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
      const data = Buffer.concat([sha256(rpId), Buffer.from([0x05]), counted(counter)])
      const client = told('webauthn.get', challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return answer({ clientDataJSON: url(client), authenticatorData: url(data), signature: url(signature) })
    },
  }
}
