import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { builtCommandLine } from '@kaiku/server/build.mjs'

const run = promisify(execFile)
const prefix = 'kaiku-e2e-sample-'

/** A data directory of its own with the sample in it, copied. `make`: as of `madeSample`. */
export async function sampleCopy(make: (data: string) => Promise<void>): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'kaiku-e2e-'))
  // As they are, with their owners: PostgreSQL runs as another user where Kaiku runs as root.
  await run('cp', ['-a', `${await madeSample(make)}/.`, data])
  return data
}

/**
 * The data directory that copies are made of. Making the sample takes long, so it is made once a day for each state of
 * the server. `make` starts and stops a Kaiku on the directory that it is given.
 */
export async function madeSample(make: (data: string) => Promise<void>): Promise<string> {
  const state = createHash('sha256')
    .update(await builtCommandLine())
    .digest('hex')
    .slice(0, 16)
  const today = `${prefix}${new Date().toISOString().slice(0, 10)}-`
  const made = join(tmpdir(), `${today}${state}`)
  if (!(await stat(made).catch(() => null))) {
    await removeOlder(today)
    const making = await mkdtemp(join(tmpdir(), 'kaiku-e2e-making-'))
    await make(making)
    // Whoever else made it meanwhile was as good.
    await rename(making, made).catch(() => rm(making, { recursive: true, force: true }))
  }
  return made
}

/** The sample ends on the day that it is made, so those of other days serve nobody. */
async function removeOlder(today: string) {
  const old = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix) && !name.startsWith(today))
  await Promise.all(old.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })))
}
