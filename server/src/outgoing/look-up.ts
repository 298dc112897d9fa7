import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { webhookFaults } from '@kaiku/core/webhook-fault.ts'

export type Address = { readonly address: string; readonly family: 4 | 6 }
/** Answers all addresses of a name, at least one. Throws an error in words. */
export type LookUp = (name: string) => Promise<readonly Address[]>

/** Milliseconds for a name server to answer, and how often it is asked. */
const patience = { timeout: 2_500, tries: 2 }
const loopback: readonly Address[] = [{ address: '127.0.0.1', family: 4 }]
/** What name servers say of a name that has no address of a kind. */
const nameless = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Names of the open internet, asked of name servers directly: as many at once as there are, each with a resolver of its
 * own. The system's own way takes one of Node's four threads for as long as a name server is silent, and whatever else
 * waits for a thread — other names, files, passwords — waits for it.
 */
export const lookUpPublic =
  (servers?: readonly string[]): LookUp =>
  async (name) => {
    const literal = isIP(name)
    if (literal !== 0) return [{ address: name, family: literal === 6 ? 6 : 4 }]
    // No name server is to know of these (RFC 6761).
    if (/(?:^|\.)localhost\.?$/.test(name)) return loopback
    const resolver = new Resolver(patience)
    if (servers) resolver.setServers(servers)
    const kinds = [resolver.resolve4(name), resolver.resolve6(name)]
    const answers = await Promise.allSettled(kinds)
    const found = answers.flatMap((answer, at): Address[] =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    )
    if (found.length > 0) return found
    const silent = answers.find((one) => one.status === 'rejected' && !nameless.has(one.reason?.code))
    throw silent?.status === 'rejected' ? silent.reason : new Error(webhookFaults.nameless)
  }

const asked = new Map<string, Promise<readonly Address[]>>()

/**
 * Hosts of the installation's own network, as the system finds them: by its file of hosts and its search domains, too. Of
 * each one at a time, so that one that hangs takes one thread, however much waits for it.
 */
export const lookUpOwn: LookUp = (name) => {
  const found = asked.get(name) ?? bySystem(name).finally(() => asked.delete(name))
  asked.set(name, found)
  return found
}

const bySystem: LookUp = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true })
  if (found.length === 0) throw new Error(webhookFaults.nameless)
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}
