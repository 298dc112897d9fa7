import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import { Refusal } from './refusal.ts'

/** Who runs PostgreSQL: as root another user, since it refuses root; otherwise oneself (null). */
export type PostgresUser = { name: string; uid: number; gid: number } | null

const candidates = ['postgres', 'nobody']

export function postgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return null
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { name, uid: Number(uid), gid: Number(gid) }]),
  )
  const user = candidates.map((name) => users.get(name)).find((found) => found !== undefined)
  if (!user) throw new Refusal('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it')
  return user
}

/** The options of a child process that runs as that user. */
export const runAs = (user: PostgresUser) => (user ? { uid: user.uid, gid: user.gid } : {})

export function giveTo(user: PostgresUser, path: string) {
  if (user) chownSync(path, user.uid, user.gid)
}

/** Whether that user can pass through all directories down to this one. */
export const canReach = (user: PostgresUser, directory: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...runAs(user), cwd: '/', stdio: 'ignore' }).status === 0
