import { Worker } from 'node:worker_threads'
import { ownProgram } from '../configuration/installation.ts'
import type { MjmlMessage, MjmlRequest } from './mjml-worker.ts'

type Waiting = { readonly done: (html: string) => void; readonly failed: (error: Error) => void }

/** Megabytes. */
const mostMemory = 256
/** Milliseconds after which nobody waits for a template any more. */
const slowest = 30_000

/** In a thread of its own: to load MJML alone takes a second, in which nobody else would be answered. */
class MjmlThread {
  readonly #worker = new Worker(ownProgram('template/mjml-worker').text, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  })
  readonly #waiting = new Map<number, Waiting>()
  #next = 0

  constructor(onEnd: () => void) {
    const end = (error: Error) => {
      onEnd()
      for (const { failed } of this.#waiting.values()) failed(error)
      this.#waiting.clear()
    }
    this.#worker.on('error', end)
    this.#worker.on('exit', () => end(new Error('this template takes too much to compile')))
    this.#worker.on('message', (message: MjmlMessage) => {
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (this.#waiting.size === 0) this.#worker.unref()
      if ('html' in message) waiting?.done(message.html)
      else waiting?.failed(new Error(message.fault))
    })
  }

  htmlOf(source: string): Promise<string> {
    const id = this.#next++
    const late = setTimeout(() => void this.#worker.terminate(), slowest)
    this.#worker.ref()
    return new Promise<string>((done, failed) => {
      this.#waiting.set(id, { done, failed })
      this.#worker.postMessage({ id, source } satisfies MjmlRequest)
    }).finally(() => clearTimeout(late))
  }
}

let thread: MjmlThread | null = null

/** What MJML makes of a source. Throws Error for one that it cannot read, or that takes too long or too much memory. */
export function htmlOfMjml(source: string): Promise<string> {
  thread ??= new MjmlThread(() => {
    thread = null
  })
  return thread.htmlOf(source)
}
