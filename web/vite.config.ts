import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { addresses } from './addresses.ts'

const kaiku = process.env.KAIKU_SERVER ?? 'http://localhost:8080'
const target = 'es2023'

const server = join(import.meta.dirname, '..', 'server', 'src')

/** As one script: browsers do not all let a service worker import others. */
async function bundled(input: string): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { 'node:crypto': join(server, 'form-kiosk', 'crypto-in-browser.ts') } },
    build: {
      target,
      write: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error(`${input} was not built`)
  return script.code
}

/**
 * Adds the service worker, which is told the files of the build: what the app cannot start without, and all of them.
 * It rules over what stands below its address, which must stay the same.
 */
const serviceWorker: Plugin = {
  name: 'kaiku-service-worker',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
    if (entry?.type !== 'chunk') throw new Error('the app was not built')
    const needed = new Set<string>()
    const need = (name: string) => {
      const file = bundle[name]
      if (needed.has(name) || file?.type !== 'chunk') return
      needed.add(name)
      for (const style of file.viteMetadata?.importedCss ?? []) needed.add(style)
      for (const next of file.imports) need(next)
    }
    need(entry.fileName)
    const paths = (names: Iterable<string>) =>
      [...names].filter((name) => name.startsWith('assets/')).map((name) => `/${name}`)
    const files = JSON.stringify({ start: paths(needed), all: paths(Object.keys(bundle)) })
    const source = (await bundled(join(import.meta.dirname, 'src', 'offline', 'worker.ts'))).replace(
      '__KAIKU_BUILD__',
      files,
    )
    this.emitFile({ type: 'asset', fileName: 'worker.js', source })
  },
}

/** Adds what lets a device on site show forms by itself: the server’s own code for them. */
const kiosk: Plugin = {
  name: 'kaiku-kiosk',
  apply: 'build',
  async generateBundle() {
    for (const name of ['kiosk-worker', 'kiosk-page'])
      this.emitFile({
        type: 'asset',
        fileName: `${name}.js`,
        source: await bundled(join(server, 'form-kiosk', `${name}.ts`)),
      })
  },
}

const packers = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Beside each script and style sheet it as it is sent: once for all, so that it may be packed as tightly as can be. */
const packed: Plugin = {
  name: 'kaiku-packed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))
    const packAs = async (name: string, ending: keyof typeof packers) =>
      writeFile(join(dir, `${name}.${ending}`), await packers[ending](await readFile(join(dir, name))))
    await Promise.all(texts.flatMap((name) => [packAs(name, 'br'), packAs(name, 'gz')]))
  },
}

type Module = { readonly importers: readonly string[]; readonly isEntry: boolean }
type Modules = { getModuleInfo(id: string): Module | null }

/** Whether the page cannot start without a module: the entry, and whatever such a module imports itself. */
function isFirst(id: string, modules: Modules): boolean {
  const met = new Set([id])
  for (const one of met) {
    const known = modules.getModuleInfo(one)
    if (known?.isEntry) return true
    for (const importer of known?.importers ?? []) met.add(importer)
  }
  return false
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), addresses, serviceWorker, kiosk, packed],
  build: {
    target,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: fonts, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file, however many screens that load later share parts of it: it packs tighter, and starts at once.
          groups: [{ name: (id, modules) => (isFirst(id, modules) ? 'first' : null) }],
        },
      },
    },
  },
  server: { proxy: { '/api': kaiku, '/auth': kaiku, '/form': kaiku, '/silent-check-sso': kaiku } },
})
