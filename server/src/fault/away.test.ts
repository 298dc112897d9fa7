import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { orAway } from './away.ts'

const within = 60
/** Lets no other code of this process run for a while, as where the machine is busy elsewhere. */
function standStill(milliseconds: number) {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('what is asked of a store', () => {
  it('is answered although this process stood still when the answer came', async () => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
       const server = require('node:net').createServer((socket) => socket.on('data', () => socket.write('here')))
       server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
      { eval: true },
    )
    const port = await new Promise<number>((listens) => worker.once('message', listens))
    const socket = connect(port, '127.0.0.1')
    await new Promise((ready) => socket.once('connect', ready))
    const answer = new Promise((done) => socket.once('data', (bytes) => done(String(bytes))))
    socket.write('there?')
    const found = orAway(answer, within, 'The worker')
    standStill(5 * within)
    expect(await found).toBe('here')
    socket.destroy()
    await worker.terminate()
  })

  it('is away where nothing comes', async () => {
    await expect(orAway(new Promise(() => {}), within, 'Nobody')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Nobody does not answer: try again in a moment.',
    })
  })

  it('keeps the fault that it ends with', async () => {
    await expect(orAway(Promise.reject(new Error('refused')), within, 'It')).rejects.toThrow('refused')
  })
})
