import { parentPort } from 'node:worker_threads'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  Scope,
} from 'quickjs-emscripten-core'
import { z } from 'zod'
import { harness } from './harness.ts'
import type { ConsoleLine, ScriptFault, ScriptFaultKind, ScriptGiven, ScriptJob, ScriptOutcome } from './script-job.ts'

const file = 'script.js'
/** Characters of what a script declares. */
const longestDeclared = 200_000

const thrown = z.object({ name: z.string(), message: z.string(), stack: z.string() })
const answered = z.union([
  z.object({ fault: thrown }),
  z.object({ tooLong: z.literal(true) }),
  z.object({ json: z.unknown() }),
])
const consoleLines = z.array(z.object({ at: z.number(), text: z.string() }))

const lineIn = (stack: string): number | null => {
  const [, line] = /script\.js:(\d+)/.exec(stack) ?? []
  return line === undefined ? null : Number(line)
}

const internal: Readonly<Record<string, ScriptFaultKind>> = {
  'stack overflow': 'stack',
  'out of memory': 'memory',
  interrupted: 'late',
}

function faultOf({ name, message, stack }: z.output<typeof thrown>): ScriptFault {
  const kind = (name === 'InternalError' && internal[message]) || (name === 'SyntaxError' ? 'syntax' : 'threw')
  return { kind, message: name === '' || name === 'Error' ? message : `${name}: ${message}`, line: lineIn(stack) }
}

const late: ScriptFault = { kind: 'late', message: 'interrupted', line: null }
const tooLong: ScriptFault = { kind: 'output', message: 'gives too much', line: null }

/** One script in a context of its own, which ends with it. */
class Running {
  readonly #context: QuickJSContext
  readonly #harness: QuickJSHandle
  readonly #job: ScriptJob
  #steps = 0
  #isLate = false

  constructor(context: QuickJSContext, job: ScriptJob, scope: Scope) {
    const { limits } = job
    const deadline = Date.now() + limits.time
    context.runtime.setMemoryLimit(limits.memory)
    context.runtime.setMaxStackSize(limits.stack)
    context.runtime.setInterruptHandler(() => {
      if (Date.now() > deadline) this.#isLate = true
      return this.#isLate || ++this.#steps > limits.steps
    })
    this.#context = context
    this.#job = job
    this.#harness = scope.manage(context.unwrapResult(context.evalCode(harness, 'kaiku.js')))
  }

  outcome(): ScriptOutcome {
    return Scope.withScope((scope) => {
      const module = this.#load(scope)
      if ('kind' in module) return this.#end(module)
      const [variables, tests] = ['variables', 'tests'].map((name) => {
        const value = scope.manage(this.#context.getProp(module, name))
        return this.#call('read', value, this.#number(scope, longestDeclared))
      })
      for (const declared of [variables, tests]) if (declared && 'fault' in declared) return this.#end(declared.fault)
      const { entry, inputs } = this.#job
      const asked = scope.manage(this.#context.getProp(module, entry))
      if (this.#context.typeof(asked) !== 'function')
        return this.#end({ kind: 'shape', message: `must export a function ${entry}`, line: null })
      const given = inputs.map((input, at) => this.#ask(asked, input, at))
      return Object.assign(this.#end(null), { given, variables: jsonOf(variables), tests: jsonOf(tests) })
    })
  }

  #end(fault: ScriptFault | null): ScriptOutcome {
    return { fault, variables: null, tests: null, given: [], lines: this.#lines() }
  }

  #number = (scope: Scope, value: number) => scope.manage(this.#context.newNumber(value))

  /** What the script exports, or why it cannot be read. */
  #load(scope: Scope): QuickJSHandle | ScriptFault {
    this.#steps = 0
    const loaded = this.#context.evalCode(this.#job.source, file, { type: 'module' })
    if (loaded.error) return this.#explained(scope.manage(loaded.error))
    const value = scope.manage(loaded.value)
    const state = this.#context.getPromiseState(value)
    if (state.type === 'fulfilled') return state.notAPromise ? value : scope.manage(state.value)
    if (state.type === 'rejected') return this.#explained(scope.manage(state.error))
    return { kind: 'shape', message: 'must not await anything', line: null }
  }

  #explained(error: QuickJSHandle): ScriptFault {
    const explained = this.#call('explain', error)
    return 'fault' in explained ? explained.fault : late
  }

  #ask(asked: QuickJSHandle, input: string, at: number): ScriptGiven {
    if (this.#isLate) return { fault: late }
    return Scope.withScope((scope) =>
      this.#call(
        this.#job.entry === 'meets' ? 'judge' : 'ask',
        asked,
        scope.manage(this.#context.newString(input)),
        this.#number(scope, at),
        this.#number(scope, this.#job.limits.output),
      ),
    )
  }

  /** Calls the harness. What cannot be caught inside is the end of its time or of its memory. */
  #call(name: string, ...given: QuickJSHandle[]): ScriptGiven {
    this.#steps = 0
    return Scope.withScope((scope): ScriptGiven => {
      const called = this.#context.callFunction(
        scope.manage(this.#context.getProp(this.#harness, name)),
        this.#context.undefined,
        ...given,
      )
      if (called.error) {
        called.error.dispose()
        return { fault: late }
      }
      const text = this.#context.getString(scope.manage(called.value))
      const read = answered.parse(JSON.parse(text))
      if ('fault' in read) return { fault: faultOf(read.fault) }
      if ('tooLong' in read) return { fault: tooLong }
      return { json: text.slice('{"json":'.length, -1) }
    })
  }

  #lines(): ConsoleLine[] {
    this.#steps = 0
    return Scope.withScope((scope) => {
      const name = scope.manage(this.#context.getProp(this.#harness, 'lines'))
      const told = this.#context.callFunction(name, this.#context.undefined)
      if (!told.error) return consoleLines.parse(JSON.parse(this.#context.getString(scope.manage(told.value))))
      told.error.dispose()
      return []
    })
  }
}

const jsonOf = (read: ScriptGiven | undefined): string | null =>
  read && 'json' in read && read.json !== 'null' ? read.json : null

const quickjs = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))

function run(job: ScriptJob): ScriptOutcome {
  return Scope.withScope((scope) => {
    const runtime = scope.manage(quickjs.newRuntime())
    const context = scope.manage(runtime.newContext())
    return new Running(context, job, scope).outcome()
  })
}

parentPort?.on('message', (job: ScriptJob) => {
  try {
    parentPort?.postMessage(run(job))
  } catch {
    // The sandbox itself gave way under the script: nothing in it is of use any more.
    process.exit(1)
  }
})
