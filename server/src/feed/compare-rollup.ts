import type { Stores } from '../db/stores.ts'
import { tableOf } from '../dictionary/dictionary.ts'
import { rollupTableOf } from '../projection/rollup.ts'
import { rolledIndicators } from '../sums/sums.ts'
import { surveyByNumber } from '../survey/survey.ts'

/** Leaf, month and the five sums. */
type Cell = [leaf: number, month: number, ...sums: string[]]

/** The cells of a survey's roll-up that differ from what its interviews add up to; empty when all is well. */
export async function compareRollup(stores: Stores, survey: number): Promise<readonly string[]> {
  const dictionary = await surveyByNumber(stores, survey)
  const found: string[] = []
  for (const { number, column } of dictionary.views.values())
    for (const { indicator, hash, expressions } of rolledIndicators(dictionary)) {
      const { n, W, W2, S, SS } = expressions
      const summed = await stores.clickhouse.read<Cell>(
        `select ${column} as k0, toYYYYMM(day) as k1, toString(${n}), toString(${W}), toString(${W2}), toString(${S}),
           toString(${SS}) from ${tableOf(survey)} group by k0, k1`,
        {},
        { lane: 'heavy' },
      )
      const rolled = await stores.clickhouse.read<Cell>(
        `select leaf, month, toString(n), toString(W), toString(W2), toString(S), toString(SS)
         from ${rollupTableOf(survey)} final where view = ${number} and indicator = '${hash}'`,
        {},
        { lane: 'heavy' },
      )
      found.push(...differences(summed, rolled).map((cell) => `${indicator.id}: view ${number}, ${cell}`))
    }
  return found
}

function differences(summed: Cell[], rolled: Cell[]): string[] {
  const byCell = (rows: Cell[]) =>
    new Map(rows.map(([leaf, month, ...sums]): [string, string] => [`leaf ${leaf}, month ${month}`, sums.join(' ')]))
  const [right, kept] = [byCell(summed), byCell(rolled)]
  const nothing = '0 0 0 0 0'
  return [...new Set([...right.keys(), ...kept.keys()])].flatMap((cell) => {
    const [wanted, found] = [right.get(cell) ?? nothing, kept.get(cell) ?? nothing]
    return wanted === found ? [] : [`${cell}: ${found} instead of ${wanted}`]
  })
}
