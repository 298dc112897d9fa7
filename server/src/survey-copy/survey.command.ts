import { randomUUID } from 'node:crypto'
import { operatorIn, record } from '../audit/audit.ts'
import { type Command, type CommandContext, named } from '../command/command.ts'
import { writeWhole } from '../command/whole-file.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { findSurvey } from '../survey/survey.ts'
import { chooseUniverse, findUniverse } from '../universe/universe.ts'
import { exportSurvey, refuseProtected } from './export-survey.ts'
import { importSurvey } from './import-survey.ts'
import { accountOf } from './survey-copy-work.ts'

const usage = 'export UNIVERSE SURVEY FILE | import FILE --universe NAME'

export const command: Command = {
  name: 'survey',
  summary: 'Write a survey with its answers to a file, or make a survey of such a file in another universe.',
  usage,
  options: {
    universe: { type: 'string', value: 'U', summary: 'where it is imported (default: the only universe, else sample)' },
    as: { type: 'string', value: 'NAME', summary: 'what the imported survey is called (default: as in the export)' },
    definition: { type: 'boolean', summary: 'export without answers' },
    contacts: { type: 'boolean', summary: 'export contact data, and answers that tell who somebody is, too' },
  },
  positionals: [2, 4],
  run: async (context) => {
    const { positionals, configuration, log } = context
    const [verb, first = '', survey = '', file = ''] = positionals
    const isExport = verb === 'export' && positionals.length === 4
    const isImport = verb === 'import' && positionals.length === 2
    if (!isExport && !isImport) throw new UsageError(`usage: kaiku survey ${usage}`)
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      await (isExport ? write(stores, { universe: first, survey, file }, context) : read(stores, first, context))
    } finally {
      await stores.close()
    }
  },
}

type Wanted = { readonly universe: string; readonly survey: string; readonly file: string }

async function write(stores: Stores, { universe: name, survey, file }: Wanted, { options, print }: CommandContext) {
  const universe = await findUniverse(stores, name)
  if (!universe) throw new UsageError(`there is no universe "${name}"`)
  await chooseSurvey(stores, universe, survey)
  const dictionary = await findSurvey(stores, universe.id, survey)
  const withAnswers = options.definition !== true
  const choice = { withAnswers, withContacts: withAnswers && options.contacts === true }
  refuseProtected(dictionary, choice)
  await record(stores, operatorIn(universe.id), {
    action: 'survey.export',
    subject: dictionary.extName,
    after: choice,
  })
  const size = await writeWhole(file, exportSurvey(stores, universe, dictionary, choice))
  print(`Wrote ${dictionary.extName} to ${file}, ${size.toLocaleString('en')} bytes.`)
}

async function read(stores: Stores, file: string, { options, print }: CommandContext): Promise<void> {
  const universe = await chooseUniverse(stores, named(options.universe))
  const imported = await importSurvey(stores, file, {
    universe: universe.id,
    as: named(options.as),
    seed: randomUUID(),
    actor: operatorIn(universe.id),
  })
  for (const line of accountOf(imported).trimEnd().split('\n')) print(line)
}
