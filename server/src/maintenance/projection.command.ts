import type { Command } from '../command/command.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { compareWithTruth, isEqual } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { catchUp } from '../feed/feed.ts'
import { rebuild } from '../feed/rebuild.ts'
import { eraseExpired } from '../retention/erase-expired.ts'
import { chooseSurvey } from '../survey/chosen-survey.ts'
import { chooseUniverse } from '../universe/universe.ts'
import { maintain } from './maintain.ts'
import { projectionStatus } from './projection-status.ts'

export const rebuildCommand: Command = {
  name: 'rebuild',
  summary: 'Make the figures of a survey anew from its interviews, while it is in use.',
  usage: 'SURVEY',
  options: { universe: { type: 'string', value: 'U', summary: 'universe (default: the only one, else sample)' } },
  positionals: [1, 1],
  run: async ({ options, positionals: [name = ''], configuration, print, log, progress }) => {
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const universe = await chooseUniverse(stores, typeof options.universe === 'string' ? options.universe : undefined)
      const { survey, extName } = await chooseSurvey(stores, universe, name)
      const shown = progress(`rebuild ${extName}`)
      let interviews = 0
      await rebuild(stores, survey, (done, total) => {
        interviews = done
        shown.at(done, total)
      })
      shown.end()
      print(`Rebuilt ${extName}: ${interviews.toLocaleString('en')} interviews.`)
    } finally {
      await stores.close()
    }
  },
}

export const maintainCommand: Command = {
  name: 'maintain',
  summary:
    'Do the work of a night now: what is kept no longer is erased, erased interviews leave the disk, what was written in parts is merged.',
  usage: '',
  options: {},
  positionals: [0, 0],
  run: async ({ configuration, print, log }) => {
    const stores = await openStores({ ...configuration, log, migrate: true })
    try {
      const expired = await eraseExpired(stores, Date.now())
      await catchUp(stores)
      const { purged, merged, trimmed } = await maintain(stores, log)
      print(`${expired} interviews erased that are kept no longer.`)
      print(`${purged} erased interviews gone from disk, ${merged} partitions merged, ${trimmed} changes forgotten.`)
    } finally {
      await stores.close()
    }
  },
}

/** A line for each survey; with `verify` every interview is compared. Tells whether all that was compared is equal. */
export async function printProjection(
  stores: Stores,
  verify: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  let isRight = true
  for (const row of await projectionStatus(stores)) {
    const counts = `${row.interviews.toLocaleString('en')} interviews, ${row.projected.toLocaleString('en')} in figures`
    const state = `${counts}, ${row.waiting} changes wait, ${(row.bytes / 2 ** 20).toFixed(1)} MiB, load count ${row.loadCount}`
    print(`survey       ${row.universe}/${row.extName} (table ${row.survey}): ${state}`)
    if (!verify) continue
    if (row.projected === 0 && row.interviews > 0) {
      print('             its figures are still to be made')
      isRight = false
      continue
    }
    const difference = await compareWithTruth(stores, row.survey)
    const cells = await compareRollup(stores, row.survey)
    const { missing, extra, different, examples } = difference
    const isSame = isEqual(difference) && cells.length === 0
    print(
      isSame
        ? '             equal to the truth, row for row'
        : `             ${missing} missing, ${extra} extra, ${different} different, ${cells.length} sums wrong`,
    )
    for (const line of [...examples, ...cells.slice(0, 5)]) print(`             ${line}`)
    isRight &&= isSame
  }
  return isRight
}
