import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript without dependencies: it runs before anything is installed.
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

/** Refuses a Node that is too old, in words. */
function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Kaiku needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

/** Installs what the lockfile says, once per lockfile. */
export function ensureInstalled() {
  ensureNode()
  const stamp = join(root, 'node_modules', '.kaiku-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}-${process.versions.modules}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing what Kaiku needs (once, about a minute) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not "npm ci": it refuses a lockfile made where a registry has no packages for other platforms.
  const done = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (done.status !== 0) fail('Installing failed; the lines above say why.')
  writeFileSync(stamp, wanted)
}

const byText = (a, b) => (a < b ? -1 : 1)
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Builds the browser client when its sources are newer than what stands in web/dist. */
export function ensureWeb() {
  const stamp = join(root, 'web', 'dist', '.built-from')
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const single = ['web/index.html', 'web/vite.config.ts', 'web/addresses.ts', 'web/package.json'].map((file) =>
    join(root, file),
  )
  const sources = [
    ...['web/src', 'web/public', 'core/src', 'contract/src']
      .filter((f) => existsSync(join(root, f)))
      .flatMap(filesBelow),
    ...single,
  ]
  for (const file of sources.filter((f) => existsSync(f) && !/\.test\.tsx?$/.test(f)).sort(byText))
    hash.update(file.slice(root.length)).update(readFileSync(file))
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Building the browser client …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 2, 2],
  })
  if (done.status !== 0) fail('Building the browser client failed; the lines above say why.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

const chromiumNames = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds Chromium for the end-to-end tests, installing Debian's when there is none. Returns its path. */
export function ensureChromium() {
  const found = [process.env.CHROMIUM, ...chromiumNames].find(
    (file) => file && existsSync(file) && statSync(file).isFile(),
  )
  if (found) return found
  console.error('Installing Chromium from Debian for the end-to-end tests …')
  try {
    const quiet = { stdio: ['ignore', 'ignore', 2] }
    execFileSync('apt-get', ['update', '-qq'], quiet)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
      ...quiet,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    fail('Chromium was not found and could not be installed. Install it, or name it in CHROMIUM.')
  }
  return chromiumNames.find((file) => existsSync(file)) ?? fail('Chromium is not where Debian puts it.')
}
