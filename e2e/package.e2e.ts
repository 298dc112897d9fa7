import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './kaiku.ts'

const run = promisify(execFile)
const tool = (name: string, ...words: string[]) =>
  run(process.execPath, [join(root, 'tools', name), ...words], { cwd: root, maxBuffer: 2 ** 26 })

let place: string
let first: string
/** Packs into a directory of its own; the file. */
async function packed(): Promise<string> {
  const out = await mkdtemp(join(place, 'out-'))
  await tool('pack.mjs', out)
  const [file = ''] = await readdir(out)
  return join(out, file)
}
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'kaiku-package-'))
  first = await packed()
})
afterAll(() => rm(place, { recursive: true, force: true }))

const digest = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Milliseconds in which packages come from npm and Kaiku starts twice. */
const long = 600_000

describe('the npm package', () => {
  it('is the same to the last byte whenever it is built', { timeout: long }, async () => {
    expect(await digest(await packed())).toBe(await digest(first))
  })

  it('starts in an empty folder, shows the sample, exports, ends cleanly and starts again', {
    timeout: long,
  }, async () => {
    const folder = await mkdtemp(join(place, 'empty-'))
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', first], { cwd: folder })
    const smoke = join(root, 'tools', 'smoke.mjs')
    const { stdout } = await run(process.execPath, [smoke, 'npx', 'kaiku'], { cwd: folder })
    expect(stdout).toContain('Kaiku runs.')
  })
})

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const canMakeImage = process.env.KAIKU_SOAK === '1' && isThere('mmdebstrap') && isThere('bwrap')
describe.skipIf(!canMakeImage)('the image (with KAIKU_SOAK, mmdebstrap and bubblewrap)', () => {
  it('starts without rights on a root that cannot be written, and is small enough', { timeout: long }, async () => {
    const { stdout } = await tool('image.mjs', await mkdtemp(join(place, 'image-')))
    expect(stdout).toContain('Kaiku runs.')
  })
})
