import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type Check, type Finding, fault, ok, skipped, warning } from '../checkup/finding.ts'
import { type ProbeAnswer, probeAnswer, probeHeader, probePath, probePause } from '../probe/probe.ts'
import { certificateFinding, readCertificate } from './certificate.ts'

const name = 'address'
/** Milliseconds. */
const patience = 10_000

export const isLocal = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** What the public address answered. `parted`: milliseconds between the two parts of the answer. */
type Probed = {
  readonly answer: ProbeAnswer
  readonly parted: number
  readonly headers: Headers
}

/** Asks Kaiku by its public address; what was answered instead, in words, where it is not this Kaiku. */
export async function probe(publicUrl: string, question: string): Promise<Probed | string> {
  const reply = await fetch(new URL(probePath, publicUrl), {
    headers: { [probeHeader]: question },
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
  const { status, headers } = reply
  if (status >= 300 && status < 400) return `it leads to ${headers.get('location')}`
  if (!headers.get('content-type')?.startsWith('text/event-stream') || !reply.body) return `it answers ${status}`
  const arrivals: number[] = []
  let told = ''
  for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
    told += chunk
    arrivals.push(performance.now())
  }
  const [, first = 'null'] = /^data: (.*)$/m.exec(told) ?? []
  const { data } = probeAnswer.safeParse(JSON.parse(first))
  if (!data) return 'its answer cannot be read'
  return { answer: data, parted: (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0), headers }
}

export function probeFindings(publicUrl: string, probed: Probed | string, own: string): Finding[] {
  const { host, protocol, hostname } = new URL(publicUrl)
  if (typeof probed === 'string')
    return [
      fault(name, {
        found: `${publicUrl} does not lead to this Kaiku: ${probed}`,
        means: 'Links in mails, signing in and live pages lead elsewhere.',
        todo: 'Set PUBLIC_URL to the address that people use, and let the proxy pass every path to this Kaiku.',
      }),
    ]
  const { answer, parted, headers } = probed
  const found: Finding[] = [ok(name, `${publicUrl} is this Kaiku`)]
  if (answer.release !== own)
    found.push(
      warning(name, {
        found: `Kaiku ${answer.release} answers there, and this is ${own}`,
        means: 'A process still runs the version of before.',
        todo: 'Start it again.',
      }),
    )
  if (parted < probePause / 2)
    found.push(
      warning('proxy', {
        found: 'answers are held back until they are whole',
        means: 'Live pages stand still: events arrive late or never.',
        todo: 'Turn buffering off for text/event-stream (nginx: proxy_buffering off), compression of it too.',
      }),
    )
  const forwarded = answer.forwardedProto !== null || answer.forwardedFor !== null
  const seenHost = answer.forwardedHost ?? answer.host
  if (seenHost !== host)
    found.push(
      warning('proxy', {
        found: `requests to ${host} arrive for ${seenHost}`,
        means:
          'Which provider signs people in is chosen by the name in the browser; other names are not known as Kaiku’s.',
        todo: 'Let the proxy pass the name on (nginx: proxy_set_header Host $host).',
      }),
    )
  if (answer.forwardedProto !== null && `${answer.forwardedProto}:` !== protocol)
    found.push(
      warning('proxy', {
        found: `the proxy says ${answer.forwardedProto}, and PUBLIC_URL ${protocol.replace(':', '')}`,
        means: 'One of the two is not what people use: cookies and links are made for the other.',
        todo: 'Correct PUBLIC_URL, or the proxy’s X-Forwarded-Proto.',
      }),
    )
  if ((forwarded || protocol === 'https:') && answer.address === answer.connection)
    found.push(
      warning('proxy', {
        found: `everybody seems to come from ${answer.connection}, which is the proxy`,
        means:
          'Wrong passwords of one slow all down, limits count everybody together, and the audit log names the proxy.',
        todo: `Set TRUST_PROXY=${answer.connection.replace(/^::ffff:/, '')}, and let the proxy set X-Forwarded-For.`,
      }),
    )
  if (protocol === 'https:' && !headers.has('strict-transport-security'))
    found.push(
      warning('TLS', {
        found: `${hostname} does not ask browsers to stay with https`,
        means: 'The first request of a day may go unencrypted, and be led elsewhere.',
        todo: 'Let the proxy send Strict-Transport-Security: max-age=31536000; includeSubDomains.',
      }),
    )
  return found
}

/** Whether plain http leads to https. */
async function redirectFinding(hostname: string): Promise<Finding> {
  try {
    const reply = await fetch(`http://${hostname}/`, { redirect: 'manual', signal: AbortSignal.timeout(patience) })
    if (reply.headers.get('location')?.startsWith('https://')) return ok('TLS', 'http leads to https')
    return warning('TLS', {
      found: `http://${hostname} answers ${reply.status} without leading to https`,
      means: 'Who types the name alone may stay without encryption.',
      todo: 'Let the proxy answer 308 with the https address there.',
    })
  } catch {
    return ok('TLS', 'nothing answers plain http')
  }
}

export async function addressFindings(
  publicUrl: string,
  question: string | null,
  { own, now }: { readonly own: string; readonly now: number },
): Promise<Finding[]> {
  const { protocol, hostname, port, pathname, search } = new URL(publicUrl)
  const found: Finding[] = []
  if (pathname !== '/' || search !== '')
    found.push(
      fault(name, {
        found: `PUBLIC_URL has a path: ${pathname}${search}`,
        means: 'Kaiku answers at the root of a host only.',
        todo: 'Give it a host name of its own.',
      }),
    )
  if (protocol === 'http:' && !isLocal(hostname))
    found.push(
      fault('TLS', {
        found: `people reach Kaiku without encryption (${publicUrl})`,
        means: 'Passwords and answers can be read on their way; passkeys and signing in by Keycloak do not work.',
        todo: 'Put a proxy with a certificate before it (Caddy, nginx, Traefik), and set PUBLIC_URL to its https address.',
      }),
    )
  const host = hostname.replace(/^\[|\]$/g, '')
  const resolved = isIP(host) ? true : await lookup(host).catch(() => null)
  if (resolved === null)
    return [
      ...found,
      fault(name, {
        found: `the name ${host} is not known to the DNS`,
        means: 'Nobody finds Kaiku there.',
        todo: 'Publish an A or AAAA record for it, or correct PUBLIC_URL.',
      }),
    ]
  if (protocol === 'https:') {
    const shown = await readCertificate(host, Number(port) || 443).catch((error: Error) => error)
    if (shown instanceof Error)
      return [
        ...found,
        fault('TLS', {
          found: `${host} does not answer by TLS: ${shown.message}`,
          means: 'Nobody gets in from here; perhaps from elsewhere.',
          todo: 'See whether the proxy runs, listens at this port and may be reached from this machine.',
        }),
      ]
    found.push(certificateFinding('TLS', host, shown, now))
    if (shown.fault !== null) return found
    if (port === '') found.push(await redirectFinding(hostname))
  }
  if (question === null) return [...found, skipped(name, 'Kaiku does not run: start it, then ask again')]
  const probed = await probe(publicUrl, question).catch((error: unknown) =>
    error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error),
  )
  return [...found, ...probeFindings(publicUrl, probed, own)]
}

export const addressCheck = (questionOf: (now: number) => Promise<string | null>, own: string): Check => ({
  name,
  look: async ({ configuration, now }) =>
    addressFindings(configuration.publicUrl, await questionOf(now()), { own, now: now() }),
})
