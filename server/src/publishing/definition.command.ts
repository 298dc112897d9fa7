import { Fault } from '@kaiku/core/fault.ts'
import { type Command, type CommandContext, named } from '../command/command.ts'
import { inUniverse } from '../db/postgres.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { changeLine, diffDefinitions } from '../definition/definition-diff.ts'
import { readDirectory, schemaFiles, writeDirectory } from '../definition/definition-directory.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import { faultLine } from '../fault/definition-fault.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { readFiles } from '../survey/stored-survey.ts'
import { findSurvey } from '../survey/survey.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { publish } from './definition.ts'

const universe = { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' } as const

/** Opens the stores for a command, and closes them whatever happens. */
async function withStores<T>({ configuration, log }: CommandContext, use: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores({ ...configuration, log, migrate: true })
  try {
    return await use(stores)
  } finally {
    await stores.close()
  }
}

/** Tells each fault of a definition on a line of its own, with the line and column of its place. */
async function explained<T>(files: Files, log: (line: string) => void, use: () => Promise<T> | T): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof Fault) || !error.details?.length) throw error
    for (const detail of error.details) log(faultLine(detail, files.get(detail.file ?? '')))
    throw new UsageError(error.message)
  }
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

export const apply: Command = {
  name: 'apply',
  summary: 'Check the definition in a directory and publish it as the survey’s next version.',
  usage: 'DIR',
  options: { universe },
  positionals: [1, 1],
  run: async (context) => {
    const { positionals, options, print, log, progress } = context
    const [directory = ''] = positionals
    const files = await readDirectory(directory)
    await explained(files, log, async () => {
      readDefinition(files)
      await withStores(context, async (stores) => {
        const { id, name } = await chooseUniverse(stores, named(options.universe))
        const placing = progress('placing interviews')
        const done = await publish(stores, id, files, 'command line', { log, onProgress: (at) => placing.at(at) })
        placing.end()
        const { extName, version, changed, moved, retyped } = done
        print(
          changed
            ? `Published ${extName} in ${name} as version ${version}.`
            : `Nothing to do: these files are version ${version} of ${extName} in ${name}.`,
        )
        if (moved > 0) print(`${count(moved, 'interview has', 'interviews have')} a new place.`)
        if (retyped.length > 0)
          print(`Import again: ${retyped.join(', ')} changed type, so earlier answers do not count.`)
      })
    })
  },
}

export const exported: Command = {
  name: 'export',
  summary: 'Write the files of a survey’s definition, byte for byte as they were applied.',
  usage: 'SURVEY DIR',
  options: { universe, version: { type: 'string', value: 'N', summary: 'version (default: the published one)' } },
  positionals: [2, 2],
  run: async (context) => {
    const { positionals, options, print } = context
    const [extName = '', directory = ''] = positionals
    await withStores(context, async (stores) => {
      const chosen = await chooseUniverse(stores, named(options.universe))
      const { id, name } = chosen
      await chooseSurvey(stores, chosen, extName)
      const version = named(options.version)
      const files = await publishedFiles(stores, id, extName, version === undefined ? undefined : Number(version))
      if (!files) throw new UsageError(`there is no version ${version} of ${extName} in ${name}`)
      await writeDirectory(directory, files)
      print(`Wrote ${count(files.size, 'file', 'files')} to ${directory}.`)
    })
  },
}

/** The files of a version, the published one without a number; null where there is no such version. */
export async function publishedFiles(
  stores: Stores,
  universeId: string,
  extName: string,
  version?: number,
): Promise<Files | null> {
  const dictionary = await findSurvey(stores, universeId, extName)
  const wanted = { ...dictionary, version: version ?? dictionary.version }
  if (!Number.isInteger(wanted.version)) return null
  const files = await inUniverse(stores.pool, universeId, (client) => readFiles(client, wanted))
  return files.size > 0 ? files : null
}

export const diff: Command = {
  name: 'diff',
  summary: 'Show what applying the definition in a directory would change.',
  usage: 'DIR',
  options: { universe },
  positionals: [1, 1],
  run: async (context) => {
    const { positionals, options, print, log } = context
    const [directory = ''] = positionals
    const files = await readDirectory(directory)
    const { definition } = await explained(files, log, () => readDefinition(files))
    await withStores(context, async (stores) => {
      const { id, name } = await chooseUniverse(stores, named(options.universe))
      const { extName } = definition.settings
      const before = await publishedFiles(stores, id, extName).catch((error: unknown) => {
        if (error instanceof Fault && error.code === 'not_found') return null
        throw error
      })
      if (!before) print(`${extName} would be new in ${name}.`)
      const changes = diffDefinitions(before ?? new Map(), files)
      for (const change of changes) print(changeLine(change))
      if (changes.length === 0) print(`Nothing would change: these files are published.`)
    })
  },
}

export const schema: Command = {
  name: 'schema',
  summary: 'Write the JSON Schemas of the definition files, for editors.',
  usage: 'DIR',
  options: {},
  positionals: [1, 1],
  run: async ({ positionals, print }) => {
    const [directory = ''] = positionals
    const files = schemaFiles()
    await writeDirectory(directory, files)
    print(`Wrote ${count(files.size, 'schema', 'schemas')} to ${directory}.`)
  },
}
