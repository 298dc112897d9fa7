import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import { UsageError } from '../fault/usage-error.ts'

/**
 * Who runs PostgreSQL: as root another user, since it refuses root; otherwise oneself (null). `passes`: the one
 * capability that user keeps, where a directory above is closed to it.
 */
export type PostgresUser = { name: string; uid: number; gid: number; passes: Capability | null } | null

/** Reading past closed directories; where a container withholds the narrow one, the wider. */
const capabilities = { dac_read_search: 2, dac_override: 1 } as const
type Capability = keyof typeof capabilities

const candidates = ['postgres', 'nobody']

/** Throws a refusal when no user is there, or none can reach these directories. */
export function postgresUser(directories: string[]): PostgresUser {
  if (process.getuid?.() !== 0) return null
  const user = findUser()
  const closed = directories.find((directory) => !canReach(user, directory))
  if (closed === undefined) return { ...user, passes: null }
  const passes = grantable()
  if (passes !== null && canReach({ ...user, passes }, closed)) return { ...user, passes }
  throw new UsageError(
    `PostgreSQL does not run as root but as the user "${user.name}", who cannot reach ${closed}. Start Kaiku as an ` +
      'ordinary user, or keep it and its data (--data DIR) where every directory above is open (chmod o+x)',
  )
}

/** How a program is run as that user. */
export function runAs(user: PostgresUser, program: string, args: string[]) {
  if (user === null) return { program, args, options: { cwd: '/' } }
  const { uid, gid, passes } = user
  if (passes === null) return { program, args, options: { cwd: '/', uid, gid } }
  const only = `-all,+${passes}`
  const drop = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups', '--no-new-privs']
  // Without the fix-up access(2) looks at the capability too, as open(2) always does.
  const keep = [
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
  ]
  return { program: 'setpriv', args: [...drop, ...keep, program, ...args], options: { cwd: '/' } }
}

export function giveTo(user: PostgresUser, path: string) {
  if (user) chownSync(path, user.uid, user.gid)
}

function findUser(): { name: string; uid: number; gid: number; passes: null } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const users = lines.map((line) => line.split(':'))
  const found = candidates.map((name) => users.find((user) => user[0] === name)).find((user) => user !== undefined)
  if (!found) throw new UsageError('PostgreSQL does not run as root, and there is no user "postgres" or "nobody"')
  return { name: found[0] ?? '', uid: Number(found[2]), gid: Number(found[3]), passes: null }
}

function canReach(user: PostgresUser, directory: string): boolean {
  const { program, args, options } = runAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', directory])
  return spawnSync(program, args, { ...options, stdio: 'ignore' }).status === 0
}

/** The first capability that this process may hand on. */
function grantable(): Capability | null {
  const bounding = /^CapBnd:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const has = (bit: number) => ((BigInt(`0x${bounding}`) >> BigInt(bit)) & 1n) === 1n
  if (has(capabilities.dac_read_search)) return 'dac_read_search'
  return has(capabilities.dac_override) ? 'dac_override' : null
}
