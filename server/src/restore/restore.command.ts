import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Repository } from '../backup/repository.ts'
import { keyOption, repositoryOf } from '../backup/repository-option.ts'
import { type Command, type CommandContext, named } from '../command/command.ts'
import { UsageError } from '../fault/usage-error.ts'
import { restore, type Until } from './restore.ts'
import { writeUniverse } from './restored-universe.ts'
import { verify } from './verify.ts'

const scratch = {
  type: 'string',
  value: 'DIR',
  summary: 'where there is room for all of it (default: that of the system)',
} as const

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Make a data directory (--data), or a file of one universe, of a backup: the newest state, or of a moment.',
  usage: 'DIR|s3://BUCKET/PREFIX [--universe NAME --file FILE]',
  options: {
    key: keyOption,
    at: { type: 'string', value: 'TIME', summary: 'the moment, such as 2026-11-28T09:30:00Z' },
    backup: { type: 'string', value: 'ID', summary: 'the moment of this backup' },
    universe: { type: 'string', value: 'NAME', summary: 'this universe alone, for “kaiku universe import”' },
    file: { type: 'string', value: 'FILE', summary: 'with --universe: the file that it is written to' },
    scratch,
  },
  positionals: [1, 1],
  run: async (context) => {
    const { options, configuration, print, progress } = context
    const { at, backup } = { at: named(options.at), backup: named(options.backup) }
    if (at !== undefined && backup !== undefined) throw new UsageError('choose one of --at and --backup')
    const until: Until = backup !== undefined ? { backup } : at === undefined ? 'end' : { at: momentOf(at) }
    const universe = named(options.universe)
    const from = await repositoryOf(context, false)
    if (universe !== undefined) return oneUniverse(universe, until, from, context)
    const shown = progress('bytes written')
    const made = await restore({
      from,
      to: configuration.data,
      until,
      onProgress: (done, total) => shown.at(done, total),
    })
    shown.end()
    print(`Restored ${made.id} into ${configuration.data}. Its figures are made anew when Kaiku starts there.`)
  },
}

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Restore a backup to a place that is removed again, and compare all of it with what it was made of.',
  usage: 'DIR|s3://BUCKET/PREFIX',
  options: {
    key: keyOption,
    backup: { type: 'string', value: 'ID', summary: 'which backup (default: the newest)' },
    figures: { type: 'string', value: 'FILE', summary: 'write the list that is compared into FILE, as JSON' },
    scratch,
  },
  positionals: [1, 1],
  run: async (context) => {
    const { options, print } = context
    const from = await repositoryOf(context, false)
    const aside = { from, until: { backup: named(options.backup) }, scratch: scratchOf(context) }
    const { made, equal, wrong } = await verify(aside, print)
    const file = named(options.figures)
    if (file !== undefined) await writeFile(file, `${JSON.stringify(made.list, null, 2)}\n`, { mode: 0o600 })
    for (const line of wrong) print(line)
    print(
      wrong.length === 0
        ? `${made.id} is whole: ${equal} tables, surveys and places are equal to its list.`
        : `${made.id} is wrong.`,
    )
    return wrong.length === 0 ? 0 : 1
  },
}

const scratchOf = ({ options }: CommandContext) => resolve(named(options.scratch) ?? tmpdir())

async function oneUniverse(name: string, until: Until, from: Repository, context: CommandContext): Promise<void> {
  const file = named(context.options.file)
  if (file === undefined) throw new UsageError('say where the universe is written to: --universe NAME --file FILE')
  const aside = { from, until, scratch: scratchOf(context) }
  const { made, size } = await writeUniverse(aside, name, resolve(file))
  context.print(`Wrote ${name} of ${made.id} to ${file}, ${size.toLocaleString('en')} bytes.`)
  context.print('Make a universe of it with kaiku universe import FILE --as NAME.')
}

/** Milliseconds since 1970. A time without a zone would be another on another machine. */
function momentOf(text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = isWhole ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) throw new UsageError(`"${text}" is no moment like 2026-11-28T09:30:00Z`)
  return moment
}
