import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { anyThreadComputes, computes } from './process-identity.ts'

/** Its main thread waits for ever; `others`: what another thread does. */
const waiting = (others: string) => `
  const { Worker } = require('node:worker_threads')
  new Worker(${JSON.stringify(`process.stdout; require('node:fs').writeSync(1, 'begun'); ${others}`)}, { eval: true })
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 200)`

it('tells a process whose main thread waits for others that compute from one that hangs', async () => {
  const both = ['for (;;) {}', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'].map((others) =>
    spawn(process.execPath, ['-e', waiting(others)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  try {
    await Promise.all(both.map(({ stdout }) => once(stdout, 'data')))
    const look = () => both.map(({ pid = 0 }) => [computes(pid), anyThreadComputes(pid)])
    await expect.poll(look, { timeout: 60_000 }).toEqual([
      [false, true],
      [false, false],
    ])
  } finally {
    for (const child of both) child.kill('SIGKILL')
  }
})
