/** What breaks a script: `late` time, `shape` something else than was expected of it. */
export const scriptFaultKinds = ['syntax', 'threw', 'late', 'memory', 'stack', 'output', 'shape'] as const
export type ScriptFaultKind = (typeof scriptFaultKinds)[number]

export type ScriptFault = {
  readonly kind: ScriptFaultKind
  /** In the script's own words: it may quote answers. */
  readonly message: string
  /** From 1; null: unknown. */
  readonly line: number | null
}

export type ScriptLimits = {
  /** Milliseconds for all of a job. */
  readonly time: number
  /** Loops and calls of one interview, in units of ten thousand. */
  readonly steps: number
  /** Bytes. */
  readonly memory: number
  /** Bytes. */
  readonly stack: number
  /** Characters that one interview may give. */
  readonly output: number
}

export const usualLimits: ScriptLimits = {
  time: 5_000,
  steps: 200,
  memory: 32 * 2 ** 20,
  stack: 192 * 2 ** 10,
  output: 10_000,
}

/** A script and what it is to be asked for. */
export type ScriptJob = {
  readonly source: string
  /** What it exports to be asked: values of variables, or whether something meets a condition. */
  readonly entry: 'compute' | 'meets'
  /** What it gets, each as JSON. */
  readonly inputs: readonly string[]
  readonly limits: ScriptLimits
}

/** What it gave, as JSON, or why it gave nothing. */
export type ScriptGiven = { readonly json: string } | { readonly fault: ScriptFault }

/** `at`: which of the inputs it was asked for; -1: it was read. */
export type ConsoleLine = { readonly at: number; readonly text: string }

export type ScriptOutcome = {
  /** Why it could not be read; null: it could. */
  readonly fault: ScriptFault | null
  /** What it declares, as JSON; null: nothing. */
  readonly variables: string | null
  readonly tests: string | null
  /** In the order of the inputs; none where it could not be read. */
  readonly given: readonly ScriptGiven[]
  readonly lines: readonly ConsoleLine[]
}
