import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const kaiku = process.env.KAIKU_SERVER ?? 'http://localhost:8080'

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
  plugins: [react()],
  build: {
    target: 'es2023',
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
  server: { proxy: { '/api': kaiku, '/auth': kaiku, '/silent-check-sso': kaiku } },
})
