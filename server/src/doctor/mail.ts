import { createPublicKey } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { createTransport } from 'nodemailer'
import { type Check, type Finding, fault, ok, type Patient, skipped, warning } from '../checkup/finding.ts'
import type { DkimConfiguration, MailConfiguration } from '../configuration/mail-configuration.ts'
import { query, text } from '../db/rows.ts'
import type { Stores } from '../db/stores.ts'
import { openSecret, readGateway } from '../sms/gateway.ts'
import { certificateFinding } from './certificate.ts'

const name = 'mail'
/** Milliseconds. */
const slowest = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 }

/** Connects, encrypts and signs in as sending would; sends where an address is given. `ca`: believed besides the usual. */
export async function mailFindings(
  { smtpUrl, from }: Pick<MailConfiguration, 'smtpUrl' | 'from'>,
  { sendTo, now, ca }: { readonly sendTo: string | null; readonly now: number; readonly ca?: string },
): Promise<Finding[]> {
  if (smtpUrl === null)
    return [
      warning(name, {
        found: 'no mail server is set',
        means: 'Nobody gets mails: no links for forgotten passwords, no alerts, no campaigns.',
        todo: 'Set SMTP_URL and MAIL_FROM (docs/mail.md).',
      }),
    ]
  const { hostname, username, protocol } = new URL(smtpUrl)
  let seen: PeerCertificate | null = null
  const transport = createTransport({
    url: smtpUrl,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: {
      ...(ca !== undefined && { ca }),
      checkServerIdentity: (host: string, certificate: PeerCertificate) => {
        seen = certificate
        return checkServerIdentity(host, certificate)
      },
    },
    ...slowest,
  })
  const shown = () => seen as PeerCertificate | null
  try {
    await transport.verify()
    const found = [ok(name, `${hostname} answers${username === '' ? '' : ', and takes the password'}`)]
    const certificate = shown()
    if (certificate)
      found.push(
        certificateFinding(
          name,
          hostname,
          { fault: null, endsAt: Date.parse(certificate.valid_to), issuer: String(certificate.issuer.O ?? '') },
          now,
        ),
      )
    else if (protocol === 'smtp:' && !/^(?:localhost|127\.|\[::1\])/.test(hostname))
      found.push(
        (username === '' ? warning : fault)(name, {
          found: `${hostname} speaks without TLS`,
          means: 'Mails, and the password of the mail server, can be read on their way.',
          todo: 'Let it offer STARTTLS, or use smtps:// with its port.',
        }),
      )
    if (sendTo !== null) {
      const text = 'This mail was asked for by “kaiku doctor”: mails of this Kaiku arrive.'
      await transport.sendMail({ from, to: sendTo, subject: 'Kaiku doctor', text })
      found.push(ok(name, `a mail to ${sendTo} was taken: see whether it arrives`))
    }
    return found
  } catch (error) {
    return [mailFault(hostname, error)]
  } finally {
    transport.close()
  }
}

function mailFault(host: string, error: unknown): Finding {
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : ''
  const said = error instanceof Error ? error.message : String(error)
  const todo =
    code === 'EAUTH'
      ? 'Give the right user and password in SMTP_URL (special characters percent-encoded).'
      : /certificate|self.signed|altnames|CERT_/i.test(said)
        ? 'Use the name that its certificate is for, and a certificate that is believed and has not ended.'
        : 'See whether host and port in SMTP_URL are right, and whether a firewall is between.'
  return fault(name, {
    found: `${host}: ${said}`,
    means: 'No mail goes out; what waits is tried again for two days.',
    todo,
  })
}

/** `published`: the texts that the DNS has at the key’s name. */
export function dkimFinding({ privateKey, keySelector, domainName }: DkimConfiguration, published: string[]): Finding {
  const at = `${keySelector}._domainkey.${domainName}`
  const own = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const record = published.find((one) => /\bp=/.test(one))
  if (record && /\bp=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') === own) return ok('DKIM', `${at} has the key`)
  return fault('DKIM', {
    found: record ? `${at} has another key` : `the DNS has no key at ${at}`,
    means: 'Receivers take signed mails for forged ones.',
    todo: `Publish a TXT record there: v=DKIM1; k=rsa; p=${own}`,
  })
}

async function dkimFindings(dkim: DkimConfiguration | null): Promise<Finding[]> {
  if (dkim === null) return []
  const records = await resolveTxt(`${dkim.keySelector}._domainkey.${dkim.domainName}`).catch(() => [])
  return [
    dkimFinding(
      dkim,
      records.map((parts) => parts.join('')),
    ),
  ]
}

export const mail: Check = {
  name,
  look: async ({ configuration, sendTo, now }: Patient) => [
    ...(await mailFindings(configuration.mail, { sendTo, now: now() })),
    ...(await dkimFindings(configuration.mail.dkim)),
  ],
}

/** Whether the gateway of each universe can be used; nothing is sent. */
export async function smsFindings(stores: Stores): Promise<Finding[]> {
  const { rows } = await query(
    stores.service,
    { id: text, name: text },
    'select u.id, u.name::text as name from universe u join sms_gateway g on g.universe = u.id order by 2',
  )
  const found: Finding[] = []
  for (const universe of rows) {
    const gateway = await readGateway(stores.service, universe.id)
    if (!gateway) continue
    const opened = await openSecret(stores, gateway.secret, universe.id).then(
      () => true,
      () => false,
    )
    const { host, protocol } = new URL(gateway.url)
    found.push(
      opened
        ? ok('SMS', `${universe.name} sends by ${host} (${protocol.replace(':', '')})`)
        : fault('SMS', {
            found: `the secret of the gateway of ${universe.name} cannot be opened`,
            means: 'No SMS goes out: the database was moved without the installation’s keys.',
            todo: 'Save the gateway with its secret again, in the universe’s settings.',
          }),
    )
  }
  return found.length > 0 ? found : [skipped('SMS', 'no universe has a gateway')]
}

export const sms: Check = {
  name: 'SMS',
  look: async ({ stores }) => (stores === null ? [] : smsFindings(stores)),
}
