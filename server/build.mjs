import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const builds = join(root, 'server', 'dist')

/** The programs that Node runs: the command line, processes and threads of the server. */
const programs = [
  'cli.ts',
  'clickhouse-server/clickhouse-process.ts',
  'deck/deck-process.ts',
  'document/document-process.ts',
  'script-sandbox/script-worker.ts',
  'spreadsheet/xlsx-worker.ts',
  'sql/sql-process.ts',
  'template/mjml-worker.ts',
]

/** The address of the command line's module, built anew where a source has changed. */
export async function builtCommandLine() {
  const build = join(builds, sourcesHash())
  if (!existsSync(build)) await makeBuild(build)
  return pathToFileURL(join(build, 'cli.js')).href
}

const byText = (a, b) => (a < b ? -1 : 1)

/** Of everything that a build is made from. */
function sourcesHash() {
  const sources = ['core/src', 'contract/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /\.(ts|json)$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
      .map((file) => join(folder, file)),
  )
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'server/build.mjs', ...sources].sort(byText))
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Several at once each make their own; the first that is whole stays. */
async function makeBuild(build) {
  const draft = `${build}.${process.pid}`
  const esbuild = await import('esbuild')
  await esbuild.build({
    entryPoints: programs.map((file) => join(root, 'server', 'src', file)),
    outdir: draft,
    // Everything stands side by side, so that one file finds another.
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Loaded from where they were installed: native code, a sandbox that reads its own from a file beside it, a provider
    // that tells its own classes apart by their names, and lists of passwords that come as two kinds of modules.
    external: [
      '@duckdb/node-api',
      '@jitl/quickjs-wasmfile-release-sync',
      '@myriaddreamin/typst-ts-node-compiler',
      '@node-rs/argon2',
      '@zxcvbn-ts/*',
      'chdb',
      'oidc-provider',
      'ssh2',
    ],
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)`,
    },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  try {
    renameSync(draft, build)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(build)) throw error
  }
  removeOldBuilds()
}

/** A Kaiku that runs since before a change still loads from the build it started with. */
const keptBuilds = 5

function removeOldBuilds() {
  const finished = readdirSync(builds)
    .filter((name) => !name.includes('.'))
    .map((name) => ({ path: join(builds, name), at: statSync(join(builds, name)).mtimeMs }))
  for (const { path } of finished.sort((a, b) => b.at - a.at).slice(keptBuilds)) rmSync(path, { recursive: true })
}
