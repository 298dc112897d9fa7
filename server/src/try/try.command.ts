import { spawn } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import type { ImportReport } from '@kaiku/contract/import.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { operatorIn, record } from '../audit/audit.ts'
import type { Command, CommandContext } from '../command/command.ts'
import { inUniverse } from '../db/postgres.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { readDirectory, writeDirectory } from '../definition/definition-directory.ts'
import { type Files, readDefinition } from '../definition/read-definition.ts'
import { readRunning } from '../embedded/data-directory.ts'
import { UsageError } from '../fault/usage-error.ts'
import { catchUp } from '../feed/feed.ts'
import { importFile } from '../import/import.ts'
import { recordImport } from '../import/import-audit.ts'
import { warningLines } from '../import/report-text.ts'
import { assumptionLines } from '../inference/assumption-lines.ts'
import { firstPageOf } from '../inference/first-page.ts'
import { type Inferred, infer } from '../inference/inference.ts'
import { addMember, createPerson, personByName } from '../person/person.ts'
import { publish } from '../publishing/definition.ts'
import { ensureRole, giveRole, usualRoles } from '../role/role.ts'
import { issueTicket } from '../session/ticket.ts'
import { readFiles } from '../survey/stored-survey.ts'
import { listSurveys, surveyByNumber } from '../survey/survey.ts'
import { openTable } from '../table-reader/table.ts'
import { createUniverse, findUniverse, tryUniverse, type Universe } from '../universe/universe.ts'

const shownRejects = 5

export const command: Command = {
  name: 'try',
  summary: 'Make a dashboard of a file of answers: find out what it holds, import it, open it.',
  usage: 'FILE',
  options: {
    name: { type: 'string', value: 'N', summary: 'name of the survey (default: the file’s)' },
    out: { type: 'string', value: 'DIR', summary: 'where the definition is written (default: NAME-definition)' },
    sheet: { type: 'string', value: 'S', summary: 'worksheet of a workbook (default: the largest)' },
    universe: { type: 'string', value: 'U', summary: 'universe (default: try, made when there is none)' },
    port: { type: 'string', value: 'PORT', summary: 'port to listen on (PORT; default: 8080)' },
    'no-open': { type: 'boolean', summary: 'open no browser' },
    'no-start': { type: 'boolean', summary: 'import only: start no server when none runs' },
  },
  positionals: [1, 1],
  run: async (context) => {
    const { positionals, options, configuration, print } = context
    const [file = ''] = positionals
    const { inferred, extName } = await read(file, context)
    const stores = await openStores({ ...configuration, migrate: true, log: context.log })
    let path: string
    let entry: string
    let running: string | null
    try {
      const universe = await universeFor(stores, named(options.universe) ?? tryUniverse)
      await refuseOther(stores, universe, extName, inferred.files)
      await write(resolve(named(options.out) ?? `${extName}-definition`), inferred, print)
      path = firstPageOf(universe.name, extName, inferred.files)
      await load(stores, universe, file, inferred.files, context)
      running = readRunning(stores.directory)?.webAddress ?? null
      entry = await enterAs(stores, universe)
    } finally {
      await stores.close()
    }
    const address = (web: string) => entered(web, entry, path)
    const open = (web: string) => {
      print(`Dashboard: ${address(web)}`)
      if (options['no-open'] !== true) openBrowser(address(web))
    }
    if (running !== null) open(running)
    else if (options['no-start'] === true) print(`Dashboard: ${address(configuration.publicUrl)} (after kaiku start)`)
    else await (await import('../app/main.ts')).serve(configuration, { sample: false, ready: open })
  },
}

const named = (value: string | boolean | undefined) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads the file and says what is assumed of it. */
async function read(
  file: string,
  { options, print }: CommandContext,
): Promise<{ inferred: Inferred; extName: string }> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new UsageError(`there is no file ${file}`)
  if (!found.isFile()) throw new UsageError(`${file} is no file`)
  if (found.size === 0) throw new UsageError(`${file} is empty`)
  const sheet = named(options.sheet)
  const table = await openTable(file, { sheet })
  try {
    const name =
      named(options.name) ??
      basename(table.name)
        .replace(/\.[A-Za-z0-9]{1,5}$/, '')
        .replaceAll('_', ' ')
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const inferred = await infer(table, { name, timeZone, sheet })
    const letters = table.encoding === null ? '' : `, letters read as ${table.encoding}`
    print(`Assumed of ${table.name}, ${table.headers.length} columns${letters}:\n`)
    for (const line of assumptionLines(inferred.assumptions)) print(line)
    return { inferred, extName: readDefinition(inferred.files).definition.settings.extName }
  } finally {
    await table.close()
  }
}

/** Writes the files where no others are: a definition that somebody edited is never lost. */
async function write(
  directory: string,
  { files, assumptions }: Inferred,
  print: (line: string) => void,
): Promise<void> {
  const before = await readDirectory(directory).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  })
  if (before !== null && !isSame(before, files))
    throw new UsageError(
      `${directory} holds another definition. Apply it with kaiku apply and import the file, or name another directory with --out.`,
    )
  await writeDirectory(directory, files)
  await writeFile(join(directory, 'assumptions.txt'), `${assumptionLines(assumptions).join('\n')}\n`)
  const shown = relative(process.cwd(), directory)
  print(`\nWrote the definition to ${shown.startsWith('..') ? directory : `./${shown}`}: edit it, then kaiku apply.`)
}

const isSame = (one: Files, other: Files) =>
  one.size === other.size && [...one].every(([file, text]) => other.get(file) === text)

async function universeFor(stores: Stores, name: string): Promise<Universe> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const found = await findUniverse(stores, name)
  if (found) return found
  const made = await createUniverse(stores, { name, title: name, timeZone })
  await record(stores, operatorIn(made.id), { action: 'universe.create', subject: name, after: { timeZone } })
  return made
}

/** A survey of that name that is defined otherwise is not replaced. */
async function refuseOther(stores: Stores, universe: Universe, extName: string, files: Files): Promise<void> {
  const surveys = await listSurveys(stores, universe.id)
  const known = surveys.find((one) => one.extName.toLowerCase() === extName.toLowerCase())
  if (!known) return
  const published = await inUniverse(stores.pool, universe.id, (client) => readFiles(client, known))
  if (!isSame(published, files))
    throw new UsageError(
      `${universe.name} has a survey ${extName} with another definition. Name this one with --name, or use kaiku apply and kaiku import.`,
    )
}

/** Publishes, imports and waits until the figures are there. */
async function load(
  stores: Stores,
  universe: Universe,
  file: string,
  files: Files,
  { print, progress }: CommandContext,
): Promise<void> {
  const { survey } = await publish(stores, universe.id, files, 'command line')
  const dictionary = await surveyByNumber(stores, survey)
  const importing = progress('importing')
  const report = await importFile(stores, dictionary, file, { onProgress: ({ rows }) => importing.at(rows) })
  importing.end()
  await recordImport(stores, operatorIn(universe.id), dictionary, report)
  for (const line of outcome(report)) print(line)
  await catchUp(stores)
}

function outcome(report: ImportReport): string[] {
  const { rows, inserted, corrected, unchanged, rejected, rejects } = report
  const parts = [
    `${inserted} new`,
    ...(corrected > 0 ? [`${corrected} corrected`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ]
  const lines = [`Imported ${rows.toLocaleString('en')} rows: ${parts.join(', ')}.`, ...warningLines(report)]
  if (rejected > 0) {
    lines.push(`${rejected} rows were rejected:`)
    for (const { line, column, value, reason } of rejects.slice(0, shownRejects))
      lines.push(`  line ${line}, ${column}: ${JSON.stringify(value.slice(0, 60))} is ${reason}`)
  }
  return lines
}

/** Who tries files: an administrator of the universe, made when there is none. */
const tryer = 'owner'

/** A token that signs the newcomer in once, so that trying a file asks for no account. */
async function enterAs(stores: Stores, { id }: Universe): Promise<string> {
  const person = (await personByName(stores, tryer)) ?? (await createPerson(stores, { username: tryer }))
  await addMember(stores.service, id, person.id)
  const role = await ensureRole(stores.service, id, usualRoles.Administrator)
  await giveRole(stores.service, id, role, person.id)
  await record(stores, operatorIn(id), { action: 'user.link', subject: person.username })
  return issueTicket(stores, { purpose: 'enter', person: person.id, universe: id })
}

function entered(web: string, enter: string, redirect: string): string {
  const address = new URL('/', web)
  address.search = new URLSearchParams({ enter, redirect }).toString()
  return address.href
}

/** Opens the address where there is a screen to open it on. */
function openBrowser(address: string): void {
  const [program, ...words] = browser(address)
  if (program === undefined) return
  const child = spawn(program, words, { stdio: 'ignore', detached: true })
  // Without a browser the printed address does.
  child.on('error', () => {})
  child.unref()
}

function browser(address: string): string[] {
  if (process.platform === 'darwin') return ['open', address]
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', address.replaceAll('&', '^&')]
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open', address] : []
}
