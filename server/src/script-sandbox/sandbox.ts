import { Worker } from 'node:worker_threads'
import { refuse } from '@kaiku/core/reason.ts'
import { ownProgram } from '../configuration/installation.ts'
import type { ScriptFault, ScriptJob, ScriptOutcome } from './script-job.ts'

/** Milliseconds beyond a job's own after which its thread is ended: a search in a long text looks at no clock. */
const grace = 1_500
/** Milliseconds in which a new thread is ready. */
const start = 10_000
/** What people may have waiting before others are asked to come again. */
const mostWaiting = 20

const killed: ScriptFault = { kind: 'late', message: 'interrupted', line: null }
const ended: ScriptOutcome = { fault: killed, variables: null, tests: null, given: [], lines: [] }

/** A thread in which scripts run one after the other, each in a context of its own. */
class Sandbox {
  #worker: Worker | null = null
  #isReady = false
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Throws Fault `busy` where too many wait. */
  async run(job: ScriptJob): Promise<ScriptOutcome> {
    if (this.#waiting >= this.#most) throw refuse('busy', 'script.busy')
    this.#waiting++
    const turn = this.#turn.then(() => this.#runNow(job))
    this.#turn = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting--
    }
  }

  #runNow(job: ScriptJob): Promise<ScriptOutcome> {
    const worker = this.#worker ?? this.#open()
    const time = job.limits.time + grace + (this.#isReady ? 0 : start)
    worker.ref()
    return new Promise<ScriptOutcome>((done, failed) => {
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('exit', onExit).off('error', onError)
        worker.unref()
        settled()
      }
      const onMessage = (outcome: ScriptOutcome) => {
        this.#isReady = true
        settle(() => done(outcome))
      }
      const onExit = () => {
        this.#close(worker)
        settle(() => done(ended))
      }
      const onError = (error: Error) => {
        this.#close(worker)
        const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        settle(() => (isFull ? done(ended) : failed(error)))
      }
      const timer = setTimeout(() => {
        this.#close(worker)
        void worker.terminate()
      }, time)
      worker.on('message', onMessage).on('exit', onExit).on('error', onError)
      worker.postMessage(job)
    })
  }

  #open(): Worker {
    const worker = new Worker(ownProgram('script-sandbox/script-worker').text, {
      eval: true,
      // None of what this process was told at its start, and no way to speak for it.
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 16 },
    })
    this.#worker = worker
    this.#isReady = false
    return worker
  }

  #close(worker: Worker) {
    if (this.#worker === worker) this.#worker = null
  }
}

/** Interviews wait for no one who tries something out. */
const sandboxes = { people: new Sandbox(mostWaiting), interviews: new Sandbox(Number.POSITIVE_INFINITY) }

/** Runs a script; what is wrong with it is part of what it answers. `whose`: who waits for it. */
export const runScript = (job: ScriptJob, whose: keyof typeof sandboxes): Promise<ScriptOutcome> =>
  sandboxes[whose].run(job)
