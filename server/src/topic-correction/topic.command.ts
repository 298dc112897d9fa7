import { csvLine } from '@kaiku/core/csv.ts'
import type { Command } from '../command/command.ts'
import { openStores } from '../db/stores.ts'
import { UsageError } from '../fault/usage-error.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { plain } from '../table-file/sheet-cell.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { topicCorrectionLines } from './topic-correction-table.ts'

export const command: Command = {
  name: 'topics',
  summary: 'Write as CSV the comments whose topics people put right: as they are heard, and as they should be.',
  usage: 'corrections SURVEY',
  options: { universe: { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' } },
  positionals: [2, 2],
  async run({ options, positionals: [verb, name = ''], configuration, print, log }) {
    if (verb !== 'corrections') throw new UsageError('usage: kaiku topics corrections SURVEY')
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, typeof options.universe === 'string' ? options.universe : undefined)
      const dictionary = await chooseSurvey(stores, universe, name)
      for await (const lines of topicCorrectionLines(stores, null, dictionary))
        for (const line of lines) print(csvLine(line.map(plain)).slice(0, -2))
    } finally {
      await stores.close()
    }
  },
}
