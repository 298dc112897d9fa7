import type { Command } from '../command/command.ts'
import { openStores } from '../db/stores.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { judgeSurvey } from './judge-survey.ts'

export const command: Command = {
  name: 'quality',
  summary: 'Judge every interview of a survey anew by the rules of quality in its settings.',
  usage: 'SURVEY',
  options: { universe: { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' } },
  positionals: [1, 1],
  run: async ({ options, positionals: [name = ''], configuration, print, log, progress }) => {
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, typeof options.universe === 'string' ? options.universe : undefined)
      const dictionary = await chooseSurvey(stores, universe, name)
      const shown = progress(`quality ${dictionary.extName}`)
      const { interviews, changed } = await judgeSurvey(stores, dictionary, (done, total) => shown.at(done, total))
      shown.end()
      const count = (n: number) => n.toLocaleString('en')
      print(`Judged ${count(interviews)} interviews of ${dictionary.extName}: the flags of ${count(changed)} changed.`)
    } finally {
      await stores.close()
    }
  },
}
