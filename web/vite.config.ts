import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const kaiku = process.env.KAIKU_SERVER ?? 'http://localhost:8080'

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
  },
  server: { proxy: { '/api': kaiku, '/auth': kaiku, '/silent-check-sso': kaiku } },
})
