import { refuse } from '@kaiku/core/reason.ts'
import { givenAt, scriptInput } from '../computed/compute.ts'
import type { Answers, Dictionary } from '../dictionary/dictionary.ts'
import { runScript } from '../script-sandbox/sandbox.ts'
import { type ScriptFault, usualLimits } from '../script-sandbox/script-job.ts'

/** Interviews of one job: a script that holds one up is ended with all of them. */
const slice = 1_000
/** Milliseconds that scripts of a dry run may take: people wait for it. */
const trialTime = 60_000

/** What a script is asked about: an interview by its number, a sample or a change of an alert by its id. No answers: none meets. */
export type Questioned = {
  readonly key: string
  readonly answers: Answers | null
  readonly day: string | null
}

type How = {
  /** Who waits: people who try something, or what follows interviews. */
  readonly whose: 'people' | 'interviews'
  /** Scripts that are not asked any more: nothing meets them. */
  readonly stopped?: ReadonlySet<string>
}

/** The scripts of conditions over one step of work, each asked once about each thing, whoever of rules and blocks names it. */
export class ConditionScripts {
  /** By script, and by what it failed on: that does not meet it. */
  readonly faults = new Map<string, Map<string, ScriptFault>>()
  readonly #known = new Map<string, Map<string, boolean>>()
  readonly #heldUp = new Set<string>()
  readonly #dictionary: Dictionary
  readonly #how: How
  #time = 0

  constructor(dictionary: Dictionary, how: How) {
    this.#dictionary = dictionary
    this.#how = how
  }

  /** The keys of those that meet a script; without a script all do. Throws Fault `invalid` where trying takes too long. */
  async meeting(script: string | undefined, asked: readonly Questioned[]): Promise<ReadonlySet<string>> {
    if (script === undefined) return new Set(asked.map(({ key }) => key))
    // A script could tell people apart.
    if (this.#dictionary.definition.settings.protection) return new Set()
    const known = this.#known.get(script) ?? new Map<string, boolean>()
    this.#known.set(script, known)
    const fresh = this.#how.stopped?.has(script) ? [] : asked.filter(({ key }) => !known.has(key))
    for (let at = 0; at < fresh.length && !this.#heldUp.has(script); at += slice)
      await this.#ask(script, fresh.slice(at, at + slice), known)
    return new Set(asked.flatMap(({ key }) => (known.get(key) === true ? [key] : [])))
  }

  async #ask(script: string, asked: readonly Questioned[], known: Map<string, boolean>): Promise<void> {
    const there = asked.flatMap(({ key, answers, day }) => (answers === null ? [] : [{ key, answers, day }]))
    if (there.length === 0) return
    const begun = performance.now()
    const inputs = there.map((one) => scriptInput(this.#dictionary, one))
    const { whose } = this.#how
    const outcome = await runScript({ source: script, entry: 'meets', inputs, limits: usualLimits }, whose)
    for (const [at, { key }] of there.entries()) {
      const given = givenAt(outcome, at)
      known.set(key, 'json' in given && given.json === 'true')
      if ('fault' in given) this.#note(script, key, given.fault)
    }
    this.#time += performance.now() - begun
    if (whose === 'people' && this.#time > trialTime) throw refuse('invalid', 'script.slow')
  }

  #note(script: string, key: string, fault: ScriptFault): void {
    const own = this.faults.get(script) ?? new Map<string, ScriptFault>()
    this.faults.set(script, own.set(key, fault))
    if (fault.kind === 'late') this.#heldUp.add(script)
  }
}
