import { defineConfig } from 'vitest/config'
import { addresses } from './web/addresses.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,contract}/src/**/*.test.ts', '{tools,site/src}/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      {
        plugins: [addresses],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: 'web/src/text/english.fixture.ts',
          testTimeout: 60_000,
          // A window for each file took most of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: 'server/src/db/test-run.fixture.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // The modules of the server are loaded once for each worker; what they remember belongs to the stores.
          isolate: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['{e2e,siege}/**/*.e2e.ts'],
          globalSetup: 'e2e/test-run.ts',
          runner: './e2e/time-left.ts',
          setupFiles: 'e2e/last-sight.ts',
          // What is seen last is told before a file closes its pages.
          sequence: { hooks: 'list' },
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // As long as the browser waits for what it is told to find.
          expect: { poll: { timeout: 60_000 } },
          // A third would make each slower by as much as it gains.
          maxWorkers: 2,
          isolate: false,
        },
      },
    ],
  },
})
