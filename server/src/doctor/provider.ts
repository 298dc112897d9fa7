import { z } from 'zod'
import { clockFinding } from '../checkup/clock.ts'
import { type Check, type Finding, fault, ok } from '../checkup/finding.ts'
import { externalProviders } from '../configuration/sign-in.ts'

const name = 'identity provider'
/** Milliseconds. */
const patience = 10_000
const discovery = z.looseObject({ issuer: z.string(), jwks_uri: z.url() })
const keySet = z.looseObject({ keys: z.array(z.unknown()).min(1) })

const away = (issuer: string, found: string): Finding =>
  fault(name, {
    found: `${issuer}: ${found}`,
    means: 'Nobody signs in by it, and its tokens are refused.',
    todo: 'See whether it runs and may be reached from this machine, and whether OIDC_URL, OIDC_REALM or OIDC_ISSUER are right.',
  })

/** Its discovery document, its keys, and its clock by the date that it answers with. */
export async function providerFindings(issuer: string, now: () => number): Promise<Finding[]> {
  try {
    const before = now()
    const reply = await asked(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`)
    if (!reply.ok) return [away(issuer, `its discovery document answers ${reply.status}`)]
    const { data } = discovery.safeParse(await reply.json())
    if (!data) return [away(issuer, 'its discovery document cannot be read')]
    if (data.issuer !== issuer) return [away(issuer, `it calls itself ${data.issuer}`)]
    const keys = await asked(data.jwks_uri)
    if (!keys.ok || !keySet.safeParse(await keys.json()).success) return [away(issuer, 'it publishes no keys')]
    const date = Date.parse(reply.headers.get('date') ?? '')
    // The date of an answer is cut to whole seconds.
    const clock = { of: issuer, ahead: date + 500 - before, within: 500 + (now() - before) }
    return [ok(name, `${issuer} answers`), ...(Number.isNaN(date) ? [] : [clockFinding(clock)])]
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return [away(issuer, cause instanceof Error ? cause.message : String(cause))]
  }
}

const asked = (address: string) => fetch(address, { redirect: 'error', signal: AbortSignal.timeout(patience) })

export const provider: Check = {
  name,
  look: async ({ configuration: { signIn }, now }) => {
    const issuers = [...new Set(externalProviders(signIn).map(({ issuer }) => issuer))]
    if (issuers.length === 0) return [ok(name, 'Kaiku’s own')]
    return (await Promise.all(issuers.map((issuer) => providerFindings(issuer, now)))).flat()
  },
}
