import { parseArgs } from 'node:util'
import type { Configuration } from '../configuration/configuration.ts'
import { UsageError } from '../fault/usage-error.ts'
import type { ProgressLine } from './progress.ts'

type Option = {
  type: 'string' | 'boolean'
  short?: string
  /** How `--help` names the value, such as DIR; for strings. */
  value?: string
  summary: string
}

/** What a command is run with: its options by name, what follows them, and where to write. */
export type CommandContext = {
  options: Record<string, string | boolean | undefined>
  positionals: string[]
  configuration: Configuration
  /** One line of the answer, on standard output. */
  print: (line: string) => void
  /** One line about what goes on, on standard error. */
  log: (line: string) => void
  progress: (label: string) => ProgressLine
}

export type Command = {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** What stands after `kaiku NAME` in its help, such as `SURVEY FILE…`. */
  usage: string
  options: Record<string, Option>
  /** How many words may follow: at least, at most. */
  positionals: readonly [number, number]
  /** The exit code; nothing is 0. */
  run(context: CommandContext): Promise<number | undefined> | Promise<void>
}

/** Options that every command has. */
export const commonOptions = {
  data: { type: 'string', value: 'DIR', summary: 'data directory (KAIKU_DATA; default: data beside Kaiku)' },
  help: { type: 'boolean', short: 'h', summary: 'this text' },
} as const satisfies Record<string, Option>

/** Throws a refusal for an option that does not exist, a missing value and too few or too many words. */
export function parseCommand(command: Command, words: string[]) {
  const options = { ...command.options, ...commonOptions }
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true, strict: true })
    const plain = Object.fromEntries(Object.entries(values).filter(([, value]) => !Array.isArray(value)))
    const [least, most] = command.positionals
    const fits = positionals.length >= least && positionals.length <= most
    if (!fits && !plain.help) throw new UsageError(`usage: kaiku ${command.name} ${command.usage}`.trim())
    return { options: plain as CommandContext['options'], positionals }
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof TypeError)) throw error
    const [line = ''] = error.message.split('. ')
    throw new UsageError(`${line} (kaiku ${command.name} --help lists what there is)`)
  }
}

export function commandHelp(command: Command): string {
  const options = Object.entries<Option>({ ...command.options, ...commonOptions }).map(([name, option]) => {
    const flag = `${option.short ? `-${option.short}, ` : ''}--${name}${option.value ? ` ${option.value}` : ''}`
    return `  ${flag.padEnd(24)} ${option.summary}`
  })
  const usage = `kaiku ${command.name} ${command.usage}`.trim()
  return [`${usage}${usage.endsWith(']') ? '' : ' [options]'}`, '', command.summary, '', ...options].join('\n')
}

/** What an option says; undefined where it is not given. */
export const named = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)
