import type { Backup } from '../backup/backup-list.ts'
import { differences, listOf } from '../backup/checking-list.ts'
import { asSuperuser } from '../backup/cluster.ts'
import { placeDifferences, placesByLeaf } from '../backup/listed-place.ts'
import { migrate } from '../db/migrate.ts'
import { number, query, text } from '../db/rows.ts'
import { compareWithTruth, interviewsByLeaf, isEqual } from '../feed/compare.ts'
import { compareRollup } from '../feed/compare-rollup.ts'
import { rebuild } from '../feed/rebuild.ts'
import { surveyByNumber } from '../survey/survey.ts'
import { type Aside, restoreAside } from './aside.ts'

type Verified = {
  readonly made: Backup
  /** Tables, surveys and places that are equal to the list of the backup. */
  readonly equal: number
  /** A line for each that is not, or whose figures cannot be made of its interviews. */
  readonly wrong: readonly string[]
}

/**
 * Restores a backup to a place that is removed again, holds every table against the list that was made at its moment,
 * makes the figures anew and compares them with every interview. Throws a refusal for a damaged backup.
 */
export const verify = (aside: Aside, say: (line: string) => void): Promise<Verified> =>
  restoreAside(aside, async (stores, made) => {
    say(`Restored ${made.id}.`)
    const wrong: string[] = []
    const found = await asSuperuser(stores.directory, listOf)
    if (made.list) wrong.push(...differences(made.list, found))
    else wrong.push('the backup has no list to compare with: somebody was writing all the time when it was made')
    const { tables = [], surveys = [], places } = made.list ?? {}
    const equal = tables.length + surveys.length + (places?.length ?? 0) - wrong.length
    await migrate(stores.owner)
    const { rows } = await query(
      stores.service,
      { survey: number, universe: text, extName: text },
      `select s.number as survey, u.name::text as universe, s.ext_name::text as "extName"
       from survey s join universe u on u.id = s.universe where s.version > 0 order by 2, 3`,
    )
    for (const { survey, universe, extName } of rows) {
      const name = `${universe}/${extName}`
      await rebuild(stores, survey)
      const difference = await compareWithTruth(stores, survey)
      const sums = await compareRollup(stores, survey)
      if (!isEqual(difference) || sums.length > 0) wrong.push(`survey ${name}: figures differ from its interviews`)
      else say(`survey ${name}: figures of ${difference.interviews} interviews, equal row for row`)
      const listed = places?.filter((one) => one.universe === universe && one.survey === extName)
      // Of a protected survey figures are of what was released in groups: not of its interviews of that moment.
      if ((await surveyByNumber(stores, survey)).definition.settings.protection) continue
      const counted = (view: number) => interviewsByLeaf(stores, survey, view)
      const figures = await placesByLeaf(stores.service, survey, counted)
      const lines = placeDifferences(listed, figures, 'in its figures')
      wrong.push(...lines)
      if (listed && lines.length === 0) say(`survey ${name}: figures of ${listed.length} places, equal to the list`)
    }
    return { made, equal: Math.max(0, equal), wrong }
  })
