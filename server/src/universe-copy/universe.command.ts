import { randomInt, randomUUID } from 'node:crypto'
import { copyWanted } from '@kaiku/contract/universe-copy.ts'
import { operatorIn, record } from '../audit/audit.ts'
import { type Command, type CommandContext, named } from '../command/command.ts'
import { writeWhole } from '../command/whole-file.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { createUniverse, findUniverse, listUniverses } from '../universe/universe.ts'
import { copyUniverse } from './copy-universe.ts'
import { accountOf } from './copy-work.ts'
import { exportUniverse, refuseProtected } from './export-universe.ts'
import { atCommandLine, importUniverse } from './import-universe.ts'

const usage = 'list | create NAME | export NAME FILE | import FILE --as NAME | copy NAME --as NEW'

export const command: Command = {
  name: 'universe',
  summary:
    'List the universes (tenants), create one, export one to a file, make one of such a file, or copy one with made-up answers.',
  usage,
  options: {
    title: { type: 'string', value: 'TEXT', summary: 'what people call it (default: the name, or as in the export)' },
    zone: { type: 'string', value: 'ZONE', summary: 'IANA time zone of a new one (default: UTC)' },
    configuration: { type: 'boolean', summary: 'export without answers, contacts and people' },
    as: { type: 'string', value: 'NAME', summary: 'what the universe is called that is made' },
    answers: {
      type: 'string',
      value: 'N',
      summary: 'made-up interviews of each survey of a copy (default: as many as it has, at most 20,000)',
    },
    seed: { type: 'string', value: 'N', summary: 'the same seed makes the same answers (default: any)' },
  },
  positionals: [1, 3],
  run: async (context) => {
    const { positionals, configuration, log } = context
    const [verb = '', first, second] = positionals
    const verbs = new Map<string, { readonly words: number; readonly run: (stores: Stores) => Promise<void> }>([
      ['list', { words: 0, run: (stores) => list(stores, context) }],
      ['create', { words: 1, run: (stores) => create(stores, first ?? '', context) }],
      ['export', { words: 2, run: (stores) => write(stores, first ?? '', second ?? '', context) }],
      ['copy', { words: 1, run: (stores) => copy(stores, first ?? '', context) }],
      ['import', { words: 1, run: (stores) => read(stores, first ?? '', context) }],
    ])
    const known = verbs.get(verb)
    if (known?.words !== positionals.length - 1) throw new UsageError(`usage: kaiku universe ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      await known.run(stores)
    } finally {
      await stores.close()
    }
  },
}

async function list(stores: Stores, { print }: CommandContext): Promise<void> {
  for (const universe of await listUniverses(stores))
    print(`${universe.name.padEnd(20)} ${universe.title} (${universe.timeZone})`)
}

async function create(stores: Stores, name: string, { options, print }: CommandContext): Promise<void> {
  const title = named(options.title) ?? name
  const timeZone = named(options.zone) ?? 'UTC'
  const made = await createUniverse(stores, { name, title, timeZone })
  await record(stores, operatorIn(made.id), {
    action: 'universe.create',
    subject: made.name,
    after: { title, timeZone },
  })
  print(`Created ${made.name}.`)
}

async function write(stores: Stores, name: string, file: string, { options, print }: CommandContext): Promise<void> {
  const universe = await findUniverse(stores, name)
  if (!universe) throw new UsageError(`there is no universe "${name}"`)
  const withAnswers = options.configuration !== true
  if (withAnswers) await refuseProtected(stores, universe)
  await record(stores, operatorIn(universe.id), {
    action: 'universe.export',
    subject: universe.name,
    after: { withAnswers },
  })
  const size = await writeWhole(file, exportUniverse(stores, universe, { withAnswers }))
  print(`Wrote ${universe.name} to ${file}, ${size.toLocaleString('en')} bytes.`)
}

async function read(stores: Stores, file: string, { options, print }: CommandContext): Promise<void> {
  const as = named(options.as)
  if (as === undefined) throw new UsageError('say what the universe is called: kaiku universe import FILE --as NAME')
  const imported = await importUniverse(stores, file, {
    as,
    title: named(options.title),
    token: atCommandLine,
    actor: operatorIn(null),
  })
  for (const line of accountOf(imported).trimEnd().split('\n')) print(line)
}

async function copy(stores: Stores, name: string, { options, print }: CommandContext): Promise<void> {
  const as = named(options.as)
  if (as === undefined) throw new UsageError('say what the copy is called: kaiku universe copy NAME --as NEW')
  const universe = await findUniverse(stores, name)
  if (!universe) throw new UsageError(`there is no universe "${name}"`)
  const answers = copyWanted.shape.answers.safeParse(numberOf(options.answers) ?? null)
  if (!answers.success) throw new UsageError('--answers is a whole number of at most 20,000')
  const seed = copyWanted.shape.seed.safeParse(numberOf(options.seed) ?? randomInt(2 ** 31))
  if (!seed.success || seed.data === undefined) throw new UsageError('--seed is a whole number below 2,147,483,648')
  const own = { answers: answers.data, seed: seed.data }
  await record(stores, operatorIn(universe.id), {
    action: 'universe.copy',
    subject: universe.name,
    after: Object.assign({ as }, own),
  })
  const made = await copyUniverse(
    stores,
    universe,
    Object.assign(own, {
      as,
      title: named(options.title),
      token: atCommandLine,
      actor: operatorIn(null),
      archive: randomUUID(),
    }),
  )
  for (const line of accountOf(made, own).trimEnd().split('\n')) print(line)
}

const numberOf = (value: string | boolean | undefined) =>
  typeof value === 'string' ? Number(value || Number.NaN) : undefined
