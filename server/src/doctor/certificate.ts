import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { type Finding, fault, lasting, ok, warning } from '../checkup/finding.ts'

/** What a server shows of itself. `fault`: why a browser would not believe it; `endsAt`: milliseconds since 1970. */
export type ShownCertificate = { readonly fault: string | null; readonly endsAt: number; readonly issuer: string }

/** Milliseconds. */
const patience = 10_000

/** The certificate of a server, whether it is believed or not. Throws where nobody answers. */
export async function readCertificate(host: string, port: number, ca?: string): Promise<ShownCertificate> {
  // It is looked at, and nothing is sent: what is not believed is told.
  const socket = connect({
    host,
    port,
    rejectUnauthorized: false,
    timeout: patience,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  })
  socket.once('timeout', () => socket.destroy(new Error('no answer in ten seconds')))
  try {
    await once(socket, 'secureConnect')
    const { valid_to, issuer } = socket.getPeerCertificate()
    return {
      fault: socket.authorized ? null : whyOf(socket.authorizationError),
      endsAt: Date.parse(valid_to),
      issuer: String(issuer?.O ?? issuer?.CN ?? ''),
    }
  } finally {
    socket.destroy()
  }
}

const reasons: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody whom this machine believes has signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the chain is not whole, or nobody whom this machine believes has signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the chain is not whole, or nobody whom this machine believes has signed it',
  CERT_NOT_YET_VALID: 'its time has not begun, or a clock is wrong',
}

function whyOf(error: unknown): string {
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : String(error)
  return reasons[code] ?? code
}

const soon = 14 * 86_400_000

export function certificateFinding(check: string, host: string, shown: ShownCertificate, now: number): Finding {
  const { endsAt, issuer } = shown
  const left = endsAt - now
  if (left <= 0 || shown.fault !== null)
    return fault(check, {
      found: `the certificate of ${host} is not believed: ${left <= 0 ? `it ended ${lasting(-left)} ago` : shown.fault}`,
      means: 'Browsers and programs refuse to speak to it.',
      todo: 'Renew it for this name, and let the server send the whole chain (fullchain.pem).',
    })
  const until = `until ${new Date(endsAt).toISOString().slice(0, 10)}`
  if (left < soon)
    return warning(check, {
      found: `the certificate of ${host} ends in ${lasting(left)}`,
      means: 'Then nobody gets in.',
      todo: 'Renew it, and see why that did not happen by itself.',
    })
  return ok(check, `certificate of ${host} by ${issuer}, ${until}`)
}
